package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.core.config.LoadBalancingConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.cloud.LoadBalancerBehavior;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks the registrations with one pool's load balancers (I14): only machines that serve are registered, hosts of
 * others are not touched, no machine is announced to end, or ends, before it is out or its time to drain is up, and
 * in the end exactly the machines that serve are registered.
 */
public final class LoadBalancerChecker {
  private final InvariantChecker judge;
  private final HostileCloud cloud;
  private final VirtualTime timeline;

  LoadBalancerChecker(InvariantChecker judge, HostileCloud cloud, VirtualTime timeline) {
    this.judge = judge;
    this.cloud = cloud;
    this.timeline = timeline;
  }

  /** The same pool behind load balancers. */
  public static PoolConfig configured(PoolConfig plain, SeededRandom dice) {
    List<LoadBalancerName> behind = new ArrayList<>();
    behind.add(new LoadBalancerName("north", "shared"));
    if (dice.chance(0.3)) {
      behind.add(new LoadBalancerName("north", plain.name().value()));
    }
    Duration drainWithin = Duration.ofSeconds(dice.between(20, 600));
    return plain.toBuilder()
        .loadBalancing(new LoadBalancingConfig(behind, drainWithin))
        .build();
  }

  private LoadBalancingConfig wanted() {
    return judge.config().loadBalancing();
  }

  void leaves(Effect.Register register) {
    for (MachineId id : register.machines()) {
      MachineRecord machine = judge.machine(id.value());
      boolean serves = machine != null && serves(machine);
      boolean ours = machine != null
          && machine.status() != Status.QUARANTINED
          && machine.status() != Status.DETACHED;
      rule(
          register.in() ? serves : ours && !serves,
          "I14",
          () -> (register.in() ? "put behind " : "taken out from behind ") + register.balancer()
              + " is " + id + ", which is " + machine);
    }
  }

  /** A machine's receiver learns that it will end, or the machine ends. */
  void goes(String id) {
    for (LoadBalancerName balancer : wanted().behind()) {
      OptionalLong since = cloud.balancers.since(balancer, id);
      // One that was to return has drained since then.
      long retired = judge.warm.cooledAt(id).orElse(judge.retiredAt(id));
      boolean late = timeline.nanos() - retired >= wanted().drainWithin().toNanos();
      rule(
          since.isEmpty() || since.getAsLong() > retired || late,
          "I14",
          () -> "machine " + id + " goes and is behind " + balancer);
    }
  }

  /** What is not yet as it must be in the end. */
  List<String> unfinished() {
    List<String> reasons = new ArrayList<>();
    for (LoadBalancerName balancer : wanted().behind()) {
      Set<String> there = cloud.balancers.behind(balancer);
      if (!there.contains(LoadBalancerBehavior.THEIRS)) {
        reasons.add("what others have behind " + balancer + " is gone");
      }
      Set<String> missing = new TreeSet<>();
      for (MachineRecord machine : judge.present()) {
        if (serves(machine) && !there.contains(machine.id())) {
          missing.add(machine.id());
        }
      }
      if (!missing.isEmpty()) {
        reasons.add("not behind " + balancer + ": " + missing);
      }
      for (String id : there) {
        MachineRecord machine = judge.machine(id);
        if (machine != null && machine.status() != Status.DETACHED && !serves(machine)) {
          reasons.add("still behind " + balancer + ": " + machine);
        }
      }
    }
    return reasons;
  }

  private static boolean serves(MachineRecord machine) {
    return machine.status() == Status.LIVE
        && machine.ran()
        && machine.state() == MachineState.RUNNING
        && !machine.entering()
        && machine.warm() == null
        && (machine.serviceState() == ServiceState.IN_SERVICE
            || machine.serviceState() == ServiceState.UNKNOWN
            // One that its load balancers find ill stays, so that they can find it well again.
            || (machine.serviceState() == ServiceState.UNHEALTHY
                && machine.serviceSource() == HealthSource.LOAD_BALANCER));
  }
}
