package io.cloudadapter.openstack;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.PoolIncarnation;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A launch that names what the project does not have. */
class OrderNamesTest {
  private final OpenStackFixture scene = new OpenStackFixture();

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void oneErrorNamesAllThatIsNotThere() {
    LaunchSpec spec = new LaunchSpec(
        new PoolName("web"),
        new PoolIncarnation("0".repeat(27)),
        Optional.of("no-zone"),
        Optional.of("no-size"),
        Optional.of("no-image"),
        LaunchSpec.Market.ON_DEMAND,
        Map.of(),
        Optional.empty(),
        new OpenStackProviderFactory()
            .template()
            .parse(Map.of(
                "networks", "no-network", "securityGroups", "no-group", "keyPair", "no-key")));

    assertThatThrownBy(() -> scene.provider.prepare(spec, FakeCall.patient()))
        .isInstanceOfSatisfying(
            CloudException.class,
            e -> org.assertj.core.api.Assertions.assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND))
        .hasMessageContaining("no-zone")
        .hasMessageContaining("no-size")
        .hasMessageContaining("no-image")
        .hasMessageContaining("no-network")
        .hasMessageContaining("no-group")
        .hasMessageContaining("no-key");
  }
}
