package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.SimulatedCloudFixture.errorOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.api.cloud.Quota.Bound;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What the cloud offers, and how much of it is left. */
class SimulatedCatalogTest {
  private final SimulatedCloudFixture scene = new SimulatedCloudFixture(cloud -> cloud.quota(2));
  private final MachineSizeCatalog catalog =
      scene.provider.feature(MachineSizeCatalog.class).orElseThrow();
  private final Quotas view = scene.provider.feature(Quotas.class).orElseThrow();

  @Test
  void eachSizeIsTwiceTheOneBefore() {
    List<String> zones = List.of("a", "b", "c");

    assertThat(catalog.sizes(scene.call()))
        .containsExactly(
            new MachineSize("small", 1, 2048, 20, OptionalInt.of(0), zones),
            new MachineSize("medium", 2, 4096, 20, OptionalInt.of(0), zones),
            new MachineSize("large", 4, 8192, 20, OptionalInt.of(0), zones));
  }

  @Test
  void aMachineCountsWithWhatItIsMadeOfUntilItHasEnded() {
    MachineId large = scene.cloud.createMachine("a", "large", Optional.empty());
    scene.cloud.createMachine();

    assertThat(view.quotas(scene.call())).extracting(Quota::used).containsExactly(2L, 5L, 10240L);

    scene.cloud.kill(large);
    assertThat(view.quotas(scene.call())).extracting(Quota::used).containsExactly(1L, 1L, 2048L);
  }

  @Test
  void onlyMachinesAreLimited() {
    List<Quota> quotas = view.quotas(scene.call());

    assertThat(quotas)
        .extracting(Quota::bound)
        .containsExactly(Bound.LIMITED, Bound.UNLIMITED, Bound.UNLIMITED);
    assertThat(quotas.get(0).limit()).hasValue(2);
  }

  @Test
  void aQuotaThatWasLoweredRefusesLaunchesAndEndsNoMachine() {
    scene.cloud.createMachine();
    scene.cloud.setQuota(0);

    assertThat(errorOf(() -> scene.launch(1)).kind()).isEqualTo(Kind.QUOTA);
    assertThat(view.quotas(scene.call()).get(0).left()).hasValue(0);
    assertThat(scene.cloud.machines()).hasSize(1);
    assertThatThrownBy(() -> scene.cloud.setQuota(-1)).hasMessageContaining("0 or more, was -1");
  }

  @Test
  void aLookThatFailsIsAnError() {
    scene.cloud.faults().next(RequestKind.READ, CloudFault.ERROR_BEFORE_EFFECT);

    assertThat(errorOf(() -> view.quotas(scene.call())).effect()).isEqualTo(Effect.NONE);
    scene.clock.advance(Duration.ofSeconds(1));
    assertThat(view.quotas(scene.call())).hasSize(3);
  }
}
