package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Event;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The service states, protections and memberships that commands have set, and a check that the ledger has them. */
final class MachineFlags {
  private final InvariantChecker judge;
  private final Map<String, ServiceState> serviceStates = new HashMap<>();
  /** The machines whose service state a caller has set. */
  private final Set<String> callers;

  /** The states that machines may have after the reports of this step. */
  private final Map<String, Set<ServiceState>> possible = new HashMap<>();

  private final Map<String, Boolean> protections = new HashMap<>();
  private final Map<String, MembershipStatus> memberships = new HashMap<>();

  MachineFlags(InvariantChecker judge) {
    this.judge = judge;
    this.callers = judge.health.setByCallers;
  }

  /** A caller sets a service state; UNKNOWN leaves it to probes and agents. */
  void set(String machine, ServiceState state) {
    serviceStates.put(machine, state);
    possible.remove(machine);
    if (state == ServiceState.UNKNOWN) {
      callers.remove(machine);
    } else {
      callers.add(machine);
    }
  }

  /** A probe or an agent reports. */
  void report(Command.ReportHealth command, boolean alone) {
    boolean suspended = judge.health.reported(command, alone);
    for (HealthReport report : command.reports()) {
      String id = report.machine().value();
      if (!callers.contains(id) && !(alone && judge.health.isOutranked(id, command.source()))) {
        Set<ServiceState> may = possible.computeIfAbsent(id, key -> {
          Set<ServiceState> states = EnumSet.noneOf(ServiceState.class);
          states.add(serviceStates.getOrDefault(key, ServiceState.UNKNOWN));
          return states;
        });
        switch (report.verdict()) {
          case OK -> may.add(ServiceState.IN_SERVICE);
          case BAD -> {
            if (!suspended) {
              may.add(ServiceState.UNHEALTHY);
            }
          }
          case CANNOT_TELL -> {
            if (command.source() == HealthSource.AGENT) {
              may.add(ServiceState.UNKNOWN);
            }
          }
        }
      }
    }
  }

  /** Load balancers or the cloud were read: all machines may follow, but those that a caller has set. */
  void reads() {
    for (MachineRecord machine : judge.present()) {
      if (!callers.contains(machine.id())) {
        possible
            .computeIfAbsent(machine.id(), key -> EnumSet.noneOf(ServiceState.class))
            .addAll(EnumSet.of(
                serviceStates.getOrDefault(machine.id(), ServiceState.UNKNOWN),
                ServiceState.IN_SERVICE,
                ServiceState.UNHEALTHY,
                ServiceState.UNKNOWN));
      }
    }
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
    changing.forEach(asked -> ids.addAll(named(asked.command())));
    for (String id : ids) {
      MachineRecord machine = judge.machine(id);
      if (machine != null && machine.status().member() && machine.generation() == 0) {
        ServiceState set = serviceStates.getOrDefault(id, ServiceState.UNKNOWN);
        boolean reset = machine.warm() != null && machine.serviceState() == ServiceState.UNKNOWN;
        if (reset) {
          callers.remove(id); // On its way to the warm pool it loses what was known of it.
        }
        Set<ServiceState> may =
            reset ? EnumSet.of(ServiceState.UNKNOWN) : possible.getOrDefault(id, EnumSet.of(set));
        rule(
            may.contains(machine.serviceState()),
            possible.containsKey(id) ? "I20" : "I6",
            () -> "machine " + id + " is " + machine.serviceState() + ", it may be " + may);
        rule(
            machine.health() == null || !callers.contains(id),
            "I20",
            () -> "machine " + id + " follows " + machine.health() + ", a caller has set " + set);
        serviceStates.put(id, machine.serviceState());
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
    possible.clear();
  }

  /** No caller got an answer: the durable values of the flags are right. */
  void forget(List<Event.Asked> changing) {
    possible.keySet().forEach(this::takeOver);
    possible.clear();
    for (Event.Asked asked : changing) {
      named(asked.command()).forEach(this::takeOver);
    }
  }

  private void takeOver(String id) {
    MachineRecord machine = judge.machine(id);
    if (machine != null) {
      serviceStates.put(id, machine.serviceState());
      protections.put(id, machine.isProtected());
      memberships.put(id, machine.membershipStatus());
      if (machine.health() == null && machine.serviceState() != ServiceState.UNKNOWN) {
        callers.add(id);
      } else {
        callers.remove(id);
      }
    }
  }

  private static List<String> named(Command command) {
    if (command instanceof Command.SetServiceState state) {
      return List.of(state.machine().value());
    } else if (command instanceof Command.Protect protect) {
      return List.of(protect.machine().value());
    } else if (command instanceof Command.ReclaimNotice notice) {
      return List.of(notice.machine().value());
    } else if (command instanceof Command.SetMembershipStatus membership) {
      return List.of(membership.machine().value());
    } else if (command instanceof Command.ReportHealth health) {
      return health.reports().stream().map(report -> report.machine().value()).toList();
    }
    return List.of();
  }
}
