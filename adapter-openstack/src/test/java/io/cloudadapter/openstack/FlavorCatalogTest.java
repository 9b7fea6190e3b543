package io.cloudadapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.api.cloud.Quota.Bound;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Flavors, and Nova's absolute limits. */
class FlavorCatalogTest {
  private final OpenStackFixture scene = new OpenStackFixture();
  private final MachineSizeCatalog catalog =
      scene.provider.feature(MachineSizeCatalog.class).orElseThrow();
  private final Quotas view = scene.provider.feature(Quotas.class).orElseThrow();

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void flavorsAreReadToTheLastPage() {
    scene.cloud.pageLimit(1);

    assertThat(catalog.sizes(FakeCall.patient()))
        .containsExactly(
            new MachineSize("m1.huge", 1, 64, 5_000_000, OptionalInt.empty(), List.of()),
            new MachineSize("m1.large", 4, 8192, 80, OptionalInt.empty(), List.of()),
            new MachineSize("m1.small", 1, 2048, 20, OptionalInt.empty(), List.of()));
  }

  @Test
  void limitsCountEverybodysServersOfTheProject() {
    scene.cloud.quota(3);
    scene.cloud.makeForAnotherOwner(Set.of(), Map.of());

    List<Quota> quotas = view.quotas(FakeCall.patient());

    assertThat(quotas).extracting(Quota::name).containsExactly("instances", "cores", "ram");
    assertThat(quotas).extracting(Quota::used).containsExactly(1L, 1L, 2048L);
    assertThat(quotas.get(0).left()).hasValue(2);
  }

  @Test
  void minusOneIsNoLimit() {
    assertThat(view.quotas(FakeCall.patient()))
        .extracting(Quota::bound)
        .containsExactly(Bound.LIMITED, Bound.UNLIMITED, Bound.UNLIMITED);
  }
}
