package io.cloudadapter.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.warm.WarmPlan;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.client.message.JsonCodec;
import io.cloudadapter.client.message.JsonFields;
import io.cloudadapter.client.message.PoolMessages;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What messages have about warm pools. */
class RemoteWarmTest {

  private static Machine machine(String id, MachineState state, Optional<WarmState> warm) {
    return new Machine(
        new MachineId(id),
        state,
        ServiceState.UNKNOWN,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        false,
        Map.of("image", "img-1"),
        Optional.empty(),
        List.of(),
        MembershipStatus.DEFAULT,
        Optional.empty(),
        warm);
  }

  private static final PoolView VIEW = new PoolView(
      new PoolName("web"),
      Instant.parse("2026-11-07T13:50:00Z"),
      7,
      3,
      PoolStatus.ACTIVE,
      List.of(
          machine("i-serves", MachineState.RUNNING, Optional.empty()),
          machine("i-stopped", MachineState.TERMINATED, Optional.of(WarmState.WARM)),
          machine("i-runs", MachineState.RUNNING, Optional.of(WarmState.WARM)),
          machine("i-boots", MachineState.PENDING, Optional.of(WarmState.WARMING)),
          machine("i-wakes", MachineState.PENDING, Optional.of(WarmState.WAKING))),
      List.of());

  private static JsonFields sent(Map<String, Object> message) {
    return JsonFields.of(JsonCodec.text(message).getBytes(UTF_8), "GET /pool");
  }

  @Test
  void machines_reach_the_client_with_their_states_in_the_warm_pool() {
    assertThat(PoolMessages.members(sent(PoolMessages.pool(VIEW))).machines())
        .isEqualTo(VIEW.machines());
  }

  @Test
  void a_client_of_the_specification_sees_none_that_it_would_count_and_the_pool_does_not() {
    List<Machine> seen =
        PoolMessages.members(sent(PoolMessages.specified(VIEW))).machines();

    assertThat(seen)
        .extracting(machine -> machine.id().value())
        .containsExactly("i-serves", "i-stopped", "i-wakes");
    assertThat(seen.stream().filter(machine -> machine.machineState().allocated()))
        .as("as many as GET /pool/size has")
        .hasSize(VIEW.size().allocated());
  }

  @Test
  void the_status_counts_the_states_if_there_is_a_warm_machine() {
    assertThat(PoolMessages.status(VIEW).get("warm"))
        .isEqualTo(Map.of("warming", 1, "warm", 2, "waking", 1, "cooling", 0));
    PoolView cold = new PoolView(
        new PoolName("web"), Instant.EPOCH, 7, 3, PoolStatus.ACTIVE, List.of(), List.of());
    assertThat(PoolMessages.status(cold)).doesNotContainKey("warm");
  }

  @Test
  void a_plan_reaches_the_client_as_it_was_sent() {
    WarmPlan warm = new WarmPlan(
        3,
        "warm.size is 3",
        1,
        1,
        List.of(new MachineId("i-wakes")),
        1,
        List.of(new MachineId("i-serves")),
        List.of(new PoolPlan.Termination(new MachineId("i-old"), "its template is not current")),
        List.of(new PoolPlan.Hold(
            Alarm.Code.AT_MAX_SIZE,
            "maxSize and surge are 10",
            Optional.of(Instant.parse("2026-11-07T13:50:00Z")))));
    PoolPlan plan =
        new PoolPlan(3, 3, 0, List.of(), List.of(), List.of(), List.of(), 0, Optional.of(warm));

    assertThat(PoolMessages.plan(sent(PoolMessages.plan(plan)))).isEqualTo(plan);
    PoolPlan cold = new PoolPlan(3, 3, 0, List.of(), List.of(), List.of(), List.of(), 0);
    assertThat(PoolMessages.plan(sent(PoolMessages.plan(cold)))).isEqualTo(cold);
  }

  @Test
  void a_fact_of_the_cloud_with_the_same_name_is_no_state() {
    Machine tagged = PoolMessages.members(sent(Map.of(
            "timestamp",
            "2026-11-07T13:50:00Z",
            "machines",
            List.of(Map.of(
                "id",
                "i-1",
                "machineState",
                "RUNNING",
                "serviceState",
                "UNKNOWN",
                "publicIps",
                List.of(),
                "privateIps",
                List.of(),
                "metadata",
                Map.of("warm", "yes"))))))
        .machines()
        .get(0);

    assertThat(tagged.warm()).isEmpty();
    assertThat(tagged.metadata()).containsEntry("warm", "yes");
  }
}
