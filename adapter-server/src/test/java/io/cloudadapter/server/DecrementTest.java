package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A machine that does not count cannot lower the desired size, and is not taken as if it had. */
class DecrementTest {
  private final TestServer server = new TestServer();

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> asked(
      MachineState state, ServiceState service, String verb, boolean decrement, String... headers) {
    server.pools.web.changeMachines(List.of(new Machine(
        new MachineId("i-123456"),
        state,
        service,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        false,
        Map.of())));
    return server.post(
        "/pool/i-123456/" + verb, "{\"decrementDesiredSize\": " + decrement + "}", headers);
  }

  @ParameterizedTest
  @CsvSource({
    "RUNNING, OUT_OF_SERVICE, terminate",
    "PENDING, OUT_OF_SERVICE, detach",
    "TERMINATED, IN_SERVICE, terminate",
    "TERMINATED, OUT_OF_SERVICE, detach",
    "REJECTED, UNKNOWN, terminate",
  })
  void aMachineThatDoesNotCountIsRefusedWithADecrementOnly(
      MachineState state, ServiceState service, String verb) {
    HttpResponse<String> refused = asked(state, service, verb, true);

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(Errors.message(refused.body()))
        .isEqualTo(
            "machine i-123456 does not count towards the desired size, so it cannot lower it");
    assertThat(refused.body()).contains("the desired size is ");
    assertThat(server.pools.web.calls).isEmpty();
    assertThat(asked(state, service, verb, false).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({"RUNNING, UNHEALTHY", "PENDING, BOOTING", "TERMINATING, IN_SERVICE"})
  void aMachineThatCountsOrIsOnItsWayOutIsThePools(MachineState state, ServiceState service) {
    assertThat(asked(state, service, "terminate", true).statusCode()).isEqualTo(200);
    assertThat(server.pools.web.calls).hasSize(1);
  }

  @Test
  void aRepetitionUnderItsKeyIsThePools() {
    assertThat(asked(
                MachineState.TERMINATED,
                ServiceState.IN_SERVICE,
                "terminate",
                true,
                "Idempotency-Key",
                "k-1")
            .statusCode())
        .isEqualTo(200);
  }
}
