package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Event;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The service states, protections and memberships that commands have set, and a check that the ledger has them. */
final class MachineFlags {
  private final InvariantChecker judge;
  private final Map<String, ServiceState> serviceStates = new HashMap<>();
  private final Map<String, Boolean> protections = new HashMap<>();
  private final Map<String, MembershipStatus> memberships = new HashMap<>();

  MachineFlags(InvariantChecker judge) {
    this.judge = judge;
  }

  void set(String machine, ServiceState state) {
    serviceStates.put(machine, state);
  }

  void protect(String machine, boolean isProtected) {
    protections.put(machine, isProtected);
  }

  void set(String machine, MembershipStatus status) {
    memberships.put(machine, status);
  }

  /** Service states, protections and memberships are as they were set last, for as long as a machine is a member. */
  void compare(List<Event.Asked> changing) {
    Set<String> ids = judge.takeChanged();
    changing.forEach(asked -> named(asked.command()).ifPresent(ids::add));
    for (String id : ids) {
      MachineRecord machine = judge.machine(id);
      if (machine != null && machine.status().member() && machine.generation() == 0) {
        ServiceState state = serviceStates.getOrDefault(id, ServiceState.UNKNOWN);
        rule(
            machine.serviceState() == state,
            "I6",
            () -> "machine " + id + " is " + machine.serviceState() + ", set was " + state);
        rule(
            machine.isProtected() == protections.getOrDefault(id, false),
            "I6",
            () -> "machine " + id + " has lost its protection, or got one");
        MembershipStatus membership = memberships.getOrDefault(id, MembershipStatus.DEFAULT);
        rule(
            machine.membershipStatus().equals(membership),
            "I6",
            () ->
                "machine " + id + " is " + machine.membershipStatus() + ", set was " + membership);
      }
    }
  }

  /** No caller got an answer: the durable values of the flags are right. */
  void forget(List<Event.Asked> changing) {
    for (Event.Asked asked : changing) {
      String id = named(asked.command()).orElse("");
      MachineRecord machine = judge.machine(id);
      if (machine != null) {
        serviceStates.put(id, machine.serviceState());
        protections.put(id, machine.isProtected());
        memberships.put(id, machine.membershipStatus());
      }
    }
  }

  private static Optional<String> named(Command command) {
    return command instanceof Command.SetServiceState state
        ? Optional.of(state.machine().value())
        : command instanceof Command.Protect protect
            ? Optional.of(protect.machine().value())
            : command instanceof Command.ReclaimNotice notice
                ? Optional.of(notice.machine().value())
                : command instanceof Command.SetMembershipStatus membership
                    ? Optional.of(membership.machine().value())
                    : Optional.empty();
  }
}
