package io.cloudadapter.client.message;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionAttempt;
import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Writes and reads actions of machines: what is asked, and what has come of it. */
public final class ActionMessages {
  private ActionMessages() {}

  public static Map<String, Object> body(ActionRequest request) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", request.action().type());
    body.put("parameters", request.action().parameters());
    body.put("delay", request.delay().toSeconds());
    body.put("within", request.within().toSeconds());
    body.put("attempts", request.attempts());
    body.put("labels", request.labels());
    request.machineUid().ifPresent(uid -> body.put("machineUid", uid.toString()));
    return body;
  }

  public static Map<String, Object> body(int epoch, ActionProgress progress) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("epoch", epoch);
    body.put("outcome", progress.state().name());
    body.put("result", progress.result());
    body.put("note", progress.note());
    return body;
  }

  public static UUID id(JsonFields fields, String name) {
    String text = fields.text(name);
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw fields.wrong(name, "a UUID", text);
    }
  }

  /** Writes all actions of a pool. */
  public static Map<String, Object> list(ActionList list) {
    return MessageFields.of(
        "version",
        list.version(),
        "actions",
        MessageFields.each(list.actions(), ActionMessages::action));
  }

  /** Reads all actions of a pool. */
  public static ActionList list(JsonFields fields) {
    return new ActionList(
        fields.number("version"),
        fields.list("actions").stream().map(ActionMessages::action).toList());
  }

  /** Writes an action. */
  public static Map<String, Object> action(ActionStatus action) {
    return MessageFields.of(
        "id", action.uid(),
        "version", action.version(),
        "pool", action.pool(),
        "machine", action.machine(),
        "machineUid", action.machineUid(),
        "type", action.action().type(),
        "parameters", new TreeMap<>(action.action().parameters()),
        "phase", action.phase().name(),
        "reason", action.reason(),
        "createdAt", action.createdAt(),
        "notBefore", action.notBefore(),
        "deadline", action.deadline(),
        "startedAt", action.startedAt(),
        "endedAt", action.endedAt(),
        "attempts",
            MessageFields.each(
                action.attempts(),
                attempt -> MessageFields.of(
                    "number", attempt.number(),
                    "startedAt", attempt.startedAt(),
                    "endedAt", attempt.endedAt(),
                    "error", attempt.error())),
        "result", new TreeMap<>(action.result()),
        "cancelRequested", action.cancelRequested(),
        "labels", new TreeMap<>(action.labels()),
        "requestedBy", action.requestedBy(),
        "lease", action.lease().map(ActionMessages::lease));
  }

  /** Reads an action. */
  public static ActionStatus action(JsonFields action) {
    return new ActionStatus(
        id(action, "id"),
        action.number("version"),
        new PoolName(action.text("pool")),
        PoolMessages.id(action, "machine"),
        id(action, "machineUid"),
        what(action),
        action.choice("phase", ActionPhase.class),
        action.text("reason"),
        action.time("createdAt"),
        action.time("notBefore"),
        action.time("deadline"),
        action.optionalTime("startedAt"),
        action.optionalTime("endedAt"),
        attempts(action),
        action.freeForm("result"),
        action.flag("cancelRequested"),
        action.freeForm("labels"),
        action.text("requestedBy"),
        action.has("lease") ? Optional.of(lease(action.at("lease"))) : Optional.empty());
  }

  private static Action what(JsonFields action) {
    String type = action.text("type");
    try {
      return Action.of(type, action.freeForm("parameters"));
    } catch (IllegalArgumentException e) {
      throw action.wrong("type", "an action with its parameters", type);
    }
  }

  private static List<ActionAttempt> attempts(JsonFields action) {
    List<ActionAttempt> attempts = new ArrayList<>();
    for (JsonFields attempt : action.list("attempts")) {
      attempts.add(new ActionAttempt(
          attempt.count("number"),
          attempt.time("startedAt"),
          attempt.optionalTime("endedAt"),
          attempt.optionalText("error")));
    }
    return attempts;
  }

  /** Writes a lease. */
  public static Map<String, Object> lease(ActionLease lease) {
    return MessageFields.of(
        "holder", lease.holder(), "epoch", lease.epoch(), "expiresAt", lease.expiresAt());
  }

  /** Reads a lease. */
  public static ActionLease lease(JsonFields lease) {
    return new ActionLease(lease.text("holder"), lease.count("epoch"), lease.time("expiresAt"));
  }

  /** What has changed, and up to which version. */
  public record Changes(long version, List<ActionChange> changes) {}

  /** Writes what has changed. */
  public static Map<String, Object> changes(long version, List<ActionChange> changes) {
    return MessageFields.of(
        "version",
        version,
        "changes",
        MessageFields.each(
            changes,
            change -> MessageFields.of(
                "kind", change.kind().name(),
                "version", change.version(),
                "action", action(change.action()))));
  }

  /** Reads what has changed. */
  public static Changes changes(JsonFields fields) {
    List<ActionChange> changes = new ArrayList<>();
    for (JsonFields change : fields.list("changes")) {
      changes.add(new ActionChange(
          change.choice("kind", ActionChange.Kind.class),
          change.number("version"),
          action(change.at("action")),
          Optional.empty()));
    }
    return new Changes(fields.number("version"), changes);
  }
}
