package io.cloudadapter.simulation.cloud;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineSighting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * How the cloud starts and stops machines when a keeper asks for it: at once, late, or not at all, and whether it says
 * so. Its dice are its own, so that the stories without warm pools stay what they were.
 */
public final class PowerBehavior {
  private static final long START = 30 * SECOND;
  private static final long STOP = 20 * SECOND;

  private final HostileCloud cloud;
  private final SeededRandom dice;
  private final Set<String> broken = new HashSet<>();
  private final List<Consumer<String>> stops = new ArrayList<>();

  PowerBehavior(HostileCloud cloud, SeededRandom dice) {
    this.cloud = cloud;
    this.dice = dice;
  }

  /** Calls back whenever a request of a keeper stops a machine that runs. */
  public void watchStops(Consumer<String> watcher) {
    stops.add(watcher);
  }

  void power(
      Effect.Power power,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    if (cloud.timeline.nanos() - power.notAfter() > 0) {
      told(power, line, hears, 1, ErrorGenerator.of(Kind.CANCELLED, CloudException.Effect.NONE));
      return;
    }
    long took = callTime();
    if (away.isPresent()) {
      if (away.get().effect() == CloudException.Effect.UNKNOWN && dice.chance(0.5)) {
        cloud.timeline.after(dice.between(0, took), () -> done(power));
      }
      told(power, line, hears, took, away.get());
    } else if (cloud.faults.strikes(FaultKind.POWER_REFUSED)) {
      Kind kind = dice.pick(List.of(
          Kind.UNAVAILABLE,
          Kind.THROTTLED,
          Kind.TIMEOUT,
          Kind.CAPACITY,
          Kind.CONFLICT,
          Kind.INVALID));
      told(power, line, hears, took, ErrorGenerator.of(kind, CloudException.Effect.NONE));
    } else if (cloud.faults.strikes(FaultKind.POWER_LOST)) {
      told(power, line, hears, took, cloud.riddle());
    } else if (cloud.faults.strikes(FaultKind.POWER_LATE)) {
      long late = dice.between(0, cloud.weather.profile().lateAcceptance().toNanos());
      cloud.timeline.after(took + late, () -> done(power));
      told(power, line, hears, took, cloud.riddle());
    } else if (cloud.faults.strikes(FaultKind.POWER_REPLY_LOST)) {
      cloud.timeline.after(dice.between(0, took), () -> done(power));
      told(power, line, hears, took, cloud.riddle());
    } else {
      well(power, line, hears, took);
    }
  }

  private void well(Effect.Power power, HostileCloud.Line line, Consumer<Event> hears, long took) {
    boolean there =
        cloud.machine(power.machine().value()).filter(CloudMachine::alive).isPresent();
    cloud.timeline.after(dice.between(0, took), () -> done(power));
    cloud.reply(
        hears,
        line,
        took,
        () -> new Event.Powered(
            power.machine(),
            power.on(),
            there
                ? Optional.of(dice.chance(0.5) ? ActionProgress.underWay() : ActionProgress.done())
                : Optional.empty(),
            there
                ? Optional.empty()
                : Optional.of(ErrorGenerator.of(Kind.NOT_FOUND, CloudException.Effect.NONE))));
  }

  private void told(
      Effect.Power power,
      HostileCloud.Line line,
      Consumer<Event> hears,
      long took,
      CloudException error) {
    cloud.reply(
        hears,
        line,
        took,
        () -> new Event.Powered(power.machine(), power.on(), Optional.empty(), Optional.of(error)));
  }

  private long callTime() {
    long most = cloud.weather.profile().callTimeout().toNanos();
    return dice.chance(0.1) ? dice.between(SECOND, most) : dice.between(1, SECOND);
  }

  private void done(Effect.Power power) {
    String id = power.machine().value();
    cloud.machine(id).filter(CloudMachine::alive).ifPresent(machine -> {
      if (power.on()) {
        starts(machine);
      } else {
        stops(machine);
      }
    });
  }

  private void starts(CloudMachine machine) {
    String id = machine.id.value();
    if (!machine.stopped() || broken.contains(id)) {
      return;
    }
    if (cloud.faults.strikes(FaultKind.START_STUCK)) {
      broken.add(id);
      return;
    }
    cloud.become(machine, MachineState.PENDING, MachineSighting.End.NOT_ENDED);
    cloud.timeline.after(dice.between(1, START), () -> cloud.move(machine, MachineState.RUNNING));
  }

  private void stops(CloudMachine machine) {
    MachineState now = machine.truth().state;
    if (machine.stopped() || (now != MachineState.RUNNING && now != MachineState.PENDING)) {
      return;
    }
    stops.forEach(watcher -> watcher.accept(machine.id.value()));
    boolean shows = dice.chance(0.3);
    if (shows) {
      cloud.become(machine, MachineState.TERMINATING, MachineSighting.End.NOT_ENDED);
    }
    cloud.timeline.after(shows ? dice.between(1, STOP) : 0, () -> {
      boolean stays = machine.alive() && !machine.stopped();
      boolean ends = machine.truth().state == MachineState.TERMINATING && !shows;
      if (stays && !ends) {
        cloud.become(machine, MachineState.TERMINATED, MachineSighting.End.STOPPED);
      }
    });
  }
}
