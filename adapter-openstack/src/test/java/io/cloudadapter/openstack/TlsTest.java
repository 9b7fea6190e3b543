package io.cloudadapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.openstack.cloud.FakeOpenStack;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** HTTPS, with a certificate from an authority of one's own, for all services. */
class TlsTest {
  private final OpenStackFixture scene = new OpenStackFixture();
  private final FaultProxy wire = FaultProxy.open(OpenStackDialect.OPENSTACK);
  private final String keystone = wire.secured(scene.cloud.url()) + "/identity/v3";

  @AfterEach
  void close() {
    wire.close();
    scene.close();
  }

  @Test
  void theAuthorityOfTheAccountIsTrustedByEveryService() {
    Map<String, String> account =
        Map.of("authUrl", keystone, "caFile", wire.authority().toString());
    try (MachineProvider provider = scene.open(account)) {
      provider.prepare(
          OpenStackFixture.spec("m1.small", "debian", Map.of("networks", "private")),
          FakeCall.patient());

      assertThat(provider.identity(FakeCall.patient())).startsWith(FakeOpenStack.PROJECT);
    }
    assertThat(wire.exchanges()).hasSizeGreaterThan(5);
  }

  @Test
  void aStrangersCertificateIsToldNothing() {
    try (MachineProvider provider = scene.open(Map.of("authUrl", keystone))) {
      assertThatThrownBy(() -> provider.identity(FakeCall.patient()))
          .isInstanceOfSatisfying(CloudException.class, e -> {
            assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(e.effect()).isEqualTo(Effect.NONE);
          });
    }
    assertThat(scene.cloud.requests()).isEmpty();
  }
}
