package io.cloudadapter.simulation.fault;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides which faults strike. Whether one strikes depends on nothing but the seed, its kind, and how
 * many occasions there were for that kind before: so taking one fault out of a story leaves the others in
 * their places, and a story can be shrunk.
 */
public final class FaultInjector {
  private static final int AHEAD = 256;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** One kind's occasions and strikes so far. */
  private static final class Count {
    final long salt;
    final double probability;
    /** Of 2^53 equally likely draws, those below strike. */
    private final long bound;

    long occasions;
    long strikes;
    private long next = -1;
    private long lookedTo;

    Count(long salt, double probability) {
      this.salt = salt;
      this.probability = probability;
      this.bound = (long) Math.ceil(probability * 0x1.0p53);
    }

    /** Whether it strikes at an occasion by lot; asked far more often than it does, so looked for ahead. */
    boolean lot(long at) {
      if (at >= lookedTo && probability > 0) {
        look(at);
      }
      return at == next;
    }

    private void look(long from) {
      long at = from;
      while (at < from + AHEAD && mix(salt + at * GOLDEN) >>> 11 >= bound) {
        at++;
      }
      boolean found = at < from + AHEAD;
      next = found ? at : -1;
      lookedTo = found ? at + 1 : at;
    }
  }

  private final Map<FaultKind, Count> counts = new EnumMap<>(FaultKind.class);
  private final List<FaultOccurrence> strikes = new ArrayList<>();
  private final Set<FaultOccurrence> planned;
  private final Predicate<FaultOccurrence> muted;
  private boolean calm;
  private boolean timeLost;

  private FaultInjector(
      long seed,
      Map<FaultKind, Double> probabilities,
      Set<FaultOccurrence> planned,
      Predicate<FaultOccurrence> muted) {
    this.planned = planned;
    this.muted = muted;
    long salt = seed;
    for (FaultKind kind : FaultKind.values()) {
      salt = mix(salt + GOLDEN);
      counts.put(kind, new Count(salt, probabilities.getOrDefault(kind, 0.0)));
    }
  }

  /** Faults by lot, but for those that are muted. */
  public static FaultInjector byLot(
      long seed, Map<FaultKind, Double> probabilities, Predicate<FaultOccurrence> muted) {
    return new FaultInjector(seed, probabilities, Set.of(), muted);
  }

  /** Exactly these faults. */
  public static FaultInjector planned(Set<FaultOccurrence> planned) {
    return new FaultInjector(0, Map.of(), Set.copyOf(planned), strike -> false);
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private Count count(FaultKind kind) {
    return Objects.requireNonNull(counts.get(kind));
  }

  /** Whether a fault strikes here. */
  public boolean strikes(FaultKind kind) {
    if (calm) {
      return false;
    }
    Count count = count(kind);
    long at = count.occasions++;
    boolean lot = count.lot(at);
    if (!lot && planned.isEmpty()) {
      return false;
    }
    FaultOccurrence strike = new FaultOccurrence(kind, at);
    if ((!lot && !planned.contains(strike)) || muted.test(strike)) {
      return false;
    }
    count.strikes++;
    strikes.add(strike);
    return true;
  }

  /** Whether a kind strikes at all in this story. */
  boolean possible(FaultKind kind) {
    return count(kind).probability > 0
        || planned.stream().anyMatch(strike -> strike.kind() == kind);
  }

  /**
   * Returns whether the cloud, the network and the process keep the bounds that the profile declares. If they do not
   * (a cloud that accepts later than promised, a process that stood still between a commit and its call while another
   * took over, a clock that went back while no process ran), a launch may answer after it has been given up; the
   * rules then require the end of its machine, and no more.
   */
  public boolean honest() {
    return !timeLost
        && !possible(FaultKind.BROKEN_PROMISE)
        && !(possible(FaultKind.PAUSE) && possible(FaultKind.SECOND_KEEPER));
  }

  /** The wall clock has gone back while no process ran: how old a key is cannot be known any more. */
  public void timeLost() {
    timeLost = true;
  }

  /** From here on nothing goes wrong any more. */
  public void calm() {
    calm = true;
  }

  public boolean isCalm() {
    return calm;
  }

  public List<FaultOccurrence> strikes() {
    return List.copyOf(strikes);
  }

  public Map<FaultKind, FaultCount> tallies() {
    Map<FaultKind, FaultCount> tallies = new EnumMap<>(FaultKind.class);
    counts.forEach(
        (kind, count) -> tallies.put(kind, new FaultCount(count.occasions, count.strikes)));
    return tallies;
  }
}
