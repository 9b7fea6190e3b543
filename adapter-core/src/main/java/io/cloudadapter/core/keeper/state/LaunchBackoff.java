package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The scopes in which nothing is launched for a while because the cloud refused: by kind and scope, longer with each
 * refused attempt. QUOTA waits for up to a minute at first and an hour at most; CAPACITY stops one scope and, on the
 * third attempt in a row, everything.
 *
 * <p>Works like a circuit breaker. A backoff that is over, or that a person ends, is half open: one launch tries
 * whether the cloud accepts again. If it is accepted all others follow; if it is refused the next backoff is longer.
 * A throttle needs no such trial: the account's rate limiter observes it for all its pools, and a launch of one
 * machine in place of a hundred would use up the requests that are scarce then.
 */
public final class LaunchBackoff {
  private static final int WIDEN = 3;

  private static final Set<Alarm.Code> CODES = Set.copyOf(
      EnumSet.of(Alarm.Code.QUOTA, Alarm.Code.CAPACITY, Alarm.Code.BAD_LAUNCH, Alarm.Code.CLOUD));

  /** From then on a person hears of a cloud that has the pool wait. */
  private static final Duration LONG_THROTTLE = Duration.ofMinutes(1);

  private record Hold(
      ErrorScope scope, Kind kind, Alarm.Code code, String reason, long until, Instant untilWall) {
    boolean throttle() {
      return kind == Kind.THROTTLED;
    }
  }

  /** A backoff that is half open: launches from this attempt on try whether the cloud accepts again. */
  private record HalfOpen(ErrorScope scope, Alarm.Code code, String reason, long attempt) {}

  private final Supplier<LaunchConfig> launch;
  private final RandomGenerator random;
  private final AlarmRegistry alarms;
  private final LaunchAttempts attempts;
  private final List<Hold> holds = new ArrayList<>();
  private final List<HalfOpen> halfOpen = new ArrayList<>();
  private final Map<Kind, Integer> refusals = new HashMap<>();

  /** Whether the pool wants no launch that was refused. */
  private boolean resting = true;

  public LaunchBackoff(
      Supplier<LaunchConfig> launch,
      RandomGenerator random,
      AlarmRegistry alarms,
      LaunchAttempts attempts) {
    this.launch = launch;
    this.random = random;
    this.alarms = alarms;
    this.attempts = attempts;
  }

  public void onRefused(
      Kind kind,
      ErrorScope scope,
      Optional<Duration> retryAfter,
      String message,
      long attempt,
      Moment now) {
    boolean another = attempts.counts(kind, attempt);
    int repeated = refusals.merge(kind, another ? 1 : 0, Integer::sum) - 1;
    repeated = Math.max(0, repeated);
    Duration wait = wait(kind, repeated);
    Duration longer = retryAfter.filter(asked -> asked.compareTo(wait) > 0).orElse(wait);
    ErrorScope wide = scope.level() == ErrorScope.Level.MACHINE
            || (kind == Kind.CAPACITY && repeated + 1 >= WIDEN)
        ? ErrorScope.region()
        : scope;
    Alarm.Code code = code(kind);
    Instant until = now.wall().plus(longer);
    if (!another && isCovered(wide, code, longer, now)) {
      return;
    }
    halfOpen.removeIf(open -> open.scope().equals(wide) && open.code() == code);
    holds.add(new Hold(wide, kind, code, message, now.plus(longer), until));
    if (kind != Kind.THROTTLED) {
      alarms.raise(code, AlarmRegistry.Cause.HOLD, message, now.wall());
    } else if (retryAfter.filter(asked -> asked.compareTo(LONG_THROTTLE) >= 0).isPresent()) {
      alarms.raise(
          code,
          AlarmRegistry.Cause.HOLD,
          message + "; launched again at " + until.truncatedTo(ChronoUnit.SECONDS),
          now.wall());
    }
  }

  /** Whether launches that were refused together with this one have the same hold already, or a longer one. */
  private boolean isCovered(ErrorScope scope, Alarm.Code code, Duration wait, Moment now) {
    return holds.stream()
        .anyMatch(hold -> hold.scope().equals(scope)
            && hold.code() == code
            && hold.until() - now.plus(wait.dividedBy(2)) >= 0);
  }

  /**
   * A launch succeeded: refusals before it do not count as repeated any more, and what it tried is open again. What is
   * held stays held: it may be another zone, or a launch that was accepted just before the quota was spent.
   */
  public void onSucceeded(Optional<String> zone, long attempt) {
    refusals.clear();
    halfOpen.removeIf(open -> open.attempt() <= attempt && covers(open.scope(), zone));
    clearAlarms();
  }

  /**
   * Notes whether the pool wants launches that were refused. Until then, or until one is accepted, the alarm stands
   * through all trials: a trial that is refused would otherwise end it and raise it anew each time.
   */
  public void rests(boolean rests) {
    resting = rests;
    clearAlarms();
  }

