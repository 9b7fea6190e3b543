package io.cloudadapter.simulation;

import io.cloudadapter.simulation.fault.FaultCount;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.process.SimulationWorld;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a simulation.
 *
 * @param seed decided everything that was left open
 * @param violation the rule that was broken, and how; empty if all held
 * @param story who did what when, at the end and as far as it concerns the violation; empty if all held
 * @param events how many things happened
 * @param steps how many steps the keepers took
 * @param hash equal for two tellings of the same story
 * @param time how long the story lasted, by its own clock
 * @param pools how many pools it had
 * @param launches how many machines were made for the pools
 * @param terminations how many of them have ended, for any reason
 * @param hours machine-hours that the cloud bills for them, from birth to final end, the calm left out
 * @param stoppedHours those hours in which the machine was stopped, which many clouds bill for its disks only
 * @param crashes how many processes died
 * @param faults how often each kind of fault could have struck, and did
 * @param samples how the first pool fared over time; empty unless asked for
 */
public record SimulationReport(
    long seed,
    Optional<String> violation,
    String story,
    long events,
    long steps,
    long hash,
    Duration time,
    int pools,
    int launches,
    int terminations,
    double hours,
    double stoppedHours,
    int crashes,
    Map<FaultKind, FaultCount> faults,
    List<SimulationSample> samples) {

  /** Copies the collections. */
  public SimulationReport {
    faults = Map.copyOf(faults);
    samples = List.copyOf(samples);
  }

  /**
   * How much pool keeping it covered.
   *
   * @return pools times days
   */
  public double poolDays() {
    return pools * (time.toSeconds() / 86_400.0);
  }

  /** Plays a story to its end, or to the rule that it breaks. */
  static SimulationReport of(long seed, SimulationWorld world, Runnable play) {
    Optional<String> violation = Optional.empty();
    try {
      play.run();
    } catch (AssertionError e) {
      violation = Optional.of(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      // A keeper that throws has broken its promises too: the story says where.
      violation = Optional.of(e.getClass().getSimpleName() + ": " + e.getMessage() + where(e));
    }
    violation.ifPresent(text -> world.chronicle.tell("judge", () -> text));
    String story = violation.map(text -> world.chronicle.told(text, 60)).orElse("");
    return new SimulationReport(
        seed,
        violation,
        story,
        world.timeline.happened(),
        world.steps(),
        world.hash(),
        Duration.ofNanos(world.timeline.nanos()),
        world.wards().size(),
        world.meter.launched(),
        world.meter.ended(),
        world.meter.hours(),
        world.meter.stoppedHours(),
        world.crashes(),
        world.faults.tallies(),
        List.of());
  }

  private static String where(Throwable e) {
    StringBuilder text = new StringBuilder();
    for (StackTraceElement at : e.getStackTrace()) {
      if (at.getClassName().startsWith("io.cloudadapter")) {
        text.append("\n    at ").append(at);
      }
    }
    return text.toString();
  }

  SimulationReport with(List<SimulationSample> taken) {
    return new SimulationReport(
        seed,
        violation,
        story,
        events,
        steps,
        hash,
        time,
        pools,
        launches,
        terminations,
        hours,
        stoppedHours,
        crashes,
        faults,
        taken);
  }
}
