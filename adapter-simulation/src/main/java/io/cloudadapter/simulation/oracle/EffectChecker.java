package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.broken;
import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.simulation.cloud.CloudMachine;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.fault.FaultRates;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Checks what leaves for the cloud against what is durable: launches (I1 to I3), ends and marks (I4, I5). */
final class EffectChecker {
  private record Request(String frozen, int count) {}

  private final InvariantChecker judge;
  private final HostileCloud cloud;
  private final ResourceChecker resources;
  private final boolean resendable;
  private final int endsTogether;
  private final Map<String, Request> sent = new HashMap<>();
  private int launchesSent;

  EffectChecker(InvariantChecker judge, HostileCloud cloud, FaultRates weather) {
    this.judge = judge;
    this.cloud = cloud;
    this.resources = judge.resources;
    this.resendable = weather.profile().keySupport().kind() != LaunchKeySupport.Kind.NONE;
    this.endsTogether = weather.endsTogether();
  }

  /** How many launches have left for the cloud, each counted once. */
  int launches() {
    return launchesSent;
  }

  /** An effect leaves for the cloud. */
  void leaves(Effect effect) {
    judge.operating.leaves(effect);
    if (effect instanceof Effect.Launch launch) {
      launches(launch);
    } else if (effect instanceof Effect.Terminate terminate) {
      rule(
          terminate.machines().size() <= endsTogether,
          "I5",
          terminate.machines() + " end by one call");
      terminate.machines().forEach(machine -> terminates(machine.value()));
    } else if (effect instanceof Effect.Mark mark) {
      MachineRecord machine = judge.machine(mark.machine().value());
      if (machine == null || (machine.status() != Status.ATTACHING && !machine.remark())) {
        throw broken("I4", "machine " + mark.machine() + " is marked, but is " + machine);
      }
    } else if (effect instanceof Effect.Unmark unmark) {
      MachineRecord machine = judge.machine(unmark.machine().value());
      if (machine == null || (machine.status() != Status.DETACHING && !machine.remark())) {
        throw broken("I4", "machine " + unmark.machine() + " is unmarked, but is " + machine);
      }
    } else if (effect instanceof Effect.Release release) {
      resources.leaves(release);
    } else if (effect instanceof Effect.Register register) {
      judge.registrations.leaves(register);
    } else if (effect instanceof Effect.Tell tell) {
      judge.pauses.messages().tells(tell);
      if (tell.message().transition() == LifecycleTransition.TERMINATE) {
        judge.registrations.goes(tell.message().machine().value());
      }
    } else if (effect instanceof Effect.Power power) {
      judge.warm.leaves(power);
    } else if (effect instanceof Effect.Act act) {
      judge.undertakings.acts(act);
    }
  }

  private void launches(Effect.Launch launch) {
    String key = launch.key().value();
    LaunchRecord intent = judge.intent(key);
    if (intent == null
        || intent.status() != LaunchRecord.Status.SENT
        || !launch.frozen().equals(intent.frozen())) {
      throw broken("I1", "launch " + key + " leaves, durable is " + intent);
    }
    judge.refreshes.launches(intent, cloud.prepared(launch.frozen()));
    Request request = new Request(launch.frozen(), launch.count());
    Request before = sent.put(key, request);
    launchesSent += before == null ? 1 : 0;
    rule(
        before == null || before.equals(request),
        "I2",
        "launch " + key + " is repeated with another request: " + before + ", " + request);
    rule(
        before == null || resendable,
        "I2",
        "launch " + key + " is repeated, but the cloud has no keys");
    rule(
        before != null || launch.count() <= intent.possible(),
        "I3",
        "launch " + key + " asks for " + launch.count() + ", promised are " + intent.possible());
    if (cloud.ownData.isThere()) {
      rule(
          cloud.ownData.launchOf(launch.frozen()).filter(launch.key()::equals).isPresent(),
          "I2",
          "launch " + key + " leaves with values of "
              + cloud.ownData.launchOf(launch.frozen()).map(LaunchKey::value).orElse("no launch"));
      rule(
          launch.count() == 1,
          "I3",
          "launch " + key + " has values for one machine, and asks for " + launch.count());
    }
    launch.total().ifPresent(this::targets);
  }

  /** A group is asked for what is there to stay, or being waited for, and for no machine more. */
  private void targets(int total) {
    int wanted = 0;
    for (MachineRecord machine : judge.present()) {
      boolean member = machine.status() == Status.LIVE || machine.status() == Status.RETIRING;
      wanted += member && !machine.dropped() ? 1 : 0;
    }
    for (LaunchRecord intent : judge.unresolved()) {
      wanted += intent.status() == LaunchRecord.Status.SENT ? intent.possible() : 0;
    }
    rule(total <= wanted, "I3", "a group is asked for " + total + ", wanted are " + wanted);
  }

  private void terminates(String id) {
    MachineRecord machine = judge.machine(id);
    if (machine == null || machine.status() != Status.DELETING || machine.reason() == null) {
      throw broken("I5", "machine " + id + " is ended, but durable is " + machine);
    }
    judge.registrations.goes(id);
    Optional<CloudMachine> truth = cloud.machine(id).filter(CloudMachine::alive);
    rule(
        truth.isEmpty()
            || machine.remark()
            || judge.strays.ended(id)
            || truth.get().truth().marks.filter(judge::ours).isPresent(),
        "I5",
        "machine " + id + " is ended, but carries " + truth.map(CloudMachine::truth));
  }
}
