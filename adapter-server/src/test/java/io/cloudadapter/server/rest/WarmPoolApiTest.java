package io.cloudadapter.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.client.RemotePools;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.config.WarmPoolState;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Warm pools over REST, in the specified answers and in our own words. */
class WarmPoolApiTest {
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir
  private Path directory;

  private CloudAdapter adapter;
  private AdapterServer server;

  private void start(WarmPoolState state) throws IOException, InterruptedException {
    adapter = CloudAdapter.builder()
        .dataDirectory(directory.resolve("data"))
        .account(new AccountConfig("demo", "simulated", Map.of()))
        .pool(PoolConfig.named("web", "demo", 10)
            .warm(WarmConfig.of(state, 2))
            .listInterval(Duration.ofMillis(200), Duration.ofMillis(500))
            .build())
        .open();
    adapter.defaultPool().setDesiredSize(1);
    PoolView unused =
        adapter.defaultPool().await(view -> view.settled() && view.warm(WarmState.WARM) == 2, LONG);
    server = AdapterServer.builder(adapter).tls(TlsConfig.off()).start();
  }

  @AfterEach
  void stop() {
    server.close();
    adapter.close();
  }

  private String get(String path) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(server.uri().resolve(path)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static long count(String body, String part) {
    return Pattern.compile(Pattern.quote(part)).matcher(body).results().count();
  }

  @Test
  void a_stopped_warm_machine_is_terminated_in_the_specified_answer()
      throws IOException, InterruptedException {
    start(WarmPoolState.STOPPED);

    String pool = get("/pool");

    assertThat(count(pool, "\"machineState\":\"TERMINATED\"")).isEqualTo(2);
    assertThat(count(pool, "\"warm\":\"warm\"")).isEqualTo(2);
    assertThat(get("/pool/size"))
        .isEqualTo("{\"desiredSize\":1,\"allocated\":1,\"outOfService\":0}");
    assertThat(get("/pool/status"))
        .contains("\"warm\":{\"warming\":0,\"warm\":2,\"waking\":0,\"cooling\":0}");
    assertThat(get("/pool/plan"))
        .contains(
            "\"warm\":{\"wanted\":2,\"reason\":\"warm.size is 2\",\"ready\":2,\"preparing\":0");
  }

  @Test
  void a_running_warm_machine_is_no_active_member_there_and_our_client_sees_it()
      throws IOException, InterruptedException {
    start(WarmPoolState.RUNNING);

    assertThat(count(get("/pool"), "\"machineState\"")).isEqualTo(1);
    assertThat(count(get("/pool?warm=true"), "\"machineState\"")).isEqualTo(3);
    assertThat(count(get("/pools/web/pool"), "\"machineState\"")).isEqualTo(1);
    assertThat(count(get("/v1/nodes"), "\"physical_id\"")).isEqualTo(1);
    assertThat(get("/v1/clusters/web")).contains("\"status\":\"ACTIVE\"");
    MachinePool remote = RemotePools.at(server.uri()).build().defaultPool();
    assertThat(remote.view().warm(WarmState.WARM)).isEqualTo(2);
    assertThat(remote.view().settled()).isTrue();
    assertThat(remote.plan().warm().orElseThrow().wanted()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"warm=yes", "warm", "warm=", "warm=TRUE", "warm=true&warm=false"})
  void a_wish_for_warm_machines_that_is_neither_true_nor_false_is_refused(String query)
      throws IOException, InterruptedException {
    start(WarmPoolState.RUNNING);

    assertThat(get("/pool?" + query)).contains("warm may be given once, as true or false, was ");
    assertThat(count(get("/pool?warm=false&other=yes"), "\"machineState\"")).isEqualTo(1);
  }
}
