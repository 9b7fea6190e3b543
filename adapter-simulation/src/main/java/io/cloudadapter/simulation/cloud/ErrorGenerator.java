package io.cloudadapter.simulation.cloud;

import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import java.time.Duration;
import java.util.List;

/** The hostile cloud's errors: refusals, which say that nothing was done, and riddles, which do not. */
final class ErrorGenerator {
  private static final List<Kind> REFUSALS = List.of(
      Kind.INVALID,
      Kind.UNAUTHENTICATED,
      Kind.DENIED,
      Kind.NOT_FOUND,
      Kind.CONFLICT,
      Kind.UNSUPPORTED,
      Kind.QUOTA,
      Kind.CAPACITY,
      Kind.CAPACITY,
      Kind.CAPACITY,
      Kind.THROTTLED,
      Kind.THROTTLED,
      Kind.UNAVAILABLE,
      Kind.TIMEOUT,
      Kind.CANCELLED);
  private static final List<Kind> RIDDLES =
      List.of(Kind.TIMEOUT, Kind.UNAVAILABLE, Kind.CANCELLED, Kind.UNCLASSIFIED, Kind.THROTTLED);

  private final SeededRandom dice;
  private final List<String> zones;

  ErrorGenerator(SeededRandom dice, List<String> zones) {
    this.dice = dice;
    this.zones = zones;
  }

  static CloudException of(Kind kind, CloudException.Effect effect) {
    CloudException.Builder error = CloudException.of(kind, effect, "cloud answered " + kind);
    if (kind == Kind.CONFLICT) {
      error.conflict(Conflict.BUSY);
    }
    return error.build();
  }

  CloudException refusal() {
    Kind kind = dice.pick(REFUSALS);
    CloudException.Builder error =
        CloudException.of(kind, CloudException.Effect.NONE, "the cloud refuses: " + kind);
    if (kind == Kind.CONFLICT) {
      error.conflict(Conflict.BUSY);
    }
    if (kind == Kind.THROTTLED && dice.chance(0.5)) {
      error.retryAfter(Duration.ofSeconds(dice.between(1, 60)));
    }
    if (!zones.isEmpty() && dice.chance(0.5)) {
      error.scope(ErrorScope.zone(dice.pick(zones)));
    } else if (dice.chance(0.3)) {
      error.scope(dice.pick(List.of(ErrorScope.region(), ErrorScope.machine())));
    }
    return error.build();
  }

  CloudException riddle() {
    return of(dice.pick(RIDDLES), CloudException.Effect.UNKNOWN);
  }
}
