package io.cloudadapter.testkit.run;

import java.util.stream.Stream;

/**
 * A check whose steps are drawn by the seed of its run. When it breaks its rule, simpler checks are tried in its place
 * until none of them breaks it.
 */
public interface DrawnCheck extends Trial.Check {

  /** How many steps a run has on average. */
  int meanLength();

  /** Checks that have fewer or simpler steps than this one with a seed, those that leave out most of them first. */
  Stream<DrawnCheck> simpler(long seed);
}
