package io.cloudadapter.testkit.run;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Which faults strike which exchanges of a rule, at which tier. */
public final class FaultSchedule {
  private static final int DEEP_SEEDS = 25;
  private static final int DEEP_PAIRS = 60;
  private static final int FULL_CUTS = 24;

  /** A read that asks again what the run has asked is struck by one in so many kinds of fault: others each time. */
  private static final int SHARE_OF_REPEATED = 4;

  private FaultSchedule() {}

  /** On how many clouds of different chance a rule is tried. */
  public static int seeds(Trial trial, Thoroughness tier) {
    return switch (tier) {
      case SMOKE, SAMPLE, LIVE -> 1;
      case FULL -> trial.seeds();
      case DEEP -> Math.max(DEEP_SEEDS, trial.seeds());
    };
  }

  /**
   * How many steps the conversations of a certification have in all, about, unless another number is asked for.
   *
   * @param realTime whether their waits pass in real time
   */
  public static int steps(Thoroughness tier, boolean realTime) {
    return switch (tier) {
      case LIVE -> 0;
      case SMOKE -> realTime ? 30 : 90;
      case SAMPLE -> realTime ? 90 : 300;
      case FULL -> realTime ? 300 : 2_000;
      case DEEP -> realTime ? 1_000 : 10_000;
    };
  }

  /** Returns a seed for each rule and run, which does not depend on earlier runs. */
  public static long seed(long seed, Trial trial, int run) {
    return new SplittableRandom(seed * 31 + trial.rule().hashCode() * 1_000_003L + run).nextLong();
  }

  /** The runs with faults. */
  public static List<List<FaultInjection>> of(
      Trial trial, Thoroughness tier, long seed, TrialResult clean) {
    List<List<FaultInjection>> all = new ArrayList<>();
    if (!tier.strikes()) {
      return all;
    }
    long chance = seed(seed, trial, -2);
    List<FaultInjection> single = single(trial, tier, chance, clean);
    if (tier == Thoroughness.SAMPLE) {
      single = sample(single, new Random(seed(seed, trial, -3)));
    }
    single.forEach(injection -> all.add(List.of(injection)));
    if (tier == Thoroughness.DEEP) {
      all.addAll(pairs(single, new SplittableRandom(seed(seed, trial, -1))));
    }
    return all;
  }

  /**
   * Why the runs with faults say nothing of a rule that is to be tried with some.
   *
   * @return empty if they do, or if the rule makes no exchange that anything could strike
   */
  public static Optional<String> gap(
      Trial trial, Thoroughness tier, TrialResult clean, List<List<FaultInjection>> planned) {
    boolean wanted = !trial.faults().isEmpty() && tier.strikes();
    if (!wanted || !planned.isEmpty() || clean.crossings().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of("none of its " + clean.crossings().size()
        + " exchanges can be struck with a fault here; it should be with any of " + trial.faults());
  }

  private static List<FaultInjection> single(
      Trial trial, Thoroughness tier, long chance, TrialResult clean) {
    List<FaultInjection> all = new ArrayList<>();
    for (ExchangePoint crossing : clean.crossings()) {
      Set<WireFault> fitting = crossing.faults();
      for (WireFault fault : trial.faults()) {
        if (fitting.contains(fault) && (tier == Thoroughness.DEEP || isDue(fault, crossing))) {
          all.addAll(at(crossing, fault, tier, chance));
        }
      }
    }
    return all;
  }

  @SuppressWarnings("EnumOrdinal") // only spreads the kinds
  private static boolean isDue(WireFault fault, ExchangePoint crossing) {
    return crossing.repeats() == 0
        || (fault.ordinal() + crossing.repeats()) % SHARE_OF_REPEATED == 0;
  }

  private static List<FaultInjection> at(
      ExchangePoint crossing, WireFault fault, Thoroughness tier, long chance) {
    FaultInjection one = new FaultInjection(fault, crossing.number(), crossing.call(), 0);
    if (fault == WireFault.SKEWED_DATE) {
      return List.of(one.detail(1), one.detail(-1));
    }
    if (fault == WireFault.CUT) {
      if (crossing.verb() != RequestKind.LAUNCH) {
        // Every byte of every reply would be thousands of runs; the dear one is the launch's.
        return List.of();
      }
      return cuts(crossing.replyBytes(), tier, chance).mapToObj(one::detail).toList();
    }
    return List.of(one);
  }

  /** After how many bytes of a reply it ends: each possible number, or some spread over all of it. */
  static IntStream cuts(int length, Thoroughness tier, long chance) {
    if (tier == Thoroughness.DEEP || length <= FULL_CUTS) {
      return IntStream.range(0, length);
    }
    SplittableRandom random = new SplittableRandom(chance);
    IntStream spread = IntStream.range(0, FULL_CUTS - 2)
        .map(part ->
            random.nextInt(length * part / (FULL_CUTS - 2), length * (part + 1) / (FULL_CUTS - 2)));
    return IntStream.concat(IntStream.of(0, length - 1), spread).distinct().sorted();
  }

  /** One of them, if there is any: of each kind that there is with the same chance. */
  public static List<FaultInjection> sample(List<FaultInjection> all, Random random) {
    List<WireFault> kinds =
        all.stream().map(FaultInjection::fault).distinct().sorted().toList();
    if (kinds.isEmpty()) {
      return List.of();
    }
    WireFault kind = kinds.get(random.nextInt(kinds.size()));
    List<FaultInjection> these = all.stream().filter(one -> one.fault() == kind).toList();
    return List.of(these.get(random.nextInt(these.size())));
  }

  private static List<List<FaultInjection>> pairs(
      List<FaultInjection> single, SplittableRandom random) {
    List<List<FaultInjection>> pairs = new ArrayList<>();
    for (int i = 0; i < DEEP_PAIRS && single.size() > 1; i++) {
      FaultInjection a = single.get(random.nextInt(single.size()));
      FaultInjection b = single.get(random.nextInt(single.size()));
      if (a.exchange() < b.exchange()) {
        pairs.add(List.of(a, b));
      }
    }
    return pairs;
  }
}
