package io.cloudadapter.core.ledger;

import static io.cloudadapter.core.ledger.InvariantViolationException.check;

import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.warm.WarmRecord;
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

/** The ledger's lifecycle hooks, by token and by machine. Part of {@link Ledger}, which writes them. */
public final class HookIndex {
  private final Map<UUID, HookRecord> waiting;
  private final Map<UUID, HookRecord> ended = new HashMap<>();
  private final Map<String, List<HookRecord>> ofMachine;

  /** A machine that is taken into service before it was prepared has its warm-in hooks first. */
  private static boolean onItsWay(LifecycleTransition transition, MachineRecord machine) {
    WarmRecord warm = machine.warm();
    if (warm == null) {
      return false;
    }
    return switch (warm.state()) {
      case WARMING -> transition == LifecycleTransition.WARM_IN && !warm.prepared();
      case WAKING ->
        transition == (warm.prepared() ? LifecycleTransition.WAKE : LifecycleTransition.WARM_IN);
      case COOLING -> transition == LifecycleTransition.WARM_RETURN && !warm.stopping();
      case WARM -> false;
    };
  }

  /** Pauses that last although their machine goes another way. */
  private final Set<UUID> pointless = new LinkedHashSet<>();

  /** An empty book with room for so many pauses, and for more. */
  HookIndex(int room) {
    waiting = new LinkedHashMap<>(room * 4 / 3);
    ofMachine = new HashMap<>(room * 4 / 3);
  }

  void put(HookRecord hook) {
    HookRecord before = find(hook.token()).orElse(null);
    if (before == null) {
      ofMachine.computeIfAbsent(hook.machine(), id -> new ArrayList<>(1)).add(hook);
    } else {
      check(
          before.waiting() || before.equals(hook),
          "I7",
          "a hook of machine " + hook.machine() + " has ended as " + before.state()
              + ", and would end as " + hook.state());
      waiting.remove(hook.token());
      ended.remove(hook.token());
      pointless.remove(hook.token());
      siblings(hook).replaceAll(one -> one.token().equals(hook.token()) ? hook : one);
    }
    (hook.waiting() ? waiting : ended).put(hook.token(), hook);
  }

  void drop(HookRecord hook) {
    ended.remove(hook.token());
    List<HookRecord> siblings = siblings(hook);
    siblings.removeIf(one -> one.token().equals(hook.token()));
    if (siblings.isEmpty()) {
      ofMachine.remove(hook.machine());
    }
  }

  private List<HookRecord> siblings(HookRecord hook) {
    return ofMachine.getOrDefault(hook.machine(), new ArrayList<>());
  }

  public Optional<HookRecord> find(UUID token) {
    HookRecord hook = waiting.get(token);
    return Optional.ofNullable(hook == null ? ended.get(token) : hook);
  }

  public Collection<HookRecord> waiting() {
    return Collections.unmodifiableCollection(waiting.values());
  }

  public Collection<HookRecord> ended() {
    return Collections.unmodifiableCollection(ended.values());
  }

  /** The pauses of a machine in one change of its life, in the order in which they began. */
  public List<HookRecord> of(MachineRecord machine, LifecycleTransition transition) {
    List<HookRecord> hooks = new ArrayList<>();
    for (HookRecord hook : ofMachine.getOrDefault(machine.id(), List.of())) {
      if (hook.generation() == machine.generation()
          && hook.transition() == transition
          && isOfThisWay(hook, machine)) {
        hooks.add(hook);
      }
    }
    return hooks;
  }

  /** A machine may enter and leave the warm pool several times, with its hooks each time. */
  private static boolean isOfThisWay(HookRecord hook, MachineRecord machine) {
    return switch (hook.transition()) {
      case LAUNCH, TERMINATE -> true;
      case WARM_IN, WAKE, WARM_RETURN ->
        machine.warm() != null && machine.warm().hooks().contains(hook.token());
    };
  }

  /** Whether a machine pauses. */
  public boolean pauses(String machine) {
    for (HookRecord hook : ofMachine.getOrDefault(machine, List.of())) {
      if (hook.waiting()) {
        return true;
      }
    }
    return false;
  }

  /** A machine has changed: pauses that do not fit what it does are pointless. */
  void changed(MachineRecord machine) {
    for (HookRecord hook : ofMachine.getOrDefault(machine.id(), List.of())) {
      if (hook.waiting()
          && (hook.generation() != machine.generation() || !fits(hook.transition(), machine))) {
        pointless.add(hook.token());
      }
    }
  }

  private static boolean fits(LifecycleTransition transition, MachineRecord machine) {
    return switch (transition) {
      case LAUNCH ->
        machine.entering()
            && (machine.status() == Status.LIVE || machine.status() == Status.PRESUMED_GONE);
      case TERMINATE -> machine.status() == Status.RETIRING;
      case WARM_IN, WAKE, WARM_RETURN ->
        onItsWay(transition, machine)
            && (machine.status() == Status.LIVE || machine.status() == Status.PRESUMED_GONE);
    };
  }

  /** Pauses that last although their machine goes another way. A copy. */
  public List<HookRecord> pointless() {
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
