package io.cloudadapter.aws;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Instance types, and vCPUs in use. */
class InstanceTypeCatalogTest {
  private static final String ON_DEMAND =
      "Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances";
  private static final String SPOT =
      "All Standard (A, C, D, H, I, M, R, T, Z) Spot Instance Requests";

  private final AwsFixture scene = new AwsFixture();
  private final MachineSizeCatalog catalog =
      scene.provider.feature(MachineSizeCatalog.class).orElseThrow();
  private final Quotas view = scene.provider.feature(Quotas.class).orElseThrow();

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void instanceTypesAreReadToTheLastPageWithTheirZones() {
    scene.cloud.pageLimit(1);

    List<MachineSize> sizes = catalog.sizes(FakeCall.patient());

    assertThat(sizes)
        .extracting(MachineSize::name)
        .containsExactly("m6i.large", "m6i.xlarge", "p5.48xlarge", "t3.small");
    assertThat(sizes.get(2))
        .isEqualTo(new MachineSize(
            "p5.48xlarge", 192, 2_097_152, 28_312, OptionalInt.of(8), List.of("eu-north-1a")));
  }

  @Test
  void everybodysVcpusCountWhileTheyRun() {
    String first = scene.cloud.makeForAnotherOwner(Map.of());
    scene.cloud.makeForAnotherOwner(Map.of());
    assertThat(used()).containsExactlyInAnyOrderEntriesOf(Map.of(ON_DEMAND, 4L, SPOT, 0L));

    scene.cloud.state(first, "stopped");

    assertThat(used()).containsExactlyInAnyOrderEntriesOf(Map.of(ON_DEMAND, 2L, SPOT, 0L));
  }

  @Test
  void aLimitThatEc2DoesNotTellIsNotInvented() {
    assertThat(view.quotas(FakeCall.patient()))
        .hasSize(2)
        .allSatisfy(quota -> assertThat(quota.bound()).isEqualTo(Bound.UNTOLD))
        .noneMatch(Quota::whole);
  }

  @ParameterizedTest
  @CsvSource({
    "t3.small,STANDARD",
    "im4gn.large,STANDARD",
    "inf2.xlarge,INF",
    "g5.xlarge,G",
    "gr6.4xlarge,G",
    "vt1.3xlarge,G",
    "p5.48xlarge,P",
    "f1.2xlarge,F",
    "x2idn.16xlarge,X",
    "u-6tb1.metal,HIGH_MEMORY",
    "trn1.2xlarge,TRN",
    "dl1.24xlarge,DL",
    "hpc7g.4xlarge,HPC",
    "mac2.metal,MAC"
  })
  void aTypeIsOfTheClassThatItsLettersSay(String type, VcpuQuotaClass expected) {
    assertThat(VcpuQuotaClass.of(type)).isEqualTo(expected);
  }

  private Map<String, Long> used() {
    return view.quotas(FakeCall.patient()).stream()
        .collect(java.util.stream.Collectors.toMap(Quota::name, Quota::used));
  }
}
