package com.example.larch.cloud;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/** Which moment a reader sees: now, as stale as can be, or in between. Guarded by the estate. */
final class ReadConsistency {
  private SplittableRandom chance;
  private Duration lag = Duration.ZERO;

  ReadConsistency(long seed) {
    chance = new SplittableRandom(seed);
  }

  void seed(long seed) {
    chance = new SplittableRandom(seed);
  }

  void lag(Duration value) {
    lag = value;
  }

  Instant moment(Instant now) {
    return switch (chance.nextInt(4)) {
      case 0 -> now;
      case 1 -> now.minus(lag);
      default -> now.minusNanos((long) (lag.toNanos() * chance.nextDouble()));
    };
  }

  /** How many rows a page gets that may have so many: fewer now and then, even none. */
  int rows(int most) {
    return chance.nextInt(6) == 0 ? chance.nextInt(most + 1) : most;
  }

  String hex(int letters) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < letters; i++) {
      text.append(Character.forDigit(chance.nextInt(16), 16));
    }
    return text.toString();
  }
}
