package io.cloudadapter.notification;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.EventCaller;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationMessage;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Writes messages, with their JSON. In ASCII: SQS refuses some characters of Unicode. */
final class MessageWriter {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  /** A receiver that forgets alarms misses some repetitions before it forgets. */
  private static final int REPEATS_UNTIL_FORGOTTEN = 4;

  private final String receiver;
  private final Duration repeat;

  MessageWriter(String receiver, Duration repeat) {
    this.receiver = receiver;
    this.repeat = repeat;
  }

  /** A UUID that is the same for the same texts. */
  static String id(String... parts) {
    byte[] name = ("notification " + String.join(" ", parts)).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(name).toString();
  }

  /** Writes a message; empty if its JSON would be longer than allowed, which a message of one thing never is. */
  Optional<NotificationMessage> message(
      String id, Optional<PoolName> pool, Instant at, List<Notification> notifications) {
    if (notifications.size() > NotificationMessage.MOST) {
      return Optional.empty();
    }
    String json = json(id, pool, at, notifications, true);
    if (json.length() > NotificationMessage.MOST_BYTES) {
      if (notifications.size() > 1) {
        return Optional.empty();
      }
      json = json(id, pool, at, notifications, false);
    }
    Instant expires = at.plus(repeat.multipliedBy(REPEATS_UNTIL_FORGOTTEN));
    return Optional.of(
        new NotificationMessage(id, receiver, pool, at, expires, notifications, json));
  }

  private String json(
      String id,
      Optional<PoolName> pool,
      Instant at,
      List<Notification> notifications,
      boolean events) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("id", id);
      json.writeStringField("receiver", receiver);
      optional(json, "pool", pool.map(PoolName::value));
      json.writeStringField("time", at.toString());
      json.writeArrayFieldStart("notifications");
      for (Notification one : notifications) {
        write(json, one, events);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, Notification one, boolean events)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("id", one.id());
    json.writeStringField("kind", one.kind().name());
    json.writeStringField("severity", one.severity().name());
    optional(json, "pool", one.pool().map(PoolName::value));
    optional(json, "receiver", one.receiver());
    json.writeStringField("code", one.code());
    json.writeStringField("since", one.since().toString());
    json.writeStringField("time", one.time().toString());
    json.writeStringField("message", one.message());
    if (events && one.event().isPresent()) {
      json.writeObjectFieldStart("event");
      write(json, one.event().get());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, PoolEvent event) throws IOException {
    json.writeNumberField("sequence", event.sequence());
    if (event.count() > 1) {
      json.writeNumberField("firstSequence", event.firstSequence());
    }
    optional(json, "machine", event.machine().map(MachineId::value));
    optional(json, "launch", event.launch());
    json.writeArrayFieldStart("replaces");
    for (MachineId machine : event.replaces()) {
      json.writeString(machine.value());
    }
    json.writeEndArray();
    if (event.cause().isPresent()) {
      json.writeNumberField("cause", event.cause().getAsLong());
    }
    if (event.caller().isPresent()) {
      EventCaller caller = event.caller().get();
      json.writeObjectFieldStart("caller");
      json.writeStringField("principal", caller.principal());
      json.writeStringField("api", caller.api());
      optional(json, "requestId", caller.requestId());
      optional(json, "traceId", caller.traceId());
      json.writeEndObject();
    }
    optional(json, "code", event.code());
    json.writeObjectFieldStart("details");
    for (Map.Entry<String, String> detail : new TreeMap<>(event.details()).entrySet()) {
      json.writeStringField(detail.getKey(), detail.getValue());
    }
    json.writeEndObject();
  }

  private static void optional(JsonGenerator json, String field, Optional<String> value)
      throws IOException {
    if (value.isPresent()) {
      json.writeStringField(field, value.get());
    }
  }
}
