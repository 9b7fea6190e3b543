package io.cloudadapter.testkit.trials;

import io.cloudadapter.spi.feature.ProviderFeatures;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Chapter 9: which features there are. {@link AdoptionTrials}, {@link RelabelTrials}, {@link BatchTrials}, {@link
 * SpotTrials}: what they do. Actions have a chapter of their own, and so has what stands beside machines.
 */
public final class FeatureTrials {
  private static final int OFTEN = 100;

  private FeatureTrials() {}

  /** A feature of a core that is newer than any adapter. */
  private interface Unheard {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-9.1", FeatureTrials::asClaimed).onLiveToo(),
        Trial.of("MP-9.2", FeatureTrials::noOther).onLiveToo());
  }

  private static void asClaimed(TestBench bench) {
    Set<Class<?>> types = new LinkedHashSet<>(ProviderFeatures.ALL);
    types.addAll(bench.subject().features());
    has(bench, bench.provider(), types);
    bench.provider().identity(bench.call());
    has(bench, bench.provider(), types);
    has(bench, bench.another(), types);
  }

  private static void has(TestBench bench, ObservedProvider provider, Set<Class<?>> types) {
    int before = bench.line().crossings().size();
    for (Class<?> type : types) {
      boolean claimed = bench.claims(type);
      for (int i = 0; i < OFTEN; i++) {
        boolean there = provider.feature(type).isPresent();
        bench.require(
            there == claimed,
            type.getSimpleName() + " is " + (claimed ? "claimed" : "not claimed") + ", and feature "
                + (there ? "has it" : "is empty") + " when asked for the " + (i + 1) + ". time");
      }
    }
    bench.require(
        bench.line().crossings().size() == before, "asking for a feature made an exchange");
  }

  private static void noOther(TestBench bench) {
    bench.require(
        bench.provider().feature(Unheard.class).isEmpty(),
        "feature has an answer for a type that the kit has made up");
    bench.require(
        bench.provider().feature(Runnable.class).isEmpty(),
        "feature has an answer for a type that is no feature");
  }
}
