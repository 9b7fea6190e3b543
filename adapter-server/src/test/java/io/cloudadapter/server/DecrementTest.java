package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A decrement over the REST API, against a pool on the simulated cloud: done, repeated, or refused with 409 and without
 * an effect.
 */
@Timeout(120)
class DecrementTest {
  private static final Duration SOON = Duration.ofMinutes(1);

  private final HttpClient client = HttpClient.newHttpClient();
  private CloudAdapter pools;
  private MachinePool web;
  private AdapterServer server;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    pools = CloudAdapter.builder()
        .inMemory()
        .account(new AccountConfig(
            "demo", "simulated", Map.of("bootTime", "0s", "queueTime", "0s", "endTime", "1h")))
        .pool(PoolConfig.named("web", "demo", 20)
            .listInterval(Duration.ofMillis(100), Duration.ofMillis(500))
            .launchesPerHour(10_000)
            .terminationsPerHour(10_000)
            .missingListsUntilGone(3)
            .massDisappearanceShare(0.1)
            .build())
        .open();
    web = pools.defaultPool();
    web.setDesiredSize(3);
    web.await(PoolView::settled, SOON);
    server = AdapterServer.builder(pools).tls(TlsConfig.off()).start();
  }

  @AfterEach
  void stop() {
    server.stop();
    pools.close();
  }

  private HttpResponse<String> leaves(MachineId machine, String verb, boolean decrement, String key)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(
            URI.create(server.uri() + "/pool/" + machine + "/" + verb))
        .POST(HttpRequest.BodyPublishers.ofString("{\"decrementDesiredSize\": " + decrement + "}"));
    if (!key.isEmpty()) {
      request.header("Idempotency-Key", key);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private Machine first() {
    return web.view().machines().stream().filter(Machine::effective).findFirst().orElseThrow();
  }

  private MachineState state(MachineId machine) {
    return web.view().machines().stream()
        .filter(each -> each.id().equals(machine))
        .findFirst()
        .orElseThrow()
        .machineState();
  }

  private void refused(HttpResponse<String> reply, MachineId machine, String condition) {
    assertThat(reply.statusCode()).isEqualTo(409);
    assertThat(ErrorAssertions.message(reply.body()))
        .isEqualTo("machine " + machine + " is " + condition
            + " and does not count towards the desired size, so it cannot lower it");
    assertThat(reply.body()).contains("Nothing was changed, and the desired size is 3.");
    assertThat(web.view().desiredSize()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"terminate", "detach"})
  void aMachineThatIsOutOfServiceIsRefusedWithADecrementOnly(String verb)
      throws IOException, InterruptedException {
    MachineId machine = first().id();
    web.setServiceState(machine, ServiceState.OUT_OF_SERVICE);

    refused(leaves(machine, verb, true, ""), machine, "OUT_OF_SERVICE");
    refused(leaves(machine, verb, true, "k-1"), machine, "OUT_OF_SERVICE");
    assertThat(state(machine)).isEqualTo(MachineState.RUNNING);
    assertThat(leaves(machine, verb, false, "").statusCode()).isEqualTo(200);
  }

  @Test
  void aMachineThatEndsWithoutADecrementIsRefusedWithOne()
      throws IOException, InterruptedException {
    MachineId machine = first().id();
    assertThat(leaves(machine, "terminate", false, "").statusCode()).isEqualTo(200);
    assertThat(state(machine)).isEqualTo(MachineState.TERMINATING);

    refused(leaves(machine, "terminate", true, ""), machine, "TERMINATING");
    refused(leaves(machine, "terminate", true, "k-2"), machine, "TERMINATING");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "k-3"})
  void aRepetitionIsAnsweredAlikeAndLowersNothing(String key)
      throws IOException, InterruptedException {
    MachineId machine = first().id();

    for (int i = 0; i < 3; i++) {
      assertThat(leaves(machine, "terminate", true, key).statusCode()).isEqualTo(200);
      assertThat(web.view().desiredSize()).isEqualTo(2);
    }
  }

  @Test
  void aRepeatedDetachLowersNothingEither() throws IOException, InterruptedException {
    MachineId machine = first().id();
    assertThat(leaves(machine, "detach", true, "").statusCode()).isEqualTo(200);
    web.await(view -> view.machines().stream().noneMatch(each -> each.id().equals(machine)), SOON);

    assertThat(leaves(machine, "detach", true, "").statusCode()).isEqualTo(200);
    assertThat(web.view().desiredSize()).isEqualTo(2);
  }
}
