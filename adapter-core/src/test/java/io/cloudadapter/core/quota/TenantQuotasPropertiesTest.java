package io.cloudadapter.core.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.QuotaUsage;
import io.cloudadapter.core.config.TenantConfig;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Several pools ask for room at once, in any order: together they never get more than there is. */
class TenantQuotasPropertiesTest {
  private static final List<String> POOLS = List.of("a", "b", "c");

  /** What one pool does. */
  record Act(int pool, int kind, int machines) {}

  @Provide
  Arbitrary<List<Act>> acts() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 4),
            Arbitraries.integers().between(0, 6))
        .as(Act::new)
        .list()
        .ofMaxSize(40);
  }

  @Property(tries = 300)
  void no_order_of_requests_exceeds_any_limit(
      @ForAll("acts") List<Act> acts,
      @ForAll @IntRange(max = 12) int machines,
      @ForAll @IntRange(max = 30) int vcpus,
      @ForAll @IntRange(max = 12) int launches) {
    TenantConfig team = new TenantConfig(
        "team",
        Set.of(),
        Map.of("team", "a"),
        OptionalInt.of(machines),
        OptionalInt.of(vcpus),
        OptionalInt.of(launches));
    TenantQuotas quotas =
        new TenantQuotas(List.of(team), (account, size) -> OptionalInt.of(2), () -> 0);
    List<PoolQuota> pools = POOLS.stream()
        .map(name -> quotas.join(new PoolName(name), Map.of("team", "a")))
        .toList();
    int[] have = new int[POOLS.size()];
    int[] wanted = new int[POOLS.size()];
    for (Act act : acts) {
      act(act, pools.get(act.pool()), have, wanted);
      List<QuotaUsage> usage = quotas.usage().get(0).usage();
      assertThat(usage).allSatisfy(row -> {
        assertThat(row.reserved()).isLessThanOrEqualTo(row.limit());
        assertThat(row.used()).isLessThanOrEqualTo(row.reserved());
      });
    }
  }

  private static void act(Act act, PoolQuota pool, int[] have, int[] wanted) {
    int at = act.pool();
    int each = 1 + at;
    PoolUse own = use(have[at], wanted[at], each);
    switch (act.kind()) {
      case 0 -> { // A caller asks for all or nothing.
        QuotaAnswer answer =
            pool.reserve(own, act.machines(), OptionalInt.of(each), act.machines());
        wanted[at] += answer.shortfall().isEmpty() ? act.machines() : 0;
      }
      case 1 -> // A policy takes what there is.
        wanted[at] += pool.reserve(own, act.machines(), OptionalInt.of(each), 0).machines();
      case 2 -> {
        int asked = Math.min(act.machines(), Math.max(0, wanted[at] - have[at]));
        have[at] += pool.launch(own, asked, OptionalInt.of(each), 0, true).machines();
      }
      case 3 -> { // A machine ends, and its place is given up, durably.
        have[at] = Math.max(0, have[at] - 1);
        wanted[at] = Math.max(have[at], wanted[at] - 1);
        pool.report(use(have[at], wanted[at], each), List.of(), false);
      }
      default -> pool.report(own, List.of(), false);
    }
  }

  /** Every machine counts as launched within the hour, so that launches are at least the machines there are. */
  private static PoolUse use(int have, int wanted, int each) {
    int reserved = Math.max(have, wanted);
    return new PoolUse(have, reserved, (long) have * each, (long) reserved * each, have, 0);
  }
}
