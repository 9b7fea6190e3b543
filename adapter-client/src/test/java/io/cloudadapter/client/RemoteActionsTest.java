package io.cloudadapter.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Hooks and actions of a remote pool, and their executors. */
class RemoteActionsTest extends RemotePoolTests {
  @Test
  void readsAndAnswersHooks() {
    UUID token = UUID.fromString("ffbb9175-d510-4bc1-b676-c6aba2a4ca81");
    server.on("GET /pool/hooks", FakeServer.json(200, """
        {"hooks": [{"token": "ffbb9175-d510-4bc1-b676-c6aba2a4ca81", "machine": "i-1",
          "transition": "termination", "hook": "drain", "since": "2026-11-22T10:00:00.000Z",
          "deadline": "2026-11-22T10:01:00.000Z", "limit": "2026-11-22T11:40:00.000Z", "told": true}]}
        """));
    server.on("POST /pool/hooks/" + token + "/complete", FakeServer.json(200, ""));
    server.on("POST /pool/hooks/" + token + "/abandon", FakeServer.json(200, ""));
    server.on(
        "POST /pool/hooks/" + token + "/heartbeat",
        FakeServer.json(200, "{\"deadline\": \"2026-11-22T10:02:00.000Z\"}"));
    MachinePool web = pool();
    Instant since = Instant.parse("2026-11-22T10:00:00Z");

    assertThat(web.hooks())
        .containsExactly(new WaitingHook(
            token,
            new MachineId("i-1"),
            LifecycleTransition.TERMINATE,
            "drain",
            since,
            since.plusSeconds(60),
            since.plusSeconds(6000),
            true));
    web.answerHook(token, HookResult.CONTINUE);
    web.answerHook(token, HookResult.ABANDON);
    assertThat(web.heartbeat(token, WriteOptions.none())).isEqualTo(since.plusSeconds(120));
  }

  @Test
  void sendsNothingThatCannotBeSaidOverTheWire() {
    MachinePool web = pool();

    assertThatThrownBy(() -> web.scale(ScalingRequest.measured(1)))
        .isInstanceOf(PoolException.class)
        .hasMessage("a metric must have a name to be sent to a server");
    assertThatThrownBy(() -> web.scale(
            ScalingRequest.out(),
            PolicySelector.given(AdjustmentPolicy.of(
                ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_CAPACITY, 1)),
            WriteOptions.none()))
        .isInstanceOf(PoolException.class)
        .hasMessage("a policy must be one of the pool's own to be sent to a server");
    assertThat(bodies()).isEmpty();
  }

  private static String action(String phase) {
    return """
        {"id": "ffbb9175-d510-4bc1-b676-c6aba2a4ca81", "version": 17, "pool": "web",
         "machine": "i-1", "machineUid": "6f6d3b0e-0f3a-3f8e-9d61-3a2d7c5f0a11",
         "type": "Snapshot", "parameters": {"name": "s"}, "phase": "%s", "reason": "",
         "createdAt": "2026-11-22T10:00:00.000Z", "notBefore": "2026-11-22T10:00:00.000Z",
         "deadline": "2026-11-22T11:00:00.000Z", "startedAt": "2026-11-22T10:00:01.000Z",
         "attempts": [{"number": 1, "startedAt": "2026-11-22T10:00:01.000Z"}],
         "result": {"snapshotId": "snap-1"}, "cancelRequested": false, "labels": {"a": "b"},
         "requestedBy": "ops", "lease": {"holder": "pool", "epoch": 1,
         "expiresAt": "2026-11-22T10:01:00.000Z"}}
        """.formatted(phase);
  }

  @Test
  void asksForActionsAndFollowsThem() throws Exception {
    UUID uid = UUID.fromString("ffbb9175-d510-4bc1-b676-c6aba2a4ca81");
    server.on("POST /pool/i-1/actions", FakeServer.json(202, "{\"id\": \"" + uid + "\"}"));
    server.on("POST /pool/actions/" + uid + "/cancel", FakeServer.json(200, ""));
    server.on(
        "GET /pool/actions",
        FakeServer.json(200, "{\"version\": 17, \"actions\": [" + action("RUNNING") + "]}"));
    server.on("GET /pool/actions/" + uid, FakeServer.json(200, action("PENDING")));
    server.on(
        "GET /pool/actions/changes",
        FakeServer.json(
            200,
            "{\"version\": 20, \"changes\": [{\"kind\": \"MODIFIED\", \"version\": 19, \"action\": "
                + action("SUCCEEDED") + "}]}"));
    MachinePool web = pool();

    ActionRequest request = ActionRequest.of(new MachineId("i-1"), new Action.Snapshot("s"));
    assertThat(web.submit(request)).isEqualTo(uid);
    web.cancelAction(uid, WriteOptions.none());
    ActionStatus listed = web.actions().actions().get(0);
    assertThat(listed.action()).isEqualTo(request.action());
    assertThat(listed.phase()).isEqualTo(ActionPhase.RUNNING);
    assertThat(listed.lease().orElseThrow().epoch()).isEqualTo(1);
    assertThat(listed.result()).containsEntry("snapshotId", "snap-1");
    assertThat(web.action(uid).orElseThrow().phase()).isEqualTo(ActionPhase.PENDING);
    assertThat(web.action(new UUID(1, 2))).isEmpty();
    try (ActionWatch watch = web.watchActions(web.actions().version())) {
      assertThat(watch.next(Duration.ofSeconds(1)).get(0).action().phase())
          .isEqualTo(ActionPhase.SUCCEEDED);
      assertThat(watch.version()).isEqualTo(20);
    }
  }

  @Test
  void executorsOutsideTakeActionsUpAndReport() {
    UUID uid = UUID.fromString("ffbb9175-d510-4bc1-b676-c6aba2a4ca81");
    server.on(
        "POST /pool/actions/" + uid + "/claim",
        FakeServer.json(
            200,
            "{\"holder\": \"agent-7\", \"epoch\": 3, \"expiresAt\": \"2026-11-21T12:00:00Z\"}"));
    server.on("POST /pool/actions/" + uid + "/report", FakeServer.json(200, ""));
    MachinePool web = pool();

    ActionLease lease =
        web.claimAction(uid, "agent-7", Duration.ofSeconds(90), WriteOptions.none());
    web.reportAction(
        uid, lease.epoch(), ActionProgress.done(Map.of("disk", "sda")), WriteOptions.none());

    assertThat(lease)
        .isEqualTo(new ActionLease("agent-7", 3, Instant.parse("2026-11-21T12:00:00Z")));
    assertThat(server.asked().stream().filter(one -> one.line().startsWith("POST")))
        .extracting(FakeServer.Asked::body)
        .containsExactly(
            "{\"holder\":\"agent-7\",\"lease\":90}",
            "{\"epoch\":3,\"outcome\":\"DONE\",\"result\":{\"disk\":\"sda\"},\"note\":\"\"}");
  }
}
