package io.cloudadapter.simulation.cloud;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The cloud's load balancers. Machines are registered and deregistered at once, or as late as the cloud has promised,
 * or not at all, with or without an error; some drain for a while before they are out. It has random numbers of its
 * own, so that the scenarios without load balancers stay as they were.
 */
public final class LoadBalancerBehavior {
  /** Another owner's host, behind every load balancer. */
  public static final String THEIRS = "theirs";

  private static final long DRAINS = 90 * SECOND;

  private final HostileCloud cloud;
  private final SeededRandom dice;

  /** Who is behind each, and since when. */
  private final Map<LoadBalancerName, Map<String, Long>> behind = new HashMap<>();

  LoadBalancerBehavior(HostileCloud cloud, SeededRandom dice) {
    this.cloud = cloud;
    this.dice = dice;
  }

  /** Since when a machine is behind a load balancer, if it is. */
  public OptionalLong since(LoadBalancerName balancer, String machine) {
    Long since = hosts(balancer).get(machine);
    return since == null ? OptionalLong.empty() : OptionalLong.of(since);
  }

  /** All that are behind a load balancer. */
  public Set<String> behind(LoadBalancerName balancer) {
    return hosts(balancer).keySet();
  }

  private Map<String, Long> hosts(LoadBalancerName balancer) {
    return behind.computeIfAbsent(balancer, b -> new LinkedHashMap<>(Map.of(THEIRS, 0L)));
  }

  void look(
      Effect.LookBehind look,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    Moment started = cloud.timeline.now();
    long took = callTime();
    Optional<CloudException> error = away.isPresent()
        ? away
        : cloud.faults.strikes(FaultKind.REGISTRATION_LOOK_FAILS)
            ? Optional.of(riddle())
            : Optional.empty();
    Set<MachineId> found = new HashSet<>();
    cloud.timeline.after(
        dice.between(0, took),
        () -> behind(look.balancer()).forEach(id -> found.add(new MachineId(id))));
    cloud.reply(
        hears,
        line,
        took,
        () -> new Event.LookedBehind(
            look.balancer(), started, error.isPresent() ? Set.of() : found, error));
  }

  void register(
      Effect.Register register,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    long took = callTime();
    Optional<CloudException> error = away;
    boolean fails = error.isEmpty() && cloud.faults.strikes(FaultKind.REGISTRATION_FAILS);
    if (fails) {
      error = Optional.of(dice.chance(0.3) ? refusal() : riddle());
    }
    boolean lands = error.isEmpty()
        || (error.get().effect() == CloudException.Effect.UNKNOWN && dice.chance(0.6));
    if (lands) {
      boolean late = fails && dice.chance(0.4);
      long at = late
          ? took + dice.between(0, cloud.weather.profile().lateAcceptance().toNanos())
          : dice.between(0, took);
      cloud.timeline.after(at, () -> lands(register));
    }
    Optional<CloudException> told = error;
    cloud.reply(
        hears,
        line,
        took,
        () -> new Event.Registered(register.balancer(), register.machines(), register.in(), told));
  }

  private void lands(Effect.Register register) {
    cloud.chronicle.tell("cloud", () -> "does " + register);
    Map<String, Long> hosts = hosts(register.balancer());
    for (MachineId id : register.machines()) {
      boolean there = cloud.machine(id.value()).filter(CloudMachine::alive).isPresent();
      if (!register.in()) {
        leaves(hosts, id.value());
      } else if (there) {
        hosts.putIfAbsent(id.value(), cloud.timeline.nanos());
      }
    }
  }

  /** A user takes one host out from behind each load balancer, by hand. */
  public void oneIsTakenOutByHand() {
    for (Map<String, Long> hosts : behind.values()) {
      hosts.keySet().stream().filter(id -> !id.equals(THEIRS)).findFirst().ifPresent(hosts::remove);
    }
  }

  /** Some drain first; a host that is registered again meanwhile stays. */
  private void leaves(Map<String, Long> hosts, String id) {
    Long since = hosts.get(id);
    if (since != null && dice.chance(0.3)) {
      cloud.timeline.after(dice.between(0, DRAINS), () -> hosts.remove(id, since));
    } else {
      hosts.remove(id);
    }
  }

  private CloudException refusal() {
    return ErrorGenerator.of(
        dice.pick(List.of(Kind.UNAVAILABLE, Kind.THROTTLED, Kind.CONFLICT, Kind.DENIED)),
        CloudException.Effect.NONE);
  }

  private CloudException riddle() {
    return ErrorGenerator.of(
        dice.pick(List.of(Kind.TIMEOUT, Kind.UNAVAILABLE, Kind.UNCLASSIFIED)),
        CloudException.Effect.UNKNOWN);
  }

  private long callTime() {
    long most = cloud.weather.profile().callTimeout().toNanos();
    return dice.chance(0.1) ? dice.between(SECOND, most) : dice.between(1, SECOND);
  }
}
