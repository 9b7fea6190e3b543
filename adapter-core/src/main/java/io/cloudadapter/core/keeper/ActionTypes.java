package io.cloudadapter.core.keeper;

import io.cloudadapter.api.action.Action;
import io.cloudadapter.spi.ActionTraits;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The types of actions that a pool knows.
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
    types = Collections.unmodifiableMap(new TreeMap<>(types));
  }

  /**
   * No action at all.
   *
   * @return no types
   */
  public static ActionTypes none() {
    return NONE;
  }

  Optional<Type> find(String name) {
    return Optional.ofNullable(types.get(name));
  }

  /** Every type that somebody could mean, also those that this cloud cannot do. */
  SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>(types.keySet());
    names.addAll(Action.builtIn());
    return names;
  }
}
