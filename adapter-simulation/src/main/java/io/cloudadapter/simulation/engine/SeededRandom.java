package io.cloudadapter.simulation.engine;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Chance, all of it from one seed. */
public final class SeededRandom {
  public static final long SECOND = 1_000_000_000L;

  private final SplittableRandom random;

  public SeededRandom(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Returns an independent source, whose draws do not disturb this one. */
  public RandomGenerator another() {
    return random.split();
  }

  public boolean chance(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  /** Between two numbers, both included. */
  public long between(long least, long most) {
    return least >= most ? least : random.nextLong(least, most + 1);
  }

  public int upTo(int most) {
    return (int) between(0, most);
  }

  public long seconds(long least, long most) {
    return between(least * SECOND, most * SECOND);
  }

  public <T> T pick(List<T> among) {
    return among.get(upTo(among.size() - 1));
  }

  /** A probability for a whole story: often none, mostly small, sometimes the most. */
  public double often(double most) {
    double drawn = random.nextDouble();
    return chance(0.4) ? 0 : drawn * drawn * most;
  }
}
