package io.cloudadapter.simulation.cloud;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the checks of the hostile cloud and of its load balancers find. Unless {@link #begin} was called, and in the
 * calm, all machines are well. From then on machines fall ill and get well, and the checks lie, flap, show nothing,
 * cannot be read, and hang.
 */
public final class HealthBehavior {
  /** How the reads of one source go for a while. */
  private enum Manner {
    TRUE,
    LYING,
    ALL_BAD,
    SILENT,
    FAILING,
    HANGING
  }

  private static final List<Manner> MANNERS = List.of(
      Manner.TRUE,
      Manner.TRUE,
      Manner.TRUE,
      Manner.TRUE,
      Manner.LYING,
      Manner.ALL_BAD,
      Manner.SILENT,
      Manner.FAILING,
      Manner.HANGING);

  private final HostileCloud cloud;
  private final Set<String> ill = new HashSet<>();
  private final Map<Optional<LoadBalancerName>, Manner> manners = new HashMap<>();

  private @Nullable SeededRandom dice;

  HealthBehavior(HostileCloud cloud) {
    this.cloud = cloud;
  }

  /** Has machines fall ill and checks go wrong from now on, as the dice fall. */
  public void begin(SeededRandom random) {
    dice = random;
  }

  void read(
      Effect.ReadLoadBalancerHealth read,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    List<String> behind = cloud.balancers.behind(read.balancer()).stream()
        .filter(id -> cloud.machine(id).isPresent())
        .toList();
    answer(Optional.of(read.balancer()), read.asker(), behind, line, hears, away);
  }

  void read(
      Effect.ReadInstanceStatus read,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    List<String> machines =
        read.machines().stream().map(MachineId::value).sorted().toList();
    answer(Optional.empty(), read.asker(), machines, line, hears, away);
  }

  private void answer(
      Optional<LoadBalancerName> balancer,
      long asker,
      List<String> machines,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    SeededRandom random = cloud.faults.isCalm() ? null : dice;
    Manner manner = random == null ? Manner.TRUE : manner(balancer, random);
    if (random == null) {
      ill.clear();
    } else {
      happen(machines, random);
    }
    List<HealthReport> reports = new ArrayList<>();
    for (String id : machines) {
      HealthVerdict verdict = verdict(manner, ill.contains(id), random);
      reports.add(new HealthReport(new MachineId(id), verdict, verdict + " by " + manner));
    }
    Optional<CloudException> error = away.isPresent() ? away : failure(manner, random);
    long took = manner == Manner.HANGING
        ? cloud.weather.profile().callTimeout().toNanos() + SECOND
        : cloud.callTime();
    List<HealthReport> shown = error.isPresent() ? List.of() : List.copyOf(reports);
    cloud.chronicle.tell(
        "cloud",
        () -> "shows " + balancer.map(Object::toString).orElse("the status") + " as " + shown
            + error.map(e -> " and fails").orElse(""));
    cloud.reply(hears, line, took, () -> new Event.HealthRead(balancer, asker, shown, error));
  }

  private Manner manner(Optional<LoadBalancerName> balancer, SeededRandom random) {
    Manner before = manners.getOrDefault(balancer, Manner.TRUE);
    Manner now = random.chance(0.6) ? before : random.pick(MANNERS);
    manners.put(balancer, now);
    return now;
  }

  /** Machines fall ill and get well. */
  private void happen(Collection<String> machines, SeededRandom random) {
    for (String id : machines) {
      if (random.chance(0.1)) {
        ill.add(id);
      } else if (random.chance(0.2)) {
        ill.remove(id);
      }
    }
  }

  private static HealthVerdict verdict(
      Manner manner, boolean isIll, @Nullable SeededRandom random) {
    HealthVerdict found = isIll ? HealthVerdict.BAD : HealthVerdict.OK;
    return switch (manner) {
      case TRUE, FAILING, HANGING -> found;
      case LYING -> random != null && random.chance(0.3) ? HealthVerdict.BAD : found;
      case ALL_BAD -> HealthVerdict.BAD;
      case SILENT -> random != null && random.chance(0.8) ? HealthVerdict.CANNOT_TELL : found;
    };
  }

  private static Optional<CloudException> failure(Manner manner, @Nullable SeededRandom random) {
    if (random == null) {
      return Optional.empty();
    }
    return switch (manner) {
      case HANGING -> Optional.of(ErrorGenerator.of(Kind.TIMEOUT, CloudException.Effect.UNKNOWN));
      case FAILING ->
        Optional.of(ErrorGenerator.of(
            random.pick(List.of(Kind.UNAVAILABLE, Kind.THROTTLED, Kind.DENIED, Kind.NOT_FOUND)),
            CloudException.Effect.NONE));
      case TRUE, LYING, ALL_BAD, SILENT -> Optional.empty();
    };
  }
}
