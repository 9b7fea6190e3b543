package io.cloudadapter.proof;

import io.cloudadapter.proof.GroupFlaw.Bent;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TokenBucket;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Chapter 6: profiles that promise more machines than the cloud takes, which the example's cloud does not count. */
final class PaceFlaws {
  private static final double TWICE = 2;

  private PaceFlaws() {}

  static List<GroupFlaw> all() {
    return List.of(
        stating("states twice as many launches at once", "LAUNCH of", RequestKind.LAUNCH, TWICE, 1),
        stating(
            "states twice as many launches a second", "LAUNCH of", RequestKind.LAUNCH, 1, TWICE),
        stating(
            "states twice as many ends at once", "TERMINATE of", RequestKind.TERMINATE, TWICE, 1));
  }

  static List<AdapterMutant> mutants() {
    return all().stream().map(GroupFlaw::mutant).toList();
  }

  private static GroupFlaw stating(
      String bug, String says, RequestKind verb, double burst, double perSecond) {
    return new GroupFlaw(AdapterMutant.of("MP-6.9", bug, says), right -> new Bent(right) {
      @Override
      public ProviderProfile profile() {
        ProviderProfile truth = super.profile();
        Map<RequestKind, TokenBucket> buckets = new EnumMap<>(truth.machineBuckets());
        buckets.computeIfPresent(
            verb, (each, is) -> new TokenBucket(is.burst() * burst, is.perSecond() * perSecond));
        return new ProviderProfile(
            truth.keySupport(),
            truth.maxPerKey(),
            truth.callTimeout(),
            truth.lateAcceptance(),
            truth.visibleWithin(),
            truth.goneWithin(),
            truth.maxIdsPerList(),
            truth.buckets(),
            buckets);
      }
    });
  }
}
