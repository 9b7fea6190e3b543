package io.cloudadapter.simulation.fault;

import io.cloudadapter.spi.ProviderProfile;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How much goes wrong in a simulation. */
public enum FaultProfile {
  /** Nothing goes wrong. */
  FAIR(0),
  /** An ordinary day of a real cloud: a fiftieth of what a storm may bring, a fault every ten minutes. */
  BREEZY(0.02),
  /** A bad day of a real cloud: a tenth of what a storm may bring. */
  ROUGH(0.1),
  /** Everything goes wrong all the time, at half of what the library is proved with. */
  STORM(0.5);

  /** How many machines end by one call at most, where parts of such calls are to fail. */
  private static final int ENDS_TOGETHER = 10;

  private final double share;

  FaultProfile(double share) {
    this.share = share;
  }

  /**
   * The fault rates of this profile, but for the kinds whose probability is given. Kinds with an occasion at
   * every step of the keeper, or for every row of a list, are rarer still, or nothing else would ever happen. A
   * second keeper needs a second process, so it comes only when it is asked for.
   */
  public FaultRates weather(
      ProviderProfile profile, List<String> zones, Map<FaultKind, Double> given) {
    FaultRates base = FaultRates.of(profile, zones, share);
    Map<FaultKind, Double> probabilities = new EnumMap<>(base.probabilities());
    for (FaultKind kind : FaultKind.values()) {
      switch (kind) {
        case CRASH,
            PAUSE,
            COMMIT_UNKNOWN,
            STORE_AWAY,
            DISK_ERROR,
            DISK_FULL,
            DOUBLE_ROW,
            OPAQUE_STATE -> probabilities.merge(kind, share, (most, rarer) -> most * rarer);
        case SECOND_KEEPER -> probabilities.put(kind, 0.0);
        default -> {}
      }
    }
    probabilities.putAll(given);
    boolean disk = given.containsKey(FaultKind.DISK_ERROR)
        || given.containsKey(FaultKind.DISK_FULL)
        || given.containsKey(FaultKind.POWER_LOSS);
    return new FaultRates(
        base.profile(),
        base.zones(),
        base.zoneCapacity(),
        base.quota(),
        base.retention(),
        base.mishapGap(),
        base.troubleGap(),
        base.commandGap(),
        disk,
        given.containsKey(FaultKind.TERMINATE_PART) ? ENDS_TOGETHER : base.endsTogether(),
        probabilities);
  }
}
