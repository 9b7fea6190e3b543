package io.cloudadapter.simulation.process;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.simulation.engine.SeededRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A client that follows the actions of one pool through the whole scenario, as an informer does: lists once, then
 * watches; closes the watch, loses the connection when a process dies, reconnects to any process, and continues from
 * the version that it had reached. It checks the changes (I13): versions never go back, each change follows from the
 * known state, no end is missed, and the changes add up to the list. Where that is not possible, and only there, the
 * watch must end with an error.
 *
 * <p>Asks nothing of the pool and rolls dice of its own, so a story is the same with and without it.
 */
final class ActionObserver {
  private final SimulationWorld world;
  private final PoolUnderTest ward;
  private final SeededRandom dice;

  /** What is known of each action. */
  private final Map<UUID, ActionStatus> known = new HashMap<>();

  /** The actions whose end was delivered. */
  private final Set<UUID> ends = new HashSet<>();

  /** How many of the endings that the invariant checker knows were compared. */
  private int compared;

  private long version = -1;
  private @Nullable KeeperProcess host;
  private @Nullable ActionWatch watch;
  private long nextAt;

  ActionObserver(SimulationWorld world, PoolUnderTest ward, SeededRandom dice) {
    this.world = world;
    this.ward = ward;
    this.dice = dice;
  }

  /** Takes its turn, if it is time. */
  void look() {
    if (world.timeline.nanos() < nextAt) {
      return;
    }
    nextAt = world.timeline.nanos() + dice.seconds(1, dice.chance(0.05) ? 7200 : 120);
    KeeperProcess at = host;
    if (at != null && (at.dead() || dice.chance(0.1))) {
      leave();
    }
    if (watch == null) {
      comeBack();
    }
    KeeperProcess now = host;
    if (watch != null && now != null && world.awake().contains(now)) {
      read(now);
    }
  }

  private void leave() {
    if (watch != null) {
      watch.close();
    }
    watch = null;
    host = null;
  }

  private void comeBack() {
    List<KeeperProcess> reachable = world.awake();
    if (reachable.isEmpty()) {
      return;
    }
    KeeperProcess next = dice.pick(reachable);
    host = next;
    try {
      if (version < 0) {
        list(next);
      }
      watch = next.feed().watch(version, Optional.of(ward.config().name()));
    } catch (PoolException e) {
      ended(next, e);
    }
  }

  private void read(KeeperProcess at) {
    ActionWatch following = Objects.requireNonNull(watch, "it watches");
    try {
      boolean news = ward.judge.undertakings.ended().size() > compared || dice.chance(0.1);
      List<ActionChange> page;
      do {
        page = following.next(Duration.ZERO);
        page.forEach(this::heard);
        news |= !page.isEmpty();
        rule(
            following.version() >= version,
            "I13",
            () -> "the watch is at version " + following.version() + ", and was at " + version);
        version = following.version();
      } while (!page.isEmpty());
      if (news) {
        compare(at.feed().list(ward.config().name()));
      }
    } catch (PoolException e) {
      ended(at, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("no code interrupts a scenario", e);
    }
  }

  private void ended(KeeperProcess at, PoolException why) {
    leave();
    rule(
        why.reason() == Reason.GONE || why.reason() == Reason.UNAVAILABLE,
        "I13",
        () -> "the watch from version " + version + " ends with " + why);
    if (why.reason() == Reason.GONE) {
      rule(
          !at.remembers(version),
          "I13",
          () -> "all since version " + version + " is known, but: " + why.getMessage());
      version = -1;
    }
  }

  private void heard(ActionChange change) {
    ActionStatus action = change.action();
    ActionStatus before = known.get(action.uid());
    rule(change.version() > version, "I13", () -> "after version " + version + " came " + change);
    rule(
        before == null
            || change.before().isEmpty()
            || change.before().get().version() == before.version(),
        "I13",
        () -> "known was " + before + ", and then came " + change);
    if (change.kind() == ActionChange.Kind.DELETED) {
      rule(
          before != null && before.ended(),
          "I13",
          () -> "an action was deleted whose end was never delivered: " + before);
      known.remove(action.uid());
      return;
    }
    rule(
        before == null || (!before.ended() && change.kind() == ActionChange.Kind.MODIFIED),
        "I13",
        () -> "known was " + before + ", and then came " + change);
    learn(action);
  }

  private void learn(ActionStatus action) {
    known.put(action.uid(), action);
    if (action.ended()) {
      ends.add(action.uid());
    }
  }

  private void list(KeeperProcess at) {
    ActionList list = at.feed().list(ward.config().name());
    known.clear();
    list.actions().forEach(this::learn);
    version = list.version();
    compared = ward.judge.undertakings.ended().size();
  }

  /** There are no more changes: those delivered must add up to the list, and no end may be missing. */
  private void compare(ActionList list) {
    rule(
        list.version() == version,
        "I13",
        () -> "the watch has told all up to version " + version + ", the list is of "
            + list.version());
    Map<UUID, Long> listed = new HashMap<>();
    list.actions().forEach(action -> listed.put(action.uid(), action.version()));
    Map<UUID, Long> told = new HashMap<>();
    known.forEach((uid, action) -> told.put(uid, action.version()));
    rule(
        told.equals(listed),
        "I13",
        () -> "up to version " + version + " the changes add up to " + told + ", and the list is "
            + listed);
    List<UUID> ended = ward.judge.undertakings.ended();
    for (UUID uid : ended.subList(compared, ended.size())) {
      rule(ends.contains(uid), "I13", () -> "the end of action " + uid + " was never delivered");
    }
    compared = ended.size();
  }
}
