package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools that share the quotas of a tenant: {@code -Dquota.seeds} of them, from {@code -Dquota.first} on.
 */
@Tag("proof")
class QuotaStormTest {
  private static final Storm STORM = new Storm(QuotaStormTest.class, "quota", 15);

  @Test
  void no_pools_of_a_tenant_ever_have_more_than_its_quotas_allow() {
    STORM.play(seed -> STORM.judge(seed, QuotaStory.tell(seed)));
  }
}
