package io.cloudadapter.notification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.notification.KnownAlarm.Clearing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Stores the state of a delivery as JSON. */
final class DeliveryStateCodec {
  private static final JsonMapper JSON = new JsonMapper();

  private DeliveryStateCodec() {}

  static byte[] write(DeliveryState state) {
    ObjectNode root = JSON.createObjectNode();
    root.put("cursor", state.cursor());
    root.put("reconcile", state.reconcile());
    ObjectNode alarms = root.putObject("alarms");
    state.alarms().forEach((key, alarm) -> {
      ObjectNode one = alarms.putObject(key);
      one.put("id", alarm.id());
      one.put("since", alarm.since().toString());
      one.put("message", alarm.message());
      alarm.sent().ifPresent(at -> one.put("sent", at.toString()));
      one.put("repeats", alarm.repeats());
      alarm.cleared().ifPresent(end -> {
        ObjectNode cleared = one.putObject("cleared");
        cleared.put("id", end.id());
        cleared.put("at", end.at().toString());
        cleared.put("sent", end.sent());
      });
    });
    state.gap().ifPresent(gap -> {
      ObjectNode one = root.putObject("gap");
      one.put("id", gap.id());
      one.put("count", gap.count());
      one.put("at", gap.at().toString());
      one.put("message", gap.message());
    });
    state.planned().ifPresent(plan -> {
      ObjectNode one = root.putObject("planned");
      one.put("to", plan.to());
      one.put("at", plan.at().toString());
    });
    try {
      return JSON.writeValueAsBytes(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a state.
   *
   * @throws IllegalStateException if it is none
   */
  static DeliveryState read(byte[] bytes) {
    try {
      JsonNode root = JSON.readTree(bytes);
      Map<String, KnownAlarm> alarms = new TreeMap<>();
      root.required("alarms")
          .properties()
          .forEach(entry -> alarms.put(entry.getKey(), alarm(entry.getValue())));
      return new DeliveryState(
          root.required("cursor").asText(""),
          alarms,
          root.required("reconcile").asBoolean(),
          at(root, "gap")
              .map(gap -> new DeliveryState.Gap(
                  gap.required("id").asText(""),
                  gap.required("count").asLong(),
                  time(gap, "at"),
                  gap.required("message").asText(""))),
          at(root, "planned")
              .map(plan ->
                  new DeliveryState.Plan(plan.required("to").asText(""), time(plan, "at"))));
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      throw new IllegalStateException("the state of a delivery cannot be read", e);
    }
  }

  private static KnownAlarm alarm(JsonNode one) {
    return new KnownAlarm(
        one.required("id").asText(""),
        time(one, "since"),
        one.required("message").asText(""),
        one.has("sent") ? Optional.of(time(one, "sent")) : Optional.empty(),
        one.required("repeats").asInt(),
        at(one, "cleared")
            .map(end -> new Clearing(
                end.required("id").asText(""),
                time(end, "at"),
                end.required("sent").asBoolean())));
  }

  private static Optional<JsonNode> at(JsonNode node, String field) {
    return Optional.ofNullable(node.get(field));
  }

  private static Instant time(JsonNode node, String field) {
    return Instant.parse(node.required(field).asText(""));
  }
}
