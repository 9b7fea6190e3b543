package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.autoscaler.NodeGroupConfig;
import io.cloudadapter.server.autoscaler.NodeGroupOptions;
import io.cloudadapter.server.autoscaler.NodeResources;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.cloudadapter.server.options.MachinePrices;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The prices of a server are those given, and those of its node groups, which precede. */
class ServerPricesTest {
  private static final PoolName WORKERS = new PoolName("workers");
  private static final MachinePrices GIVEN =
      MachinePrices.bySize(Map.of("small", new BigDecimal("0.1")));

  private static ClusterAutoscalerConfig groups(OptionalDouble pricePerHour) {
    return new ClusterAutoscalerConfig(
        "127.0.0.1",
        0,
        new PoolSelection(Set.of(WORKERS), Map.of()),
        ClusterAutoscalerConfig.USUAL_PROVIDER_ID,
        "gpu",
        List.of(),
        Map.of(
            WORKERS,
            new NodeGroupConfig(
                Optional.empty(),
                Map.of(),
                List.of(),
                NodeResources.usual(),
                pricePerHour,
                NodeGroupOptions.none())));
  }

  private static MachinePrices pricesWith(OptionalDouble pricePerHour) {
    return new ServerAssembly(AdapterServer.builder(new FakePools())
            .prices(GIVEN)
            .clusterAutoscaler(
                groups(pricePerHour), name -> Optional.empty(), name -> Optional.empty()))
        .prices();
  }

  @Test
  void aNodeGroupHasItsOwnPriceAndOtherPoolsThatOfTheSize() {
    MachinePrices prices = pricesWith(OptionalDouble.of(0.25));

    assertThat(prices.perHour(WORKERS, Optional.of("small"))).hasValue(new BigDecimal("0.25"));
    assertThat(prices.perHour(new PoolName("web"), Optional.of("small")))
        .hasValue(new BigDecimal("0.1"));
  }

  @Test
  void aNodeGroupWithoutAPriceHasThatOfTheSize() {
    assertThat(pricesWith(OptionalDouble.empty()).perHour(WORKERS, Optional.of("small")))
        .hasValue(new BigDecimal("0.1"));
  }

  @Test
  void aServerWithoutPricesHasNone() {
    assertThat(new ServerAssembly(AdapterServer.builder(new FakePools())).prices())
        .isEqualTo(MachinePrices.none());
  }
}
