package io.cloudadapter.server.kube;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.action.ActionStatus;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * A condition in the status of an action, which {@code kubectl wait --for=condition=Complete} waits for.
 *
 * @param type Complete (it has ended, however that went) or Succeeded (it was done)
 * @param status True, False or Unknown
 * @param reason the phase as one word
 * @param message why, for people; possibly empty
 * @param since when the status became what it is
 */
record ActionCondition(String type, String status, String reason, String message, Instant since) {

  /** The conditions of an action: Complete, and Succeeded. */
  static List<ActionCondition> of(ActionStatus action) {
    Instant since = action.endedAt().orElse(action.createdAt());
    return List.of(
        condition("Complete", action.ended() ? "True" : "False", action, since),
        condition("Succeeded", succeeded(action), action, since));
  }

  /** Unknown until it has ended, and where an attempt was made and it is not known what that did. */
  private static String succeeded(ActionStatus action) {
    return switch (action.phase()) {
      case SUCCEEDED -> "True";
      case FAILED, EXPIRED -> "False";
      case CANCELLED, ORPHANED -> action.attempts().isEmpty() ? "False" : "Unknown";
      case PENDING, RUNNING, PROBING, UNKNOWN -> "Unknown";
    };
  }

  private static ActionCondition condition(
      String type, String status, ActionStatus action, Instant since) {
    return new ActionCondition(type, status, ActionResource.result(action), action.reason(), since);
  }

  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", type);
    json.writeStringField("status", status);
    json.writeStringField("lastTransitionTime", ActionResource.text(since));
    json.writeStringField("reason", reason);
    json.writeStringField("message", message);
    json.writeEndObject();
  }
}