  /** Clears the alarms for which nothing stands any more. */
  private void clearAlarms() {
    for (Alarm.Code code : CODES) {
      boolean stands = holds.stream().anyMatch(hold -> hold.code() == code)
          || (!resting && halfOpen.stream().anyMatch(open -> open.code() == code));
      if (!stands) {
        alarms.clear(code, AlarmRegistry.Cause.HOLD);
      }
    }
  }

  public boolean any() {
    return !holds.isEmpty() || !halfOpen.isEmpty();
  }

  /** Why the cloud refused a launch that waits for its next trial, for people; empty if none waits. */
  Optional<String> refused() {
    return Stream.concat(holds.stream().map(Hold::reason), halfOpen.stream().map(HalfOpen::reason))
        .findFirst();
  }

  /** Whether launches wait since the cloud throttled one. */
  boolean throttled() {
    return holds.stream().anyMatch(Hold::throttle);
  }

  /** Has one launch try at once whether the cloud accepts again. */
  void tryNow() {
    List<Hold> over = holds.stream().filter(hold -> !hold.throttle()).toList();
    holds.removeAll(over);
    over.forEach(this::halfOpen);
  }

  private void halfOpen(Hold over) {
    if (!over.throttle()) {
      halfOpen.removeIf(open -> open.scope().equals(over.scope()) && open.code() == over.code());
      halfOpen.add(new HalfOpen(over.scope(), over.code(), over.reason(), attempts.next()));
    }
    clearAlarms();
  }

  /**
   * A half-open backoff of a zone: what to show of the launches that wait for the trial.
   *
   * @param attempt the attempt from which on launches try
   */
  public record Trial(PoolPlan.Hold hold, long attempt) {}

  /** Whether only one launch may try in a zone at present. */
  public Optional<Trial> trial(Optional<String> zone, Moment now) {
    expire(now);
    return halfOpen.stream()
        .filter(open -> covers(open.scope(), zone))
        .findFirst()
        .map(open -> new Trial(
            new PoolPlan.Hold(
                open.code(),
                "one launch tries whether the cloud accepts again, the others wait for it; before: "
                    + open.reason(),
                Optional.empty()),
            open.attempt()));
  }

  private boolean covers(ErrorScope scope, Optional<String> zone) {
    LaunchConfig present = launch.get();
    return scope.covers(zone, present.size(), present.market())
        && (zone.isPresent() || scope.zone().isEmpty() || present.zones().isEmpty());
  }

  /** A person has looked at the pool: every launch that was refused may be tried again at once. */
  public void lift() {
    holds.clear();
    halfOpen.clear();
    refusals.clear();
    clearAlarms();
  }

  private Duration wait(Kind kind, int repeated) {
    return switch (kind) {
      case QUOTA -> between(Duration.ofMinutes(1), Duration.ofHours(1), repeated);
      case CAPACITY -> between(Duration.ofSeconds(30), Duration.ofMinutes(10), repeated);
      case UNAUTHENTICATED, DENIED ->
        between(Duration.ofMinutes(1), Duration.ofMinutes(15), repeated);
      case INVALID, NOT_FOUND, UNSUPPORTED ->
        between(Duration.ofMinutes(1), Duration.ofHours(1), repeated);
      case THROTTLED, UNAVAILABLE, TIMEOUT, CANCELLED, CONFLICT, UNCLASSIFIED ->
        between(Duration.ofSeconds(2), Duration.ofMinutes(2), repeated);
    };
  }

  private Duration between(Duration first, Duration longest, int repeated) {
    return RetryBackoff.backOff(first, longest, repeated, random);
  }

  private static Alarm.Code code(Kind kind) {
    return switch (kind) {
      case QUOTA -> Alarm.Code.QUOTA;
      case CAPACITY -> Alarm.Code.CAPACITY;
      case INVALID, NOT_FOUND, UNSUPPORTED, CONFLICT -> Alarm.Code.BAD_LAUNCH;
      case UNAUTHENTICATED, DENIED, THROTTLED, UNAVAILABLE, TIMEOUT, CANCELLED, UNCLASSIFIED ->
        Alarm.Code.CLOUD;
    };
  }

  /** Whether a plan waits for the end of a backoff. */
  public static boolean isBackoff(PoolPlan.Hold hold) {
    return CODES.contains(hold.code());
  }

  /** What stands against a launch in a zone at present. */
  public Optional<PoolPlan.Hold> holdAgainst(Optional<String> zone, Moment now) {
    expire(now);
    return holds.stream()
        .filter(hold -> covers(hold.scope(), zone))
        .max(java.util.Comparator.comparingLong(hold -> hold.until() - now.nanos()))
        .map(hold -> new PoolPlan.Hold(hold.code(), hold.reason(), Optional.of(hold.untilWall())));
  }

  private void expire(Moment now) {
    if (holds.isEmpty()) {
      return;
    }
    List<Hold> over = holds.stream().filter(hold -> now.reached(hold.until())).toList();
    holds.removeAll(over);
    over.forEach(this::halfOpen);
  }

  /** When the first hold ends. */
  public Optional<Long> nextEnd(Moment now) {
    expire(now);
    return holds.stream()
        .map(Hold::until)
        .min(java.util.Comparator.comparingLong(until -> until - now.nanos()));
  }
}
