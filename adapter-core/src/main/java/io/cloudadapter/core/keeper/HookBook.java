package io.cloudadapter.core.keeper;

import static io.cloudadapter.core.keeper.InvariantViolation.check;

import io.cloudadapter.api.hook.Transition;
import io.cloudadapter.core.keeper.MachineRecord.Status;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The ledger's pauses, by token and by machine. Part of {@link Ledger}, which writes them. */
final class HookBook {
  private final Map<UUID, HookRecord> waiting = new LinkedHashMap<>();
  private final Map<UUID, HookRecord> ended = new HashMap<>();
  private final Map<String, List<UUID>> ofMachine = new HashMap<>();

  /** Pauses that last although their machine goes another way. */
  private final Set<UUID> pointless = new LinkedHashSet<>();

  void put(HookRecord hook) {
    HookRecord before = find(hook.token()).orElse(null);
    if (before == null) {
      ofMachine.computeIfAbsent(hook.machine(), id -> new ArrayList<>(1)).add(hook.token());
    } else {
      check(
          before.waiting() || before.equals(hook),
          "I7",
          "a hook of machine " + hook.machine() + " has ended as " + before.state()
              + ", and would end as " + hook.state());
      waiting.remove(hook.token());
      ended.remove(hook.token());
      pointless.remove(hook.token());
    }
    (hook.waiting() ? waiting : ended).put(hook.token(), hook);
  }

  void drop(HookRecord hook) {
    ended.remove(hook.token());
    List<UUID> siblings = ofMachine.getOrDefault(hook.machine(), new ArrayList<>());
    siblings.remove(hook.token());
    if (siblings.isEmpty()) {
      ofMachine.remove(hook.machine());
    }
  }

  Optional<HookRecord> find(UUID token) {
    HookRecord hook = waiting.get(token);
    return Optional.ofNullable(hook == null ? ended.get(token) : hook);
  }

  Collection<HookRecord> waiting() {
    return Collections.unmodifiableCollection(waiting.values());
  }

  Collection<HookRecord> ended() {
    return Collections.unmodifiableCollection(ended.values());
  }

  /** The pauses of a machine in one change of its life, in the order in which they began. */
  List<HookRecord> of(MachineRecord machine, Transition transition) {
    List<UUID> tokens = ofMachine.get(machine.id());
    if (tokens == null) {
      return List.of();
    }
    List<HookRecord> hooks = new ArrayList<>(tokens.size());
    for (UUID token : tokens) {
      find(token)
          .filter(
              hook -> hook.generation() == machine.generation() && hook.transition() == transition)
          .ifPresent(hooks::add);
    }
    return hooks;
  }

  /** Whether a machine pauses. */
  boolean pauses(String machine) {
    List<UUID> tokens = ofMachine.get(machine);
    if (tokens != null) {
      for (UUID token : tokens) {
        if (waiting.containsKey(token)) {
          return true;
        }
      }
    }
    return false;
  }

  /** A machine has changed: pauses that do not fit what it does are pointless. */
  void changed(MachineRecord machine) {
    List<UUID> tokens = ofMachine.get(machine.id());
    if (tokens == null) {
      return;
    }
    for (UUID token : tokens) {
      HookRecord hook = waiting.get(token);
      if (hook != null
          && (hook.generation() != machine.generation() || !fits(hook.transition(), machine))) {
        pointless.add(token);
      }
    }
  }

  private static boolean fits(Transition transition, MachineRecord machine) {
    return switch (transition) {
      case LAUNCH ->
        machine.entering()
            && (machine.status() == Status.LIVE || machine.status() == Status.PRESUMED_GONE);
      case TERMINATE -> machine.status() == Status.RETIRING;
    };
  }

  /** Pauses that last although their machine goes another way. A copy. */
  List<HookRecord> pointless() {
    if (pointless.isEmpty()) {
      return List.of();
    }
    List<HookRecord> hooks = new ArrayList<>();
    for (UUID token : pointless) {
      find(token).ifPresent(hooks::add);
    }
    return hooks;
  }
}
