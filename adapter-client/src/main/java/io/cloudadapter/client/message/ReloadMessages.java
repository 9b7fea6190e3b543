package io.cloudadapter.client.message;

import io.cloudadapter.api.reload.ReloadOutcome;
import io.cloudadapter.api.reload.ReloadResult;
import java.util.Map;

/** The results of reloads as JSON. */
public final class ReloadMessages {
  private ReloadMessages() {}

  /** Writes a result. */
  public static Map<String, Object> message(ReloadResult result) {
    return MessageFields.of(
        "time", result.time(),
        "outcome", result.outcome(),
        "errors", result.errors(),
        "created", result.created(),
        "updated", result.updated(),
        "removed", result.removed(),
        "restart", result.restart());
  }

  /** Reads a result. */
  public static ReloadResult result(JsonFields message) {
    return new ReloadResult(
        message.time("time"),
        message.choice("outcome", ReloadOutcome.class),
        message.texts("errors"),
        message.texts("created"),
        message.texts("updated"),
        message.texts("removed"),
        message.texts("restart"));
  }
}
