package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.PoolConfig;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Where nothing is launched for a while, since the cloud refused: by kind and scope, longer with each
 * repetition. QUOTA parks for at least ten minutes; CAPACITY cools one scope down and, on the third
 * refusal in a row, everything.
 */
final class Holds {
  private static final int WIDEN = 3;

  private record Hold(Scope scope, Alarm.Code code, String reason, long until, Instant untilWall) {}

  private final PoolConfig.Launch launch;
  private final RandomGenerator random;
  private final Alarms alarms;
  private final List<Hold> holds = new ArrayList<>();
  private final Map<Kind, Integer> refusals = new HashMap<>();

  Holds(PoolConfig.Launch launch, RandomGenerator random, Alarms alarms) {
    this.launch = launch;
    this.random = random;
    this.alarms = alarms;
  }

  void refused(Kind kind, Scope scope, Optional<Duration> retryAfter, String message, Now now) {
    int repeated = refusals.merge(kind, 1, Integer::sum) - 1;
    Duration wait = wait(kind, repeated);
    Duration longer = retryAfter.filter(asked -> asked.compareTo(wait) > 0).orElse(wait);
    Scope wide =
        scope.level() == Scope.Level.MACHINE || (kind == Kind.CAPACITY && repeated + 1 >= WIDEN)
            ? Scope.region()
            : scope;
    Alarm.Code code = code(kind);
    holds.add(new Hold(wide, code, message, now.plus(longer), now.wall().plus(longer)));
    if (kind != Kind.THROTTLED) {
      alarms.raise(code, Alarms.Cause.HOLD, message, now.wall());
    }
  }

  /**
   * A launch succeeded: refusals before it do not count as repeated any more. What is held stays held: it
   * may be another zone, or a launch that was accepted just before the quota was spent.
   */
  void succeeded() {
    refusals.clear();
  }

  boolean any() {
    return !holds.isEmpty();
  }

  /** A person has looked: whatever was refused may be tried again at once. */
  void lift() {
    holds.forEach(hold -> alarms.clear(hold.code(), Alarms.Cause.HOLD));
    holds.clear();
    refusals.clear();
  }

  private Duration wait(Kind kind, int repeated) {
    return switch (kind) {
      case QUOTA ->
        Duration.ofMinutes(10)
            .plus(between(Duration.ofSeconds(10), Duration.ofMinutes(50), repeated));
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
    return Retry.backOff(first, longest, repeated, random);
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

  /** What stands against a launch in a zone at present. */
  Optional<PoolPlan.Hold> against(Optional<String> zone, Now now) {
    expire(now);
    return holds.stream()
        .filter(hold -> hold.scope().covers(zone, launch.size(), launch.market()))
        .filter(hold ->
            zone.isPresent() || hold.scope().zone().isEmpty() || launch.zones().isEmpty())
        .max(java.util.Comparator.comparingLong(hold -> hold.until() - now.nanos()))
        .map(hold -> new PoolPlan.Hold(hold.code(), hold.reason(), Optional.of(hold.untilWall())));
  }

  private void expire(Now now) {
    if (holds.isEmpty()) {
      return;
    }
    List<Hold> over = holds.stream().filter(hold -> now.reached(hold.until())).toList();
    holds.removeAll(over);
    for (Hold ended : over) {
      if (holds.stream().noneMatch(hold -> hold.code() == ended.code())) {
        alarms.clear(ended.code(), Alarms.Cause.HOLD);
      }
    }
  }

  /** When the first hold ends. */
  Optional<Long> nextEnd(Now now) {
    expire(now);
    return holds.stream()
        .map(Hold::until)
        .min(java.util.Comparator.comparingLong(until -> until - now.nanos()));
  }
}
