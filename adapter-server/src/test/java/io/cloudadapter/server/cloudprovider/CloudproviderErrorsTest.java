package io.cloudadapter.server.cloudprovider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.server.LogCapture;
import io.cloudadapter.server.SingleAccount;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.kube.KubernetesClient.Reply;
import io.cloudadapter.server.kube.KubernetesScene;
import io.cloudadapter.server.options.CloudproviderOptions;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The errors of the cloud as a Status; and the configuration of the plain listener. */
class CloudproviderErrorsTest {

  private static CloudException error(Kind kind) {
    return CloudException.of(kind, Effect.NONE, "the cloud refuses")
        .retryAfter(Duration.ofMillis(2500))
        .build();
  }

  @ParameterizedTest
  @CsvSource({
    "INVALID, 422, Invalid, 0",
    "UNSUPPORTED, 422, Invalid, 0",
    "UNAUTHENTICATED, 503, ServiceUnavailable, 3",
    "DENIED, 503, ServiceUnavailable, 3",
    "NOT_FOUND, 404, NotFound, 0",
    "CONFLICT, 409, Conflict, 0",
    "QUOTA, 403, Forbidden, 0",
    "CAPACITY, 503, ServiceUnavailable, 3",
    "THROTTLED, 429, TooManyRequests, 3",
    "UNAVAILABLE, 503, ServiceUnavailable, 3",
    "TIMEOUT, 504, Timeout, 3",
    "CANCELLED, 503, ServiceUnavailable, 3",
    "UNCLASSIFIED, 500, InternalError, 0"
  })
  void eachKindHasItsCodeAndWhatPassesByItselfATime(
      Kind kind, int code, String reason, int seconds) {
    for (boolean semantic : new boolean[] {true, false}) {
      CloudproviderOptions settings =
          semantic ? CloudproviderOptions.usual().semanticCodes() : CloudproviderOptions.usual();
      try (KubernetesScene scene = new KubernetesScene(settings)) {
        scene.account.error = error(kind);

        Reply reply = scene.client.get("routes/k");

        assertThat(reply.status()).isEqualTo(semantic ? code : 404);
        assertThat(reply.at("/code").asInt()).isEqualTo(code);
        assertThat(reply.at("/reason").asText()).isEqualTo(reason);
        assertThat(reply.at("/message").asText()).isEqualTo("the cloud refuses");
        assertThat(reply.at("/details/retryAfterSeconds").asInt()).isEqualTo(seconds);
        assertThat(reply.head().contains("Retry-After: 3")).isEqualTo(seconds == 3);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Conflict.class)
  void conflictsAreTold(Conflict conflict) {
    try (KubernetesScene scene = new KubernetesScene()) {
      scene.account.error =
          CloudException.of(Kind.CONFLICT, Effect.NONE, "no").conflict(conflict).build();

      Reply reply = scene.client.get("zones");

      assertThat(reply.at("/reason").asText())
          .isEqualTo(conflict == Conflict.NAME_TAKEN ? "AlreadyExists" : "Conflict");
      assertThat(reply.at("/details/retryAfterSeconds").asInt())
          .isEqualTo(conflict == Conflict.BUSY ? 1 : 0);
    }
  }

  @Test
  void anUnexpectedErrorIsAStatusWithoutItsReasons() {
    try (KubernetesScene scene = new KubernetesScene();
        LogCapture log = new LogCapture("io.cloudadapter")) {
      scene.account.with(io.cloudadapter.spi.feature.Routes.class, null);
      scene
          .account
          .without(io.cloudadapter.spi.feature.Zones.class)
          .with(io.cloudadapter.spi.feature.Zones.class, call -> {
            throw new IllegalStateException("canary");
          });

      Reply reply = scene.client.get("zones");

      assertThat(reply.status()).isEqualTo(404);
      assertThat(reply.at("/code").asInt()).isEqualTo(500);
      assertThat(reply.body()).doesNotContain("canary").contains("correlation id");
      assertThat(log.lines()).isNotEmpty();
    }
  }

  @Test
  void aConfiguredZoneThatTheCloudLacksIsOurFault() {
    try (KubernetesScene scene = new KubernetesScene(new CloudproviderOptions(
        false, Optional.of("mars"), Optional.of("mine"), Optional.empty()))) {
      assertThat(scene.client.get("zones").at("/code").asInt()).isEqualTo(500);
      assertThat(scene.client.get("providerName").body()).isEqualTo("{\"providerName\":\"mine\"}");
    }
  }

  @ParameterizedTest
  @CsvSource({"0.0.0.0", "192.0.2.1", "::"})
  void thePlainListenerIsForLoopbackOnly(String address) {
    assertThatThrownBy(() -> new TestServer(builder -> builder.cloudprovider(
            SingleAccount.empty(), CloudproviderOptions.usual().plainAt(address, 0))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("loopback only, was: " + address);
  }

  @Test
  void aPlainPortThatIsTakenKeepsTheServerFromStarting() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> new TestServer(builder -> builder.cloudprovider(
              SingleAccount.empty(),
              CloudproviderOptions.usual().plainAt("127.0.0.1", taken.getLocalPort()))))
          .hasRootCauseInstanceOf(IOException.class);
    }
  }
}
