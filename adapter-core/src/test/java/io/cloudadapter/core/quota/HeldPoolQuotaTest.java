package io.cloudadapter.core.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.TenantConfig;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A pool whose launches are of an earlier size since a rollback, and that gets another configuration. */
class HeldPoolQuotaTest {
  private static final PoolName WEB = new PoolName("web");

  private final TenantQuotas quotas = new TenantQuotas(
      List.of(new TenantConfig(
          "team",
          Set.of(WEB),
          Map.of(),
          OptionalInt.empty(),
          OptionalInt.of(10),
          OptionalInt.empty())),
      (account, size) -> OptionalInt.of(size.equals("big") ? 8 : 1),
      () -> 0);

  private static PoolConfig config(String size) {
    return PoolConfig.named("web", "here", 20)
        .launch(LaunchConfig.builder().size(size).build())
        .build();
  }

  /** Two small machines run and two more are wanted, while the configuration has a big size. */
  private void held() {
    quotas.join(WEB, Map.of()).report(new PoolUse(2, 4, 2, 4, 0, 0), List.of(), true);
  }

  @Test
  void the_same_template_asks_for_what_is_reserved() {
    held();

    assertThat(quotas.admit(config("big"), true, true)).isEmpty();
    assertThat(quotas.usage().get(0).usage())
        .singleElement()
        .satisfies(row -> assertThat(row.reserved()).isEqualTo(4));
  }

  @Test
  void another_template_asks_for_its_own_size() {
    held();

    assertThat(quotas.admit(config("big"), false, true))
        .hasValueSatisfying(shortfall -> assertThat(shortfall.text()).contains("10 vCPUs"));
  }

  @Test
  void a_new_pool_has_no_template_before() {
    PoolConfig two = config("big").toBuilder().initialSize(2).build();

    assertThat(quotas.admit(two, true, true)).isPresent();
  }
}
