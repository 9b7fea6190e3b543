package io.cloudadapter.simulation.cloud;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.action.ActionToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * What the cloud does when it is asked for an action: does it at once, or as late as it has promised, or not at
 * all, and says so or not. What it shows of that later may be as old as its lists. Its dice are its own, so that the
 * stories without actions stay what they were.
 */
public final class ActionBehavior {
  /** Something was done. */
  public record Deed(UUID action, int attempt, String machine, long at) {}

  private final HostileCloud cloud;
  private final SeededRandom dice;
  private final Map<UUID, List<Deed>> done = new HashMap<>();
  private final List<Consumer<Deed>> watchers = new ArrayList<>();

  ActionBehavior(HostileCloud cloud, SeededRandom dice) {
    this.cloud = cloud;
    this.dice = dice;
  }

  /** Calls back whenever something is done. */
  public void watch(Consumer<Deed> watcher) {
    watchers.add(watcher);
  }

  public List<Deed> of(UUID action) {
    return done.getOrDefault(action, List.of());
  }

  /** A call of an action leaves, unless its process stood still for too long before. */
  void act(
      Effect.Act act,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    if (cloud.timeline.nanos() - act.notAfter() > 0) {
      told(act, line, hears, 1, ErrorGenerator.of(Kind.CANCELLED, CloudException.Effect.NONE));
      return;
    }
    long took = callTime();
    if (away.isPresent()) {
      if (away.get().effect() == CloudException.Effect.UNKNOWN && dice.chance(0.5)) {
        cloud.timeline.after(dice.between(0, took), () -> done(act));
      }
      told(act, line, hears, took, away.get());
    } else if (cloud.faults.strikes(FaultKind.ACTION_REFUSED)) {
      told(act, line, hears, took, refusal());
    } else if (cloud.faults.strikes(FaultKind.ACTION_LOST)) {
      told(act, line, hears, took, riddle());
    } else if (cloud.faults.strikes(FaultKind.ACTION_LATE)) {
      long late = dice.between(0, cloud.weather.profile().lateAcceptance().toNanos());
      cloud.timeline.after(took + late, () -> done(act));
      told(act, line, hears, took, riddle());
    } else if (cloud.faults.strikes(FaultKind.ACTION_REPLY_LOST)) {
      cloud.timeline.after(dice.between(0, took), () -> done(act));
      told(act, line, hears, took, riddle());
    } else {
      well(act, line, hears, took);
    }
  }

  private void well(Effect.Act act, HostileCloud.Line line, Consumer<Event> hears, long took) {
    boolean slow = dice.chance(0.2);
    boolean[] there = {false};
    cloud.timeline.after(dice.between(0, took), () -> there[0] = done(act));
    ActionToken token = act.token();
    cloud.reply(
        hears,
        line,
        took,
        () -> new Event.Acted(
            token.action(),
            token.attempt(),
            there[0]
                ? Optional.of(slow ? ActionProgress.underWay() : ActionProgress.done())
                : Optional.empty(),
            there[0]
                ? Optional.empty()
                : Optional.of(ErrorGenerator.of(Kind.NOT_FOUND, CloudException.Effect.NONE))));
  }

  private void told(
      Effect.Act act,
      HostileCloud.Line line,
      Consumer<Event> hears,
      long took,
      CloudException error) {
    ActionToken token = act.token();
    cloud.reply(
        hears,
        line,
        took,
        () ->
            new Event.Acted(token.action(), token.attempt(), Optional.empty(), Optional.of(error)));
  }

  private CloudException refusal() {
    Kind kind = dice.pick(List.of(
        Kind.UNAVAILABLE, Kind.THROTTLED, Kind.TIMEOUT, Kind.CONFLICT, Kind.DENIED, Kind.INVALID));
    return ErrorGenerator.of(kind, CloudException.Effect.NONE);
  }

  private CloudException riddle() {
    return ErrorGenerator.of(
        dice.pick(List.of(Kind.TIMEOUT, Kind.UNAVAILABLE, Kind.UNCLASSIFIED, Kind.THROTTLED)),
        CloudException.Effect.UNKNOWN);
  }

  private long callTime() {
    long most = cloud.weather.profile().callTimeout().toNanos();
    return dice.chance(0.1) ? dice.between(SECOND, most) : dice.between(1, SECOND);
  }

  /** Does it, if the machine is there. */
  private boolean done(Effect.Act act) {
    String id = act.machine().value();
    if (cloud.machine(id).filter(CloudMachine::alive).isEmpty()) {
      return false;
    }
    Deed deed = new Deed(act.token().action(), act.token().attempt(), id, cloud.timeline.nanos());
    cloud.chronicle.tell("cloud", () -> "does " + act.action() + ", " + deed);
    done.computeIfAbsent(deed.action(), action -> new ArrayList<>()).add(deed);
    watchers.forEach(watcher -> watcher.accept(deed));
    return true;
  }

  /** An executor has done it. */
  public void doneOutside(UUID action, int attempt, String machine) {
    Deed deed = new Deed(action, attempt, machine, cloud.timeline.nanos());
    cloud.chronicle.tell("outside", () -> "does " + deed);
    done.computeIfAbsent(action, a -> new ArrayList<>()).add(deed);
    watchers.forEach(watcher -> watcher.accept(deed));
  }

  /** What was done of an action, as far as it shows. */
  void probe(
      Effect.Probe probe,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    ActionToken token = probe.token();
    long lag = dice.between(0, cloud.weather.profile().visibleWithin().toNanos());
    long seen = cloud.timeline.nanos() - (dice.chance(0.5) ? lag : 0);
    boolean shows = of(token.action()).stream().anyMatch(deed -> deed.at() <= seen);
    Optional<CloudException> error = away.isPresent()
        ? away
        : cloud.faults.strikes(FaultKind.ACTION_PROBE_FAILS)
            ? Optional.of(ErrorGenerator.of(Kind.UNAVAILABLE, CloudException.Effect.NONE))
            : Optional.empty();
    ActionProgress progress = !shows
        ? ActionProgress.notDone()
        : dice.chance(0.2) && !cloud.faults.isCalm()
            ? ActionProgress.underWay()
            : ActionProgress.done();
    cloud.reply(
        hears,
        line,
        callTime(),
        () -> new Event.Probed(
            token.action(),
            token.attempt(),
            probe.asked(),
            error.isPresent() ? Optional.empty() : Optional.of(progress),
            error));
  }
}
