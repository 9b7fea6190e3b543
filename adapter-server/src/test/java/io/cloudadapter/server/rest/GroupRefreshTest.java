package io.cloudadapter.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.AutomaticRefreshConfig;
import io.cloudadapter.core.config.DriftResponse;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.ErrorAssertions;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool that a group of the cloud sizes refuses refreshes in every face, with the reason. */
@Timeout(120)
class GroupRefreshTest {
  private static final String REASON = "pool web is a group that its cloud sizes by itself";

  private static CloudAdapter open(AutomaticRefreshConfig how) {
    PoolConfigBuilder web = PoolConfig.named("web", "demo", 5)
        .listInterval(Duration.ofMillis(100), Duration.ofMillis(500))
        .automaticRefresh(how);
    return CloudAdapter.builder()
        .inMemory()
        .account(new AccountConfig(
            "demo", "simulated", Map.of("keys", "target", "bootTime", "0s", "queueTime", "0s")))
        .pool(web.build())
        .open();
  }

  private static void refuses(CompletionStage<?> answer) {
    assertThat(answer.toCompletableFuture())
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableThat()
        .havingRootCause()
        .withMessageContaining(REASON);
  }

  @Test
  void java_async_and_rest_refuse_start_and_control() throws IOException, InterruptedException {
    try (CloudAdapter pools = open(AutomaticRefreshConfig.none())) {
      MachinePool web = pools.defaultPool();
      web.await(PoolView::settled, Duration.ofMinutes(1));
      assertThatThrownBy(() -> web.refresh(RefreshRequest.defaults()))
          .isInstanceOfSatisfying(
              PoolException.class,
              e -> assertThat(e.reason()).isEqualTo(PoolException.Reason.UNSUPPORTED))
          .hasMessageContaining(REASON);
      refuses(web.refreshAsync(RefreshRequest.defaults(), WriteOptions.none()));
      for (RefreshControl control : RefreshControl.values()) {
        assertThatThrownBy(() -> web.controlRefresh(control, WriteOptions.none()))
            .hasMessageContaining(REASON);
        refuses(web.controlRefreshAsync(control, WriteOptions.none()));
      }
      AdapterServer server = AdapterServer.builder(pools).tls(TlsConfig.off()).start();
      try {
        for (String path : List.of("", "/pause", "/resume", "/cancel", "/rollback")) {
          HttpResponse<String> reply = HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(server.uri() + "/pool/refresh" + path))
                      .POST(HttpRequest.BodyPublishers.noBody())
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
          assertThat(reply.statusCode()).as(path).isEqualTo(409);
          assertThat(ErrorAssertions.message(reply.body())).as(path).isEqualTo(REASON);
        }
      } finally {
        server.stop();
      }
      assertThat(web.refreshStatus()).isEmpty();
    }
  }

  @Test
  void a_pool_of_a_group_that_is_to_refresh_by_itself_is_refused() {
    assertThatThrownBy(() -> open(AutomaticRefreshConfig.none().withDrift(DriftResponse.AUTOMATIC)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("pools.web.drift: must not be set: the cloud sizes the machines");
    assertThatThrownBy(
            () -> open(AutomaticRefreshConfig.none().withMaxInstanceLifetime(Duration.ofDays(30))))
        .hasMessageContaining("pools.web.maxInstanceLifetime: must not be set");
    assertThatThrownBy(
            () -> open(AutomaticRefreshConfig.none().withHardLifetime(Duration.ofDays(30))))
        .hasMessageContaining("pools.web.hardLifetime: must not be set");
  }
}
