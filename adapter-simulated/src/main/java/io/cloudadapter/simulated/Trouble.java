package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.simulated.FaultKind.Family;
import io.cloudadapter.spi.Verb;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** What shall go wrong, and what did. Guarded by the cloud's lock; {@link Faults} is its public face. */
final class Trouble {
  private final Map<Verb, Deque<Set<FaultKind>>> next = new EnumMap<>(Verb.class);
  private final Map<Verb, Map<FaultKind, Double>> rates = new EnumMap<>(Verb.class);
  private final Map<FaultKind, Double> perHour = new EnumMap<>(FaultKind.class);
  private final Map<FaultKind, Long> bitten = new EnumMap<>(FaultKind.class);
  private final Set<Verb> denied = EnumSet.noneOf(Verb.class);
  final Set<String> zonesDown = new TreeSet<>();
  final Set<MachineId> guarded = new HashSet<>();

  /** What was said of machines of the spot market, and when the next ones are taken; not ended by heal. */
  final Notices notices = new Notices();

  /** Whom groups hold. */
  final Holds holds = new Holds();

  boolean credentialsExpired;
  boolean wrongAccount;

  Trouble() {
    for (Verb verb : Verb.values()) {
      next.put(verb, new ArrayDeque<>());
      rates.put(verb, new EnumMap<>(FaultKind.class));
    }
  }

  void next(Verb verb, Set<FaultKind> kinds, int calls) {
    for (int i = 0; i < calls; i++) {
      queue(verb).add(EnumSet.copyOf(kinds));
    }
  }

  void rate(Verb verb, FaultKind kind, double probability) {
    Map<FaultKind, Double> mine = rates.getOrDefault(verb, new EnumMap<>(FaultKind.class));
    if (probability > 0) {
      mine.put(kind, probability);
    } else {
      mine.remove(kind);
    }
  }

  void perHour(FaultKind kind, double rate) {
    if (rate > 0) {
      perHour.put(kind, rate);
    } else {
      perHour.remove(kind);
    }
  }

  double perHour(FaultKind kind) {
    return perHour.getOrDefault(kind, 0.0);
  }

  boolean quiet() {
    return perHour.isEmpty();
  }

  void deny(Verb verb, boolean on) {
    if (on) {
      denied.add(verb);
    } else {
      denied.remove(verb);
    }
  }

  void heal() {
    next.values().forEach(Deque::clear);
    rates.values().forEach(Map::clear);
    perHour.clear();
    denied.clear();
    zonesDown.clear();
    guarded.clear();
    holds.end();
    credentialsExpired = false;
    wrongAccount = false;
  }

  /** What strikes an exchange: lasting conditions, else what was ordered, else what chance brings. */
  Set<FaultKind> strike(Verb verb, boolean page, SplittableRandom random) {
    if (credentialsExpired) {
      return EnumSet.of(FaultKind.EXPIRE_CREDENTIALS);
    }
    if (denied.contains(verb)) {
      return EnumSet.of(FaultKind.DENY);
    }
    if (wrongAccount) {
      return EnumSet.of(elsewhere(verb));
    }
    Set<FaultKind> ordered = queue(verb).peek();
    if (ordered != null && (page || ordered.stream().anyMatch(k -> k.family() != Family.PAGE))) {
      queue(verb).remove();
      return ordered;
    }
    return drawn(verb, page, random);
  }

  private Set<FaultKind> drawn(Verb verb, boolean page, SplittableRandom random) {
    Set<FaultKind> struck = EnumSet.noneOf(FaultKind.class);
    for (Map.Entry<FaultKind, Double> rate :
        rates.getOrDefault(verb, new EnumMap<>(FaultKind.class)).entrySet()) {
      FaultKind kind = rate.getKey();
      boolean fits = kind.family() != Family.PAGE || page;
      boolean free = kind.family() != Family.WIRE || wire(struck).isEmpty();
      if (fits && random.nextDouble() < rate.getValue() && free) {
        struck.add(kind);
      }
    }
    return struck;
  }

  /** With the credentials of another account, ours is not to be seen and not to be touched. */
  private static FaultKind elsewhere(Verb verb) {
    return switch (verb) {
      case READ -> FaultKind.WRONG_ACCOUNT;
      case LAUNCH -> FaultKind.DENY;
      case TERMINATE, MARK, ACT -> FaultKind.NOT_FOUND;
    };
  }

  static Optional<FaultKind> wire(Set<FaultKind> struck) {
    return struck.stream().filter(kind -> kind.family() == Family.WIRE).findFirst();
  }

  void bit(FaultKind kind) {
    bitten.merge(kind, 1L, Long::sum);
  }

  Map<FaultKind, Long> bitten() {
    return bitten;
  }

  private Deque<Set<FaultKind>> queue(Verb verb) {
    return next.computeIfAbsent(verb, v -> new ArrayDeque<>());
  }
}
