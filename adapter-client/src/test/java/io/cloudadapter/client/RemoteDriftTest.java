package io.cloudadapter.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.LaunchTemplate;
import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.client.message.JsonCodec;
import io.cloudadapter.client.message.JsonFields;
import io.cloudadapter.client.message.PoolMessages;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The messages of a pool carry launch templates, drift and membership statuses. */
class RemoteDriftTest {
  private static Machine machine(String id, Optional<LaunchTemplate> template, List<String> drift) {
    return new Machine(
        new MachineId(id),
        MachineState.RUNNING,
        ServiceState.UNKNOWN,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        false,
        Map.of("rack", "7"),
        template,
        drift,
        id.equals("i-2") ? MembershipStatus.AWAITING_SERVICE : MembershipStatus.DEFAULT);
  }

  private static final PoolView VIEW = new PoolView(
      new PoolName("web"),
      Instant.parse("2026-11-07T13:50:00Z"),
      7,
      3,
      PoolStatus.ACTIVE,
      List.of(
          machine("i-1", Optional.of(new LaunchTemplate(1, "a1")), List.of("image", "tags.team")),
          machine("i-2", Optional.of(new LaunchTemplate(2, "b2")), List.of()),
          machine("i-3", Optional.empty(), List.of())),
      List.of(),
      ListStatus.RECENT,
      Optional.of(new LaunchTemplate(2, "b2")),
      Optional.of(RefreshState.BAKING));

  private static JsonFields sent(Map<String, Object> message) {
    return JsonFields.of(JsonCodec.text(message).getBytes(UTF_8), "GET /pool");
  }

  @Test
  void reachTheClientAsTheyWereSent() {
    assertThat(PoolMessages.members(sent(PoolMessages.pool(VIEW))).machines())
        .isEqualTo(VIEW.machines());
    assertThat(PoolMessages.status(sent(PoolMessages.status(VIEW))).template())
        .isEqualTo(VIEW.template());
  }
}
