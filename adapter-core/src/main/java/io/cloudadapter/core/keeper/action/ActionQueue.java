package io.cloudadapter.core.keeper.action;

import io.cloudadapter.core.ledger.ActionIndex;
import io.cloudadapter.core.ledger.ActionRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The queue of due actions, in the order in which they were accepted, with at most one exclusive action per machine.
 * Actions that wait behind another one cost nothing until that has ended.
 */
final class ActionQueue {
  private final ActionIndex index;

  /** Exclusive actions that are due, by machine. */
  private final Map<String, NavigableMap<Long, UUID>> waiting = new HashMap<>();

  /** Of each machine the number of the exclusive action whose turn it is. */
  private final Map<String, Long> heads = new HashMap<>();

  private final NavigableMap<Long, UUID> disrupting = new TreeMap<>();
  private final NavigableMap<Long, UUID> others = new TreeMap<>();

  /** Actions that are due and wait for an executor to claim them. */
  private final NavigableMap<Long, UUID> outside = new TreeMap<>();

  ActionQueue(ActionIndex index) {
    this.index = index;
  }

  /** It is due. */
  void add(ActionRecord action) {
    if (action.exclusive()) {
      waiting
          .computeIfAbsent(action.machine(), id -> new TreeMap<>())
          .put(action.number(), action.uid());
      refresh(action.machine());
    } else {
      queue(action).put(action.number(), action.uid());
    }
  }

  /** It is not due any more. */
  void remove(ActionRecord action) {
    withdraw(action.number());
    NavigableMap<Long, UUID> lane = waiting.get(action.machine());
    if (lane != null && lane.remove(action.number()) != null) {
      heads.remove(action.machine(), action.number());
      if (lane.isEmpty()) {
        waiting.remove(action.machine());
      }
      refresh(action.machine());
    }
  }

  /** An action of this machine has begun, or has ended. */
  void refresh(String machine) {
    Optional<ActionRecord> next = next(machine);
    Long before = heads.get(machine);
    Long after = next.map(ActionRecord::number).orElse(null);
    if (before != null && !before.equals(after)) {
      withdraw(before);
      heads.remove(machine);
    }
    if (after != null && !after.equals(before)) {
      heads.put(machine, after);
      next.ifPresent(action -> queue(action).put(action.number(), action.uid()));
    }
  }

  /** The one that holds the machine, if it is to be tried again; else the first. */
  private Optional<ActionRecord> next(String machine) {
    NavigableMap<Long, UUID> lane = waiting.get(machine);
    if (lane == null) {
      return Optional.empty();
    }
    Optional<UUID> holder = index.holder(machine);
    return holder.isPresent()
        ? index.find(holder.get()).filter(action -> lane.containsKey(action.number()))
        : index.find(lane.firstEntry().getValue());
  }

  /** One that disrupts its machine already may go on, however many others there are. */
  private NavigableMap<Long, UUID> queue(ActionRecord action) {
    if (action.outside()) {
      return outside;
    }
    return action.disrupts() && !action.begun() ? disrupting : others;
  }

  private void withdraw(long number) {
    disrupting.remove(number);
    others.remove(number);
    outside.remove(number);
  }

  /** Whether an executor may claim the action. */
  boolean claimable(ActionRecord action) {
    return outside.containsKey(action.number());
  }

  /**
   * Whose turn it is: that of the first action that may begin. One that may not, as its machine serves, holds up none
   * behind it, and is asked first the next time.
   *
   * @param mayDisrupt whether an action may begin to disrupt its machine
   */
  Optional<UUID> first(Predicate<UUID> mayDisrupt) {
    Optional<Map.Entry<Long, UUID>> other = Optional.ofNullable(others.firstEntry());
    for (Map.Entry<Long, UUID> next : disrupting.entrySet()) {
      if (other.filter(first -> first.getKey() < next.getKey()).isPresent()) {
        break;
      }
      if (mayDisrupt.test(next.getValue())) {
        return Optional.of(next.getValue());
      }
    }
    return other.map(Map.Entry::getValue);
  }
}
