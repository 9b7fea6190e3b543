package io.cloudadapter.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.api.scaling.ScheduledSize;
import io.cloudadapter.api.scaling.TargetTrackingPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Policies, schedules, metrics and changes of size of a remote pool. */
class RemoteScalingTest extends RemotePoolTests {
  private static String decided(String status, String rest) {
    return "{\"status\":\"" + status + "\"," + rest
        + "\"capacity\":5,\"desiredSize\":5,\"pool\":{\"committed\":3,\"desiredSize\":3,"
        + "\"minSize\":1,\"maxSize\":5,\"cap\":1000,\"warming\":0,\"leaving\":0},\"steps\":[\"one\",\"two\"]}";
  }

  @Test
  void scalesAndHearsWhatWasDecided() {
    server.on(
        "POST /pool/scale",
        FakeServer.json(
            200,
            decided(
                "OK",
                "\"reason\":\"Scaling request validated.\",\"creation\":{\"count\":2},"
                    + "\"abstains\":false,")),
        FakeServer.json(
            200, decided("ERROR", "\"reason\":\"Policy out cooldown\",\"abstains\":false,")));
    MachinePool web = pool();

    ScalingDecision first =
        web.scale(ScalingRequest.out(2), PolicySelector.named("out"), WriteOptions.none());
    ScalingDecision second = web.scale(ScalingRequest.out());

    assertThat(first).hasToString("OK: scale out by 2 to 5, desired size 5");
    assertThat(first.steps()).containsExactly("one", "two");
    assertThat(second).hasToString("ERROR: Policy out cooldown");
    assertThat(second.view()).isEqualTo(ScalingView.of(3).within(1, 5));
    assertThat(bodies())
        .containsExactly(
            "{\"event\":\"out\",\"count\":2,\"policy\":\"out\"}", "{\"event\":\"out\"}");
  }

  @Test
  void readsByWhatAPoolIsScaled() {
    server.on("GET /pool/scaling", FakeServer.json(200, """
        {"minSize": 2, "maxSize": -1, "cap": 8, "configured": {"minSize": 0, "maxSize": 5},
         "policies": {"load": {"type": "adapter.policy.target", "version": "1.0",
                               "properties": {"target": 50.0, "metric": "cpu"}}},
         "cooldowns": {"more": 61},
         "schedules": {"night": {"cron": "0 20 * * *", "zone": "Europe/Berlin", "maxSize": 3,
                                 "next": "2026-11-22T19:00:00.000Z",
                                 "upcoming": ["2026-11-22T19:00:00.000Z", "2026-11-22T20:00:00.000Z"]}}}
        """));

    assertThat(pool().scaling())
        .isEqualTo(new PoolScaling(
            2,
            ScalingView.UNLIMITED,
            8,
            0,
            5,
            Map.of("load", TargetTrackingPolicy.of(50).watching("cpu")),
            Map.of("more", Duration.ofSeconds(61)),
            Map.of(
                "night",
                new ScheduledSize(
                    "0 20 * * *",
                    ZoneId.of("Europe/Berlin"),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.of(3),
                    Optional.of(Instant.parse("2026-11-22T19:00:00Z")),
                    List.of(
                        Instant.parse("2026-11-22T19:00:00Z"),
                        Instant.parse("2026-11-22T20:00:00Z"))))));
  }

  @Test
  void refusesPoliciesThatItDoesNotKnow() {
    server.on("GET /pool/scaling", FakeServer.json(200, """
        {"minSize": 2, "maxSize": 5, "cap": 8, "configured": {"minSize": 0, "maxSize": 5},
         "policies": {"magic": {"type": "magic", "version": "2.0", "properties": {}}},
         "cooldowns": {}, "schedules": {}}
        """));
    MachinePool web = pool();

    assertThatThrownBy(web::scaling)
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("policy magic is none that is known here: The policy_type"
            + " 'magic-2.0' could not be found.");
  }

  @Test
  void sendsMetricsUnderTheirNames() {
    server.on(
        "POST /pool/metrics/load",
        FakeServer.json(
            200, decided("OK", "\"reason\":\"Scaling request validated.\",\"abstains\":true,")));

    ScalingDecision decision = pool().scale(ScalingRequest.measured("load", 71.5));

    assertThat(decision.changes()).isFalse();
    assertThat(decision.abstains()).isTrue();
    assertThat(bodies()).containsExactly("{\"value\":71.5}");
  }

  @Test
  void resizesAndHearsWhatWasDecided() {
    server.on(
        "POST /pool/resize",
        FakeServer.json(
            200,
            decided(
                "OK",
                "\"reason\":\"Scaling request validated.\",\"creation\":{\"count\":2},"
                    + "\"minSize\":1,\"maxSize\":-1,")));
    ResizeRequest resize = ResizeRequest.parse(Map.of(
        "adjustment_type", "CHANGE_IN_CAPACITY", "number", 2, "max_size", -1, "strict", false));

    ResizeDecision decision = pool().resize(resize);

    assertThat(decision.count()).isEqualTo(2);
    assertThat(decision.maxSize()).isEqualTo(ScalingView.UNLIMITED);
    assertThat(bodies())
        .containsExactly("{\"adjustment_type\":\"CHANGE_IN_CAPACITY\",\"number\":2.0,"
            + "\"max_size\":-1,\"strict\":false}");
  }
}
