package io.cloudadapter.client.message;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.DisruptionStatus;
import java.util.Map;

/** Writes and reads the account of disruption of a pool. */
public final class DisruptionMessages {
  private DisruptionMessages() {}

  /** Writes an account. */
  public static Map<String, Object> status(DisruptionStatus status) {
    return MessageFields.of(
        "unavailable", status.unavailable(),
        "maxUnavailable", status.maxUnavailable(),
        "exceededBy", status.exceededBy(),
        "reasons", MessageFields.each(status.reasons(), DisruptionMessages::reason));
  }

  private static Map<String, Object> reason(DisruptionStatus.Reason reason) {
    return MessageFields.of(
        "reason", reason.reason().name(),
        "unavailable", reason.unavailable(),
        "limit", reason.limit(),
        "open", reason.open(),
        "until", reason.until(),
        "opens", reason.opens(),
        "window", reason.window());
  }

  /** Reads an account. */
  public static DisruptionStatus status(JsonFields message) {
    return new DisruptionStatus(
        message.count("unavailable"),
        message.optionalCount("maxUnavailable"),
        message.list("reasons").stream()
            .map(reason -> new DisruptionStatus.Reason(
                reason.choice("reason", DisruptionReason.class),
                reason.count("unavailable"),
                reason.optionalCount("limit"),
                reason.flag("open"),
                reason.optionalTime("until"),
                reason.optionalTime("opens"),
                reason.optionalText("window")))
            .toList());
  }
}
