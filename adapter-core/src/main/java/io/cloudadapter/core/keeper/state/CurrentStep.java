package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.protocol.StepResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The step that a keeper takes at present: its moment, and the effects, answers and wake-up that it has asked for. */
public final class CurrentStep {
  private final List<Effect> effects = new ArrayList<>();
  private final List<StepResult.Answer> answers = new ArrayList<>();
  private final List<StepResult.Arrival> arrivals = new ArrayList<>();
  private final long startedAt;
  private final Instant startedAtWall;
  private Moment now;
  private long wake;

  /** Before the first step of a keeper that starts now. */
  public CurrentStep(Moment now) {
    this.now = now;
    this.startedAt = now.nanos();
    this.startedAtWall = now.wall();
  }

  /** Begins the next step. */
  public void begin(Moment at) {
    now = at;
    wake = at.plus(Duration.ofHours(1));
  }

  public Moment now() {
    return now;
  }

  public Instant wall() {
    return now.wall();
  }

  /** When this keeper began. */
  public long startedAt() {
    return startedAt;
  }

  /** Whether something is older than that by the wall clock, and also if that had not jumped in this life. */
  public boolean isOlder(Instant at, Duration age) {
    Instant before = at.plus(age);
    Instant steady = startedAtWall.plusNanos(now.nanos() - startedAt);
    return wall().isAfter(before) && steady.isAfter(before);
  }

  /** Has the outside world do something once the step is durable. */
  public void emit(Effect effect) {
    effects.add(effect);
  }

  public void answer(CommandSender caller, Optional<CommandResult> outcome) {
    answers.add(new StepResult.Answer(caller, outcome, Optional.empty()));
  }

  void refuse(CommandSender caller, PoolException.Reason reason, String message, String detail) {
    refuse(caller, new PoolException(reason, message, detail));
  }

  void refuse(CommandSender caller, PoolException refusal) {
    answers.add(new StepResult.Answer(caller, Optional.empty(), Optional.of(refusal)));
  }

  public List<Effect> takeEffects() {
    List<Effect> taken = List.copyOf(effects);
    effects.clear();
    return taken;
  }

  public List<StepResult.Answer> takeAnswers() {
    List<StepResult.Answer> taken = List.copyOf(answers);
    answers.clear();
    return taken;
  }

  /** A machine whose launch belongs to a trace is seen running for the first time. */
  public void arrive(StepResult.Arrival arrival) {
    arrivals.add(arrival);
  }

  public List<StepResult.Arrival> takeArrivals() {
    List<StepResult.Arrival> taken = List.copyOf(arrivals);
    arrivals.clear();
    return taken;
  }

  /** Asks to be woken at this time at the latest. */
  public void wakeAt(long nanos) {
    if (nanos - wake < 0) {
      wake = nanos;
    }
  }

  public long wake() {
    return wake;
  }
}
