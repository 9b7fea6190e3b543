package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancer.Ingress;
import io.cloudadapter.api.cloud.LoadBalancer.Target;
import io.cloudadapter.api.cloud.LoadBalancer.Target.Health;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.simulated.limit.CloudErrors;
import io.cloudadapter.simulated.machine.MachineTruth;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.spi.CloudException.Conflict;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The cloud's load balancers. Their addresses come from the block that is set aside for measurements (RFC
 * 2544), the lowest that is free. A host is healthy while the machine of that name runs.
 */
final class SimulatedLoadBalancers {

  /**
   * A load balancer as it is remembered; the health of its hosts is looked up each time.
   *
   * @param spec what was asked for last
   * @param address where it is reached
   */
  record Balancer(LoadBalancerSpec spec, String address) {}

  private static final int PER_BLOCK = 254;

  private final CloudState world;

  SimulatedLoadBalancers(CloudState world) {
    this.world = world;
  }

  static Set<Protocol> protocols(CloudSettings settings) {
    return settings.udp() ? Set.of(Protocol.TCP, Protocol.UDP) : Set.of(Protocol.TCP);
  }

  Optional<LoadBalancer> find(String region, String name) {
    return world.memory.balancers().get(key(region, name)).map(this::shown);
  }

  List<LoadBalancer> all() {
    return world.memory.balancers().values().stream().map(this::shown).toList();
  }

  LoadBalancer ensure(LoadBalancerSpec spec) {
    if (!spec.region().equals(world.settings.region())) {
      throw CloudErrors.notFound("region", spec.region() + "; there is " + world.settings.region());
    }
    spec.listeners().stream()
        .filter(listener -> !protocols(world.settings).contains(listener.protocol()))
        .findFirst()
        .ifPresent(listener -> {
          throw CloudErrors.unsupported("load balancers here do not speak " + listener.protocol());
        });
    Optional<Balancer> before = world.memory.balancers().get(key(spec.region(), spec.name()));
    refuseUnknown(spec.hosts(), before);
    String address = before
        .map(Balancer::address)
        .or(() -> spec.address().map(this::unlessTaken))
        .orElseGet(this::free);
    if (spec.address().filter(wanted -> !wanted.equals(address)).isPresent()) {
      throw CloudErrors.conflict("load balancer " + spec.name() + " has the address " + address
          + " and keeps it; delete it to give it another");
    }
    return kept(new Balancer(spec, address));
  }

  LoadBalancer setHosts(String region, String name, List<String> hosts) {
    Balancer before = existing(region, name);
    LoadBalancerSpec spec = before.spec();
    refuseUnknown(hosts, Optional.of(before));
    return kept(new Balancer(
        new LoadBalancerSpec(
            region, name, spec.address(), spec.listeners(), hosts, spec.affinity()),
        before.address()));
  }

  /** Machines behind a load balancer; they are named by their ids. */
  Set<MachineId> registered(LoadBalancerName name) {
    Set<String> hosts = Set.copyOf(existing(name.region(), name.name()).spec().hosts());
    return world.machines.all().stream()
        .map(machine -> machine.now().id())
        .filter(id -> hosts.contains(id.value()))
        .collect(Collectors.toSet());
  }

  /** What a load balancer finds of the machines behind it. */
  List<HealthReport> health(LoadBalancerName name) {
    return existing(name.region(), name.name()).spec().hosts().stream()
        .map(this::machine)
        .flatMap(Optional::stream)
        .map(machine -> world.health.behindBalancers(machine.id(), verdict(machine.state())))
        .toList();
  }

  private static HealthVerdict verdict(MachineState state) {
    return switch (state) {
      case RUNNING -> HealthVerdict.OK;
      case REQUESTED, PENDING -> HealthVerdict.CANNOT_TELL;
      case REJECTED, TERMINATING, TERMINATED -> HealthVerdict.BAD;
    };
  }

  /** Puts machines behind a load balancer, or takes them out. */
  boolean register(LoadBalancerName name, List<String> machines, boolean in) {
    Set<String> hosts =
        new LinkedHashSet<>(existing(name.region(), name.name()).spec().hosts());
    if (in) {
      world.machines.all().stream()
          .map(SimulatedMachine::now)
          .filter(facts -> !facts.over() && machines.contains(facts.id().value()))
          .forEach(facts -> hosts.add(facts.id().value()));
    } else {
      machines.forEach(hosts::remove);
    }
    setHosts(name.region(), name.name(), List.copyOf(hosts));
    return true;
  }

  private Balancer existing(String region, String name) {
    return world
        .memory
        .balancers()
        .get(key(region, name))
        .orElseThrow(() -> CloudErrors.notFound("load balancer", name + " in region " + region));
  }

  void delete(String region, String name) {
    if (world.memory.balancers().get(key(region, name)).isPresent()) {
      world.memory.balancers().remove(key(region, name));
    }
  }

  /** A host that is behind it already may be gone: a repetition of an accepted request is not refused. */
  private void refuseUnknown(List<String> hosts, Optional<Balancer> before) {
    List<String> behind = before.map(balancer -> balancer.spec().hosts()).orElse(List.of());
    List<String> unknown = hosts.stream()
        .filter(host -> !behind.contains(host) && machine(host).isEmpty())
        .toList();
    if (!unknown.isEmpty()) {
      throw CloudErrors.notFound("instance", String.join(", ", unknown));
    }
  }

  private LoadBalancer kept(Balancer balancer) {
    String key = key(balancer.spec().region(), balancer.spec().name());
    if (!world.memory.balancers().get(key).equals(Optional.of(balancer))) {
      world.memory.balancers().put(key, balancer);
    }
    return shown(balancer);
  }

  private LoadBalancer shown(Balancer balancer) {
    List<Target> targets = balancer.spec().hosts().stream()
        .map(host -> new Target(host, health(host)))
        .toList();
    return new LoadBalancer(
        balancer.spec(), List.of(new Ingress(Ingress.Kind.IP, balancer.address())), targets);
  }

  private Optional<MachineTruth> machine(String host) {
    return world.machines.all().stream()
        .map(SimulatedMachine::now)
        .filter(facts -> !facts.over() && InstanceView.instance(world, facts).answersTo(host))
        .findFirst();
  }

  private Health health(String host) {
    return machine(host)
        .map(MachineTruth::state)
        .map(state -> switch (state) {
          case RUNNING -> Health.HEALTHY;
          case REQUESTED, PENDING -> Health.UNKNOWN;
          case REJECTED, TERMINATING, TERMINATED -> Health.UNHEALTHY;
        })
        .orElse(Health.UNHEALTHY);
  }

  private String unlessTaken(String wanted) {
    boolean taken = taken(wanted)
        || world.machines.all().stream()
            .map(SimulatedMachine::now)
            .filter(facts -> facts.state() != MachineState.TERMINATED || facts.stopped())
            .anyMatch(facts -> facts.publicIps().contains(wanted));
    if (taken) {
      throw CloudErrors.conflict(Conflict.NAME_TAKEN, "the address " + wanted + " is taken");
    }
    return wanted;
  }

  private boolean taken(String address) {
    return world.memory.balancers().values().stream()
        .anyMatch(balancer -> balancer.address().equals(address));
  }

  private String free() {
    int number = 0;
    while (taken(nth(number))) {
      number++;
    }
    return nth(number);
  }

  private static String nth(int number) {
    return "198.18." + number / PER_BLOCK + "." + (number % PER_BLOCK + 1);
  }

  private static String key(String region, String name) {
    return region + "/" + name;
  }
}
