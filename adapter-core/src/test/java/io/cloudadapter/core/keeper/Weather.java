package io.cloudadapter.core.keeper;

import io.cloudadapter.spi.KeySupport;
import io.cloudadapter.spi.ProviderProfile;
import java.time.Duration;
import java.util.List;

/**
 * What a story's cloud promises, and how often what goes wrong. Drawn anew for each seed, so that some
 * stories know one kind of fault only and others all at once. Gaps and times in seconds.
 */
record Weather(
    ProviderProfile profile,
    List<String> zones,
    int zoneCapacity,
    int quota,
    boolean honest,
    double refusal,
    double lostRequest,
    double lostReply,
    double late,
    double duplicate,
    double partial,
    double slow,
    double overdue,
    double rejected,
    double stuck,
    double listFails,
    double listGaps,
    double opaque,
    double stale,
    double endFails,
    double marksFail,
    double crash,
    double reload,
    double wrongAccount,
    double clockJumps,
    long mishapGap,
    long crashGap,
    long commandGap,
    long retention) {

  static Weather draw(Dice dice) {
    int kind = dice.upTo(2);
    Duration life = Duration.ofHours(dice.between(4, 24));
    boolean honest = !dice.chance(0.06);
    ProviderProfile.Builder profile = ProviderProfile.builder()
        .keySupport(
            kind == 0
                ? KeySupport.none()
                : kind == 1 ? KeySupport.token(life) : KeySupport.name(life))
        .maxPerKey(dice.chance(0.5) ? 1 : (int) dice.between(2, 5))
        .callTimeout(Duration.ofSeconds(dice.between(5, 60)))
        .lateAcceptance(Duration.ofSeconds(dice.chance(0.3) ? 0 : dice.between(1, 300)))
        .visibleWithin(Duration.ofSeconds(dice.chance(0.3) ? 0 : dice.between(1, 180)))
        .goneWithin(Duration.ofSeconds(dice.chance(0.3) ? 0 : dice.between(1, 180)))
        .maxIdsPerList((int) dice.between(1, 10));
    List<String> zones = List.of("zone-a", "zone-b", "zone-c").subList(0, dice.upTo(3));
    return new Weather(
        profile.build(),
        zones,
        dice.chance(0.6) ? 1000 : (int) dice.between(0, 6),
        dice.chance(0.7) ? 1000 : (int) dice.between(1, 12),
        honest,
        dice.often(0.4),
        dice.often(0.4),
        dice.often(0.4),
        dice.often(0.4),
        dice.often(0.3),
        dice.often(0.5),
        dice.often(0.3),
        dice.often(0.05),
        dice.often(0.3),
        dice.often(0.2),
        dice.often(0.5),
        dice.often(0.5),
        dice.often(0.2),
        dice.often(1),
        dice.often(0.7),
        dice.often(0.5),
        dice.often(0.03),
        dice.often(0.03),
        dice.often(0.3),
        dice.often(0.6),
        dice.chance(0.3) ? 0 : dice.between(60, 1800),
        dice.chance(0.4) ? 0 : dice.between(300, 7200),
        dice.between(10, 600),
        dice.chance(0.3) ? 0 : dice.between(1, 3600));
  }
}
