package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools that share the quotas of a tenant: {@code -Dquota.seeds} of them, from {@code -Dquota.first} on.
 */
@Tag("proof")
class QuotaStormTest {
  private static final long FIRST = Long.getLong("quota.first", 1);
  private static final long SEEDS = Long.getLong("quota.seeds", 30);

  @Test
  void no_pools_of_a_tenant_ever_have_more_than_its_quotas_allow() {
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .forEach(seed -> assertThat(QuotaStory.tell(seed))
            .as("mvn -pl adapter-simulation -am test -Dtest=QuotaStormTest -Dquota.seeds=1"
                + " -Dquota.first=" + seed)
            .isEmpty());
  }
}
