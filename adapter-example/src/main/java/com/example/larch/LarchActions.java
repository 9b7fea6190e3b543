package com.example.larch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Asks for actions of machines. The action's uid is Larch's key for it: so nothing is done twice, and what became
 * of an attempt can be looked up by any process.
 */
final class LarchActions implements Reboot, Snapshots, StartStop {
  private final LarchApi api;

  LarchActions(LarchApi api) {
    this.api = api;
  }

  @Override
  public ActionProgress reboot(
      MachineId machine, Action.Mode mode, ActionToken token, CallContext call) {
    return ask(machine, order("reboot").put("mode", mode.word()), token, call);
  }

  @Override
  public ActionProgress snapshot(
      MachineId machine, String name, ActionToken token, CallContext call) {
    ObjectNode order = order("snapshot");
    if (!name.isEmpty()) {
      order.put("name", name);
    }
    return ask(machine, order, token, call);
  }

  @Override
  public ActionProgress restore(
      MachineId machine, String snapshot, ActionToken token, CallContext call) {
    return ask(machine, order("restore").put("snapshot", snapshot), token, call);
  }

  @Override
  public ActionProgress start(MachineId machine, ActionToken token, CallContext call) {
    return ask(machine, order("start"), token, call);
  }

  @Override
  public ActionProgress stop(MachineId machine, ActionToken token, CallContext call) {
    return ask(machine, order("stop"), token, call);
  }

  private static ObjectNode order(String action) {
    return JsonNodeFactory.instance.objectNode().put("action", action);
  }

  private ActionProgress ask(
      MachineId machine, ObjectNode order, ActionToken token, CallContext call) {
    api.checkOpen();
    LarchRequest request = new LarchRequest(
        RequestKind.ACT,
        "POST",
        actionsOf(machine),
        Map.of("Idempotency-Key", token.action().toString()),
        Optional.of(order));
    LarchReply reply = api.exchange(request, call);
    JsonNode row = LarchErrors.expect(202, request, reply);
    return told(row).orElseThrow(() -> LarchErrors.notUnderstood(request, reply, "state"));
  }

  @Override
  public boolean traceable() {
    return true;
  }

  /** A 404 from another server than Larch is no answer about the action. */
  @Override
  public ActionProgress progress(MachineId machine, ActionToken token, CallContext call) {
    api.checkOpen();
    LarchRequest request = LarchRequest.get(actionsOf(machine) + "/" + token.action());
    LarchReply reply = api.exchange(request, call);
    if (reply.is(404, "NO_SUCH_ACTION")) {
      return ActionProgress.notDone();
    }
    JsonNode row = LarchErrors.expect(200, request, reply);
    return told(row).orElseGet(ActionProgress::unknown);
  }

  private static String actionsOf(MachineId machine) {
    return "/v1/machines/" + machine.value() + "/actions";
  }

  /** How far an action is; empty if its words are unknown. */
  private static Optional<ActionProgress> told(JsonNode row) {
    return switch (LarchReply.text(row, "state").orElse("")) {
      case "RUNNING" -> Optional.of(ActionProgress.underWay());
      case "DONE" -> result(row).map(ActionProgress::done);
      case "FAILED" ->
        Optional.of(
            ActionProgress.failed(LarchReply.text(row, "message").orElse("Larch gives no reason")));
      default -> Optional.empty();
    };
  }

  /** Empty if there should be a snapshot, and is none. */
  private static Optional<Map<String, String>> result(JsonNode row) {
    Map<String, String> result = new TreeMap<>();
    LarchReply.text(row, "snapshot").ifPresent(id -> result.put(SNAPSHOT_ID, id));
    if (row.path("bytes").isIntegralNumber()) {
      result.put(SIZE_IN_BYTES, row.path("bytes").asText(""));
    }
    boolean lacking = row.path("action").asText("").equals("snapshot") && result.isEmpty();
    return lacking ? Optional.empty() : Optional.of(result);
  }
}
