package io.cloudadapter.simulated;

import java.util.SplittableRandom;

/**
 * The cloud's random numbers, in streams of their own, so that for example one list more does not change
 * what befalls the machines.
 */
final class RandomStreams {
  final SplittableRandom life;
  final SplittableRandom wire;
  final SplittableRandom lists;

  RandomStreams(long seed) {
    SplittableRandom root = new SplittableRandom(seed);
    life = root.split();
    wire = root.split();
    lists = root.split();
  }

  /** A number that differs for different inputs, and looks like chance. */
  static long mixed(long input) {
    return new SplittableRandom(input).nextLong();
  }

  static long upTo(SplittableRandom random, long most) {
    return most <= 0 ? 0 : random.nextLong(most + 1);
  }
}
