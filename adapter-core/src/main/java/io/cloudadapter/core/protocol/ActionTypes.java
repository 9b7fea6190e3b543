package io.cloudadapter.core.protocol;

import com.google.common.collect.ImmutableSortedMap;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.spi.action.ActionTraits;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The types of actions that a pool supports.
 *
 * @param types by name; of those that are built in only what the pool's cloud can do
 */
public record ActionTypes(Map<String, Type> types) {
  private static final ActionTypes NONE = new ActionTypes(Map.of());

  /**
   * One type.
   *
   * @param traits how its actions are to be treated
   * @param check throws {@link IllegalArgumentException} where an action makes no sense
   */
  public record Type(ActionTraits traits, Consumer<Action> check) {}

  /** Copies the map. */
  public ActionTypes {
    types = ImmutableSortedMap.copyOf(types);
  }

  /**
   * No action at all.
   *
   * @return no types
   */
  public static ActionTypes none() {
    return NONE;
  }

  /**
   * The built-in types that a cloud can do.
   *
   * @param reboot when a reboot may be repeated; empty if the cloud has none
   * @param snapshots the same of snapshots and their restoring
   * @param startStop whether machines can be stopped and started
   * @return the types by name
   */
  public static Map<String, Type> builtIn(
      Optional<Repeat> reboot, Optional<Repeat> snapshots, boolean startStop) {
    Set<MachineState> existing = Set.of(MachineState.RUNNING, MachineState.TERMINATED);
    ActionTraits careful = ActionTraits.careful();
    Map<String, Type> types = new TreeMap<>();
    reboot.ifPresent(repeat -> types.put("Reboot", type(careful.repeat(repeat))));
    snapshots.ifPresent(repeat -> {
      types.put("Snapshot", type(new ActionTraits(true, false, repeat, existing, false)));
      types.put("Restore", type(careful.repeat(repeat).states(existing)));
    });
    if (startStop) {
      types.put(
          "Start",
          type(new ActionTraits(true, false, Repeat.SAFE, Set.of(MachineState.TERMINATED), false)));
      types.put("Stop", type(careful.repeat(Repeat.SAFE)));
    }
    return types;
  }

  private static Type type(ActionTraits traits) {
    return new Type(traits, action -> {});
  }

  public Optional<Type> find(String name) {
    return Optional.ofNullable(types.get(name));
  }

  /** Returns every type that a caller may name, including those that this cloud does not support. */
  public SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>(types.keySet());
    names.addAll(Action.builtIn());
    return names;
  }
}
