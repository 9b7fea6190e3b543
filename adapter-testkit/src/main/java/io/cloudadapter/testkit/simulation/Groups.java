package io.cloudadapter.testkit.simulation;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.Marks;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Groups that the hostile cloud sizes by itself: it makes machines until a group has its target, some time later,
 * and makes another one when one ends that nobody has asked to end.
 */
final class Groups {

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

  private final Cloud cloud;
  private final Map<PoolName, Group> groups = new HashMap<>();

  Groups(Cloud cloud) {
    this.cloud = cloud;
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

  /** A member ends by itself, or cannot be made: the group makes another one, once it has noticed. */
  void ended(CloudMachine machine) {
    of(machine).ifPresent(group -> {
      group.members.remove(machine);
      cloud.timeline.after(cloud.dice.seconds(5, 300), () -> fill(group));
    });
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
    Marks marks = new Marks(group.spec.pool(), group.spec.incarnation(), Optional.empty());
    CloudMachine machine =
        cloud.add("g", null, group.spec.zone(), MachineState.REQUESTED, Optional.of(marks));
    group.members.add(machine);
    boolean rejected = cloud.faults.bites(FaultKind.REJECTED_MACHINE);
    if (!cloud.faults.bites(FaultKind.STUCK_MACHINE)) {
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
