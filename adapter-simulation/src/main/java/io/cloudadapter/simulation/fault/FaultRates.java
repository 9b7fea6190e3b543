package io.cloudadapter.simulation.fault;

import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.ProviderProfile;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The bounds of the cloud of a scenario, and the rates of its faults. Gaps and times in seconds; a gap
 * of 0 means never.
 *
 * @param profile what the cloud promises
 * @param zones where machines may be
 * @param zoneCapacity how many machines a zone holds
 * @param quota how many machines the account may have
 * @param retention how long ended machines are still listed
 * @param mishapGap between two occasions for something to befall a machine
 * @param troubleGap between two occasions for something to befall the cloud or the process
 * @param commandGap between two commands of the users
 * @param disk whether the store is the embedded one on a simulated disk
 * @param endsTogether how many machines end by one call at most
 * @param probabilities how often each fault strikes
 */
public record FaultRates(
    ProviderProfile profile,
    List<String> zones,
    int zoneCapacity,
    int quota,
    long retention,
    long mishapGap,
    long troubleGap,
    long commandGap,
    boolean disk,
    int endsTogether,
    Map<FaultKind, Double> probabilities) {

  public static final int PLENTY = 1_000_000;

  /** All by lot, so that some stories know one kind of fault only and others all at once. */
  public static FaultRates drawn(SeededRandom dice) {
    List<String> zones = List.of("zone-a", "zone-b", "zone-c").subList(0, dice.upTo(3));
    boolean disk = dice.chance(0.35);
    Map<FaultKind, Double> probabilities = new EnumMap<>(FaultKind.class);
    for (FaultKind kind : FaultKind.values()) {
      boolean special = kind.ofHooks()
          || kind.ofActions()
          || kind.ofBatches()
          || kind.ofOperations()
          || kind.ofResources()
          || kind.ofPower();
      if (!special) {
        probabilities.put(kind, dice.often(most(kind)));
      }
    }
    // These break what the profile declares, and much cannot be judged then: in few stories only.
    boolean broken = dice.chance(0.1);
    boolean zombies = dice.chance(0.3);
    probabilities.computeIfPresent(FaultKind.BROKEN_PROMISE, (kind, p) -> broken ? p : 0);
    probabilities.computeIfPresent(FaultKind.SECOND_KEEPER, (kind, p) -> disk ? 0 : p);
    if (!zombies && probabilities.getOrDefault(FaultKind.SECOND_KEEPER, 0.0) > 0) {
      probabilities.put(FaultKind.PAUSE, 0.0);
    }
    return new FaultRates(
        profile(dice),
        zones,
        dice.chance(0.6) ? PLENTY : (int) dice.between(0, 6),
        dice.chance(0.7) ? PLENTY : (int) dice.between(1, 12),
        dice.chance(0.3) ? 0 : dice.between(1, 3600),
        dice.chance(0.3) ? 0 : dice.between(60, 1800),
        dice.chance(0.3) ? 0 : dice.between(120, 3600),
        dice.between(10, 600),
        disk,
        1,
        probabilities);
  }

  /** The same, with receivers of hooks that fail; their dice do not disturb the others. */
  public FaultRates withReceivers(SeededRandom dice) {
    return with(FaultKind::ofHooks, dice);
  }

  /** The same, with actions that fail; their dice do not disturb the others. */
  public FaultRates withActions(SeededRandom dice) {
    return with(FaultKind::ofActions, dice);
  }

  /** Returns the same rates for a cloud that sizes groups, in zones of its own choice. */
  public FaultRates withGroups() {
    ProviderProfile group = ProviderProfile.builder()
        .keySupport(LaunchKeySupport.target())
        .maxPerKey(100)
        .callTimeout(profile.callTimeout())
        .lateAcceptance(profile.lateAcceptance())
        .visibleWithin(profile.visibleWithin())
        .goneWithin(profile.goneWithin())
        .maxIdsPerList(profile.maxIdsPerList())
        .build();
    return new FaultRates(
        group,
        List.of(),
        PLENTY,
        PLENTY,
        retention,
        mishapGap,
        troubleGap,
        commandGap,
        disk,
        endsTogether,
        probabilities);
  }

  /** The same, but the cloud runs launches as operations, for up to half of the time of late acceptance. */
  public FaultRates withOperations(SeededRandom dice) {
    FaultRates more = with(FaultKind::ofOperations, dice);
    ProviderProfile longer = ProviderProfile.builder()
        .keySupport(profile.keySupport())
        .maxPerKey(profile.maxPerKey())
        .callTimeout(profile.callTimeout())
        .lateAcceptance(profile.lateAcceptance().plusSeconds(dice.between(60, 900)))
        .visibleWithin(profile.visibleWithin())
        .goneWithin(profile.goneWithin())
        .maxIdsPerList(profile.maxIdsPerList())
        .build();
    return more.with(longer);
  }

  /** Whether the cloud runs launches as operations. */
  public boolean operations() {
    return probabilities.containsKey(FaultKind.OPERATION_FAILS);
  }

  /** The same, but machines have resources beside them. */
  public FaultRates withResources(SeededRandom dice) {
    return with(FaultKind::ofResources, dice);
  }

  /** Whether machines have resources beside them. */
  public boolean resources() {
    return probabilities.containsKey(FaultKind.COMPLETION_FAILS);
  }

  /** How long after a failed call a request may arrive. */
  public long latestArrival() {
    long late = profile.lateAcceptance().toNanos();
    return operations() ? late / 2 : late;
  }

  /** The same, but the cloud ends several machines by one call. */
  public FaultRates withBatches(SeededRandom dice) {
    FaultRates more = with(FaultKind::ofBatches, dice);
    return more.with((int) dice.between(2, 6), more.probabilities);
  }

  /** The same, with machines that fail to start and to stop; their dice do not disturb the others. */
  public FaultRates withPower(SeededRandom dice) {
    return with(FaultKind::ofPower, dice);
  }

  private FaultRates with(Predicate<FaultKind> these, SeededRandom dice) {
    Map<FaultKind, Double> more = new EnumMap<>(probabilities);
    for (FaultKind kind : FaultKind.values()) {
      if (these.test(kind)) {
        more.put(kind, dice.often(most(kind)));
      }
    }
    return with(endsTogether, more);
  }

  private FaultRates with(ProviderProfile other) {
    return new FaultRates(
        other,
        zones,
        zoneCapacity,
        quota,
        retention,
        mishapGap,
        troubleGap,
        commandGap,
        disk,
        endsTogether,
        probabilities);
  }

  private FaultRates with(int ends, Map<FaultKind, Double> often) {
    return new FaultRates(
        profile,
        zones,
        zoneCapacity,
        quota,
        retention,
        mishapGap,
        troubleGap,
        commandGap,
        disk,
        ends,
        often);
  }

  private static ProviderProfile profile(SeededRandom dice) {
    int kind = dice.upTo(2);
    Duration life = Duration.ofMinutes(dice.chance(0.7) ? dice.between(15, 60) : 24 * 60);
    return ProviderProfile.builder()
        .keySupport(
            kind == 0
                ? LaunchKeySupport.none()
                : kind == 1 ? LaunchKeySupport.token(life) : LaunchKeySupport.name(life))
        .maxPerKey(dice.chance(0.5) ? 1 : (int) dice.between(2, 5))
        .callTimeout(Duration.ofSeconds(dice.between(5, 60)))
        .lateAcceptance(Duration.ofSeconds(dice.chance(0.3) ? 0 : dice.between(1, 300)))
        .visibleWithin(Duration.ofSeconds(dice.chance(0.3) ? 0 : dice.between(1, 180)))
        .goneWithin(Duration.ofSeconds(dice.chance(0.3) ? 0 : dice.between(1, 180)))
        .maxIdsPerList((int) dice.between(1, 10))
        .build();
  }

  /** The most that a story may draw for a kind: per occasion. */
  static double most(FaultKind kind) {
    return switch (kind) {
      case LOST_REQUEST, LOST_REPLY, LATE_ACCEPTANCE, REFUSED_LAUNCH -> 0.4;
      case DUPLICATE_REQUEST, SLOW_CALL, REJECTED_MACHINE, BROKEN_PROMISE -> 0.3;
      case REFUSED_PREPARE, STUCK_MACHINE, OPAQUE_STATE -> 0.2;
      case PARTIAL_LAUNCH, LIST_FAILS, LIST_GAPS, MARK_FAILS -> 0.5;
      case OVERDUE_CALL -> 0.05;
      case MACHINE_DIES, MACHINE_STOPS, ENDED_BY_OTHERS -> 0.5;
      case STALE_ROW -> 1;
      case DOUBLE_ROW -> 0.1;
      case TERMINATE_FAILS, TERMINATE_PART -> 0.7;
      case TERMINATE_DENIED -> 0.1;
      case CREDENTIALS_EXPIRE, CLOUD_RESTARTS, WRONG_ACCOUNT, CLOCK_JUMP -> 0.4;
      case SECOND_KEEPER -> 0.3;
      case CRASH -> 0.02;
      case PAUSE -> 0.01;
      case COMMIT_UNKNOWN -> 0.03;
      case STORE_AWAY -> 0.01;
      case DISK_ERROR, DISK_FULL -> 0.01;
      case POWER_LOSS -> 0.8;
      case RECEIVER_FAILS, RECEIVER_REPLY_LOST -> 0.5;
      case ACTION_REFUSED, ACTION_LOST, ACTION_LATE, ACTION_REPLY_LOST, ACTION_PROBE_FAILS -> 0.4;
      case REGISTRATION_FAILS, REGISTRATION_LOOK_FAILS -> 0.4;
      case OPERATION_FAILS, OPERATION_LOST -> 0.4;
      case COMPLETION_FAILS, RESOURCE_LIST_FAILS, RELEASE_FAILS -> 0.5;
      case DISK_LEFT_OVER -> 0.7;
      case POWER_REFUSED, POWER_LOST, POWER_LATE, POWER_REPLY_LOST -> 0.4;
      case START_STUCK -> 0.2;
    };
  }

  /**
   * A cloud that keeps a promise of a few seconds and a minute, with all room, where each fault strikes at a
   * share of its most.
   */
  static FaultRates of(ProviderProfile profile, List<String> zones, double share) {
    Map<FaultKind, Double> probabilities = new EnumMap<>(FaultKind.class);
    for (FaultKind kind : FaultKind.values()) {
      if (!kind.ofOperations() && !kind.ofResources()) {
        probabilities.put(kind, kind == FaultKind.BROKEN_PROMISE ? 0 : share * most(kind));
      }
    }
    return new FaultRates(
        profile, zones, PLENTY, PLENTY, 300, 600, 1800, 0, false, 1, probabilities);
  }
}
