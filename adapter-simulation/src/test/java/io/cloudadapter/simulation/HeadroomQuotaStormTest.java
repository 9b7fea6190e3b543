package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools that keep machines above their desired size within the quotas of a tenant:
 * {@code -Dheadroom-quota.seeds} of them, from {@code -Dheadroom-quota.first} on.
 */
@Tag("proof")
class HeadroomQuotaStormTest {
  private static final Storm STORM = new Storm(HeadroomQuotaStormTest.class, "headroom-quota", 15);

  @Test
  void what_a_quota_withholds_is_not_owed_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, HeadroomQuotaStory.tell(seed)));
  }
}
