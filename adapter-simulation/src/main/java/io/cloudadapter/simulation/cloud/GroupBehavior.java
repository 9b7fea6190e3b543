package io.cloudadapter.simulation.cloud;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.OwnershipMarks;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Groups that the hostile cloud sizes: it makes machines until a group has its target, some time later, and makes
 * another one when a machine ends without a request. Some groups let machines wait before they enter service or end,
 * until they are released, or for too long.
 */
public final class GroupBehavior {

  /** One group. */
  private static final class Group {
    final LaunchSpec spec;
    final Set<CloudMachine> members = new HashSet<>();
    int target;
    int coming;

    Group(LaunchSpec spec) {
      this.spec = spec;
    }
  }

  /** A machine that waits for its release. */
  public record Held(PoolName pool, CloudMachine machine, LifecycleTransition transition) {
    @Override
    public String toString() {
      return machine.id + " held before " + transition.word();
    }
  }

  private final HostileCloud cloud;
  private final Map<PoolName, Group> groups = new HashMap<>();

  /** Who is held, and until when by the timeline. */
  private final Map<Held, Long> held = new LinkedHashMap<>();

  private @Nullable SeededRandom holding;

  GroupBehavior(HostileCloud cloud) {
    this.cloud = cloud;
  }

  /** From now on groups hold machines. */
  public void hold(SeededRandom dice) {
    holding = dice;
  }

  /** Raises a target, never lowers it. */
  void raise(LaunchSpec spec, int total) {
    Group group = groups.computeIfAbsent(spec.pool(), pool -> new Group(spec));
    group.target = Math.max(group.target, total);
    cloud.chronicle.tell(
        "cloud",
        () -> "group " + spec.pool() + " is asked for " + total + ", target " + group.target);
    fill(group);
  }

  /** A member is ended by its keeper: the group gets smaller by one, once. */
  void leaves(CloudMachine machine) {
    of(machine).ifPresent(group -> {
      group.members.remove(machine);
      group.target--;
    });
  }

  /** A machine becomes a member: the group gets larger by one. */
  void joins(CloudMachine machine, PoolName pool) {
    Group group = groups.get(pool);
    if (group != null && group.members.add(machine)) {
      group.target++;
    }
  }

  /** A member ends without a request, or cannot be made: the group makes another one, after a while. */
  void ended(CloudMachine machine) {
    of(machine).ifPresent(group -> {
      group.members.remove(machine);
      cloud.timeline.after(cloud.dice.seconds(5, 300), () -> fill(group));
    });
  }

  // ------------------------------------------------------------------------------- holding

  public List<Held> held(PoolName pool) {
    return held.keySet().stream()
        .filter(one -> one.pool().equals(pool) && one.machine().alive())
        .toList();
  }

  private void hold(Held one) {
    held.put(one, 0L);
    cloud.chronicle.tell("cloud", () -> "its group holds " + one);
    extend(one);
  }

  /** The machine waits for another span; it ends unless it is released in time. */
  public void extend(Held one) {
    if (holding != null && held.containsKey(one)) {
      long span = holding.seconds(60, 600);
      long until = cloud.timeline.nanos() + span;
      held.put(one, until);
      cloud.timeline.after(span, () -> {
        if (held.remove(one, until)) {
          cloud.die(one.machine());
        }
      });
    }
  }

  public void release(Held one) {
    if (held.remove(one) != null && one.transition() == LifecycleTransition.TERMINATE) {
      cloud.end(one.machine().id);
    }
  }

  /** The group of a pool has one of its members end, and makes another one. */
  public void drop(PoolName pool) {
    Group group = groups.get(pool);
    if (holding == null || group == null) {
      return;
    }
    List<CloudMachine> serving = group.members.stream()
        .filter(CloudMachine::alive)
        .sorted(Comparator.comparing((CloudMachine one) -> one.id.value()))
        .toList();
    if (!serving.isEmpty()) {
      CloudMachine machine = holding.pick(serving);
      held.remove(new Held(pool, machine, LifecycleTransition.LAUNCH));
      group.members.remove(machine);
      hold(new Held(pool, machine, LifecycleTransition.TERMINATE));
      cloud.timeline.after(holding.seconds(0, 60), () -> fill(group));
    }
  }

  /** Whether a machine that is asked to end is held before it does. */
  boolean detains(CloudMachine machine) {
    Optional<PoolName> pool =
        machine.truth().marks.map(OwnershipMarks::pool).filter(groups::containsKey);
    if (holding == null || pool.isEmpty()) {
      return false;
    }
    held.remove(new Held(pool.get(), machine, LifecycleTransition.LAUNCH));
    Held end = new Held(pool.get(), machine, LifecycleTransition.TERMINATE);
    if (!held.containsKey(end) && of(machine).isPresent() && holding.chance(0.5)) {
      hold(end);
    }
    return held.containsKey(end);
  }

  private Optional<Group> of(CloudMachine machine) {
    return groups.values().stream()
        .filter(group -> group.members.contains(machine))
        .findAny();
  }

  private void fill(Group group) {
    while (group.members.size() + group.coming < group.target) {
      group.coming++;
      cloud.timeline.after(cloud.dice.seconds(1, 60), () -> {
        group.coming--;
        if (group.members.size() + group.coming < group.target) {
          born(group);
        }
      });
    }
  }

  private void born(Group group) {
    OwnershipMarks marks =
        new OwnershipMarks(group.spec.pool(), group.spec.incarnation(), Optional.empty());
    CloudMachine machine =
        cloud.add("g", null, group.spec.zone(), MachineState.REQUESTED, Optional.of(marks));
    group.members.add(machine);
    if (holding != null && !cloud.faults.isCalm() && holding.chance(0.7)) {
      hold(new Held(group.spec.pool(), machine, LifecycleTransition.LAUNCH));
    }
    boolean rejected = cloud.faults.strikes(FaultKind.REJECTED_MACHINE);
    if (!cloud.faults.strikes(FaultKind.STUCK_MACHINE)) {
      cloud.timeline.after(
          cloud.dice.seconds(0, 30), () -> cloud.move(machine, MachineState.PENDING));
      cloud.timeline.after(cloud.dice.seconds(30, 120), () -> {
        cloud.move(machine, rejected ? MachineState.REJECTED : MachineState.RUNNING);
        if (rejected) {
          ended(machine);
        }
      });
    }
  }
}
