package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.scaling.DeletionCriteria;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.api.scaling.ScheduledSize;
import io.cloudadapter.api.scaling.TargetTrackingPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The bytes of every message of the REST API, as clients have read them from the first version on. */
class MessageBytesTest {
  private static final UUID TOKEN = UUID.fromString("9c11fbd5-a0a0-4d3c-9fd9-93ac1d3d2b22");

  @Test
  void everyMessageHasTheBytesOnRecord() throws IOException {
    StringBuilder messages = new StringBuilder();
    try (TestServer server =
        new TestServer(builder -> builder.accounts(List.of(SingleAccount.simulated())))) {
      fill(server.pools);
      for (String path : List.of(
          "/pools",
          "/replicas",
          "/accounts",
          "/accounts/here/catalog",
          "/accounts/here/quota",
          "/pool",
          "/pool/size",
          "/pool/status",
          "/pool/plan",
          "/pool/scaling",
          "/pool/hooks",
          "/pool/quarantine",
          "/pool/actions",
          "/pool/actions/" + ActionsApiTest.UID,
          "/pool/actions/changes?since=0")) {
        messages.append("GET ").append(path).append('\n');
        messages.append(server.get(path).body()).append('\n');
      }
      Map<String, String> writes = new TreeMap<>(Map.of(
          "/pool/scale",
          "{\"event\":\"out\",\"count\":2}",
          "/pool/resize",
          "{\"max_size\":40,\"strict\":false}",
          "/pool/hooks/" + TOKEN + "/heartbeat",
          "{}",
          "/pool/i-123456/actions",
          "{\"type\":\"Stop\"}",
          "/pool/actions/" + ActionsApiTest.UID + "/claim",
          "{\"holder\":\"me\",\"lease\":60}"));
      writes.forEach((path, body) -> {
        messages.append("POST ").append(path).append(' ').append(body).append('\n');
        messages.append(server.post(path, body).body()).append('\n');
      });
    }

    try (InputStream recorded = MessageBytesTest.class.getResourceAsStream("messages.txt")) {
      assertThat(messages).hasToString(new String(recorded.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static void fill(FakePools pools) {
    ReplicaInfo one = new ReplicaInfo("one", Optional.of("https://one.example:8443"), true, 42);
    pools.part = Optional.of(new ReplicaRole(
        "two",
        false,
        Optional.of(one),
        Duration.ofMillis(1234),
        Duration.ofSeconds(10),
        Duration.ZERO,
        "the store is slow"));
    pools.everybody =
        Optional.of(List.of(one, new ReplicaInfo("two", Optional.empty(), false, 40)));
    pools.web.hooks.add(new WaitingHook(
        TOKEN,
        new MachineId("i-123456"),
        LifecycleTransition.TERMINATE,
        "drain",
        FakePool.LAUNCHED,
        FakePool.LAUNCHED.plusSeconds(60),
        FakePool.LAUNCHED.plusMillis(6_000_125),
        true));
    pools.web.scaling = new PoolScaling(
        2,
        ScalingView.UNLIMITED,
        50,
        0,
        5,
        Map.of(
            "load", TargetTrackingPolicy.of(50),
            "old", DeletionPolicy.of(DeletionCriteria.OLDEST_FIRST)),
        Map.of("load", Duration.ofMillis(61_001)),
        Map.of(
            "night",
            new ScheduledSize(
                "0 22 * * *",
                ZoneOffset.UTC,
                OptionalInt.of(1),
                OptionalInt.empty(),
                OptionalInt.of(3),
                Optional.of(FakePool.LAUNCHED))));
  }
}
