package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.simulated.CloudFault.Family;
import io.cloudadapter.simulated.notice.GroupHookWaits;
import io.cloudadapter.simulated.notice.SpotNoticeLog;
import io.cloudadapter.spi.RequestKind;
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

/**
 * The faults that are to strike, and those that have struck. Guarded by the cloud's lock; {@link CloudFaultInjector}
 * is its public face.
 */
final class FaultQueue {
  private final Map<RequestKind, Deque<Set<CloudFault>>> next = new EnumMap<>(RequestKind.class);
  private final Map<RequestKind, Map<CloudFault, Double>> rates = new EnumMap<>(RequestKind.class);
  private final Map<CloudFault, Double> perHour = new EnumMap<>(CloudFault.class);
  private final Map<CloudFault, Long> strikes = new EnumMap<>(CloudFault.class);
  private final Set<RequestKind> denied = EnumSet.noneOf(RequestKind.class);
  final Set<String> zonesDown = new TreeSet<>();
  final Set<MachineId> guarded = new HashSet<>();

  /** What was said of machines of the spot market, and when the next ones are taken; not ended by heal. */
  final SpotNoticeLog notices = new SpotNoticeLog();

  /** The machines that wait in the hooks of groups. */
  final GroupHookWaits holds = new GroupHookWaits();

  boolean credentialsExpired;
  boolean wrongAccount;
  boolean operationsForgotten;

  FaultQueue() {
    for (RequestKind verb : RequestKind.values()) {
      next.put(verb, new ArrayDeque<>());
      rates.put(verb, new EnumMap<>(CloudFault.class));
    }
  }

  void next(RequestKind verb, Set<CloudFault> kinds, int calls) {
    for (int i = 0; i < calls; i++) {
      queue(verb).add(EnumSet.copyOf(kinds));
    }
  }

  void rate(RequestKind verb, CloudFault kind, double probability) {
    Map<CloudFault, Double> mine = rates.getOrDefault(verb, new EnumMap<>(CloudFault.class));
    if (probability > 0) {
      mine.put(kind, probability);
    } else {
      mine.remove(kind);
    }
  }

  void perHour(CloudFault kind, double rate) {
    if (rate > 0) {
      perHour.put(kind, rate);
    } else {
      perHour.remove(kind);
    }
  }

  double perHour(CloudFault kind) {
    return perHour.getOrDefault(kind, 0.0);
  }

  boolean quiet() {
    return perHour.isEmpty();
  }

  void deny(RequestKind verb, boolean on) {
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
    operationsForgotten = false;
  }

  /** What strikes an exchange: lasting conditions, else what was ordered, else what chance brings. */
  Set<CloudFault> strike(RequestKind verb, boolean page, SplittableRandom random) {
    if (credentialsExpired) {
      return EnumSet.of(CloudFault.EXPIRE_CREDENTIALS);
    }
    if (denied.contains(verb)) {
      return EnumSet.of(CloudFault.DENY);
    }
    if (wrongAccount) {
      return EnumSet.of(elsewhere(verb));
    }
    Set<CloudFault> ordered = queue(verb).peek();
    if (ordered != null && (page || ordered.stream().anyMatch(k -> k.family() != Family.PAGE))) {
      queue(verb).remove();
      return ordered;
    }
    return drawn(verb, page, random);
  }

  private Set<CloudFault> drawn(RequestKind verb, boolean page, SplittableRandom random) {
    Set<CloudFault> struck = EnumSet.noneOf(CloudFault.class);
    for (Map.Entry<CloudFault, Double> rate :
        rates.getOrDefault(verb, new EnumMap<>(CloudFault.class)).entrySet()) {
      CloudFault kind = rate.getKey();
      boolean fits = kind.family() != Family.PAGE || page;
      boolean free = kind.family() != Family.WIRE || wire(struck).isEmpty();
      if (fits && random.nextDouble() < rate.getValue() && free) {
        struck.add(kind);
      }
    }
    return struck;
  }

  /** With the credentials of another account, ours is not to be seen and not to be touched. */
  private static CloudFault elsewhere(RequestKind verb) {
    return switch (verb) {
      case READ -> CloudFault.WRONG_ACCOUNT;
      case LAUNCH -> CloudFault.DENY;
      case TERMINATE, MARK, ACT -> CloudFault.NOT_FOUND;
    };
  }

  static Optional<CloudFault> wire(Set<CloudFault> struck) {
    return struck.stream().filter(kind -> kind.family() == Family.WIRE).findFirst();
  }

  void bit(CloudFault kind) {
    strikes.merge(kind, 1L, Long::sum);
  }

  Map<CloudFault, Long> strikes() {
    return strikes;
  }

  private Deque<Set<CloudFault>> queue(RequestKind verb) {
    return next.computeIfAbsent(verb, v -> new ArrayDeque<>());
  }
}
