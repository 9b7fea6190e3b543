package io.cloudadapter.client.message;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolPlan;
import java.util.Map;

/** Writes and reads what messages have about holds of plans. */
final class HoldMessages {
  private HoldMessages() {}

  static Map<String, Object> write(PoolPlan.Hold hold) {
    return MessageFields.of(
        "code", hold.code().name(), "reason", hold.reason(), "until", hold.until());
  }

  static PoolPlan.Hold read(JsonFields message) {
    return new PoolPlan.Hold(
        message.choice("code", Alarm.Code.class),
        message.text("reason"),
        message.optionalTime("until"));
  }
}
