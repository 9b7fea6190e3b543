package io.cloudadapter.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionAttempt;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.server.http.HttpError;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Actions on the wire. */
final class ActionJson {
  private static final List<String> FIELDS =
      List.of("type", "parameters", "machineUid", "delay", "within", "attempts", "labels");
  private static final String SAMPLE =
      "{ \"type\": \"Reboot\", \"parameters\": { \"mode\": \"soft\" }, \"delay\": <seconds>, \"within\":"
          + " <seconds>, \"attempts\": <number>, \"labels\": {}, \"machineUid\": \"<uid>\" }, of which"
          + " type is needed";

  private ActionJson() {}

  /**
   * What is asked of a machine.
   *
   * @throws HttpError 400 if the body is anything else
   */
  static ActionRequest read(byte[] body, MachineId machine) {
    Map<String, @Nullable Object> fields = Message.withTexts(body, FIELDS, SAMPLE);
    if (!(fields.get("type") instanceof String type)) {
      throw Message.wrong("type", "the name of a type", fields.get("type"), SAMPLE);
    }
    try {
      ActionRequest request = ActionRequest.of(
              machine, Action.of(type, texts(fields, "parameters")))
          .labels(texts(fields, "labels"));
      Optional<Long> delay = number(fields, "delay");
      Optional<Long> within = number(fields, "within");
      Optional<Long> attempts = number(fields, "attempts");
      request = delay.isPresent() ? request.after(Duration.ofSeconds(delay.get())) : request;
      request = within.isPresent() ? request.within(Duration.ofSeconds(within.get())) : request;
      request = attempts.isPresent()
          ? request.attempts((int) Math.min(Integer.MAX_VALUE, attempts.get()))
          : request;
      return fields.containsKey("machineUid") ? request.onlyFor(uid(fields)) : request;
    } catch (IllegalArgumentException wrong) {
      throw HttpError.badRequest(String.valueOf(wrong.getMessage()), "expected: " + SAMPLE);
    }
  }

  private static Map<String, String> texts(Map<String, @Nullable Object> fields, String name) {
    if (!fields.containsKey(name)) {
      return Map.of();
    }
    Map<String, String> texts = new TreeMap<>();
    if (!(fields.get(name) instanceof Map<?, ?> values)) {
      throw Message.wrong(name, "an object of texts", fields.get(name), SAMPLE);
    }
    values.forEach((key, value) -> texts.put((String) key, (String) value));
    return texts;
  }

  private static Optional<Long> number(Map<String, @Nullable Object> fields, String name) {
    if (!fields.containsKey(name)) {
      return Optional.empty();
    }
    if (fields.get(name) instanceof Integer number) {
      return Optional.of(number.longValue());
    }
    if (fields.get(name) instanceof BigInteger) {
      return Optional.of((long) Integer.MAX_VALUE); // Out of every range.
    }
    throw Message.wrong(name, "a whole number", fields.get(name), SAMPLE);
  }

  private static UUID uid(Map<String, @Nullable Object> fields) {
    if (fields.get("machineUid") instanceof String text) {
      try {
        return UUID.fromString(text);
      } catch (IllegalArgumentException none) {
        // Said below.
      }
    }
    throw Message.wrong(
        "machineUid", "a UUID as an action shows it", fields.get("machineUid"), SAMPLE);
  }

  static void write(JsonGenerator json, ActionStatus action) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", action.uid().toString());
    json.writeNumberField("version", action.version());
    json.writeStringField("pool", action.pool().value());
    json.writeStringField("machine", action.machine().value());
    json.writeStringField("machineUid", action.machineUid().toString());
    json.writeStringField("type", action.action().type());
    write(json, "parameters", action.action().parameters());
    json.writeStringField("phase", action.phase().name());
    json.writeStringField("reason", action.reason());
    json.writeStringField("createdAt", Timestamps.format(action.createdAt()));
    json.writeStringField("notBefore", Timestamps.format(action.notBefore()));
    json.writeStringField("deadline", Timestamps.format(action.deadline()));
    write(json, "startedAt", action.startedAt());
    write(json, "endedAt", action.endedAt());
    json.writeArrayFieldStart("attempts");
    for (ActionAttempt attempt : action.attempts()) {
      json.writeStartObject();
      json.writeNumberField("number", attempt.number());
      json.writeStringField("startedAt", Timestamps.format(attempt.startedAt()));
      write(json, "endedAt", attempt.endedAt());
      if (attempt.error().isPresent()) {
        json.writeStringField("error", attempt.error().get());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    write(json, "result", action.result());
    json.writeBooleanField("cancelRequested", action.cancelRequested());
    write(json, "labels", action.labels());
    json.writeStringField("requestedBy", action.requestedBy());
    if (action.lease().isPresent()) {
      json.writeObjectFieldStart("lease");
      json.writeStringField("holder", action.lease().get().holder());
      json.writeNumberField("epoch", action.lease().get().epoch());
      json.writeStringField("expiresAt", Timestamps.format(action.lease().get().expiresAt()));
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String name, Optional<Instant> at)
      throws IOException {
    if (at.isPresent()) {
      json.writeStringField(name, Timestamps.format(at.get()));
    }
  }

  private static void write(JsonGenerator json, String name, Map<String, String> texts)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> text : new TreeMap<>(texts).entrySet()) {
      json.writeStringField(text.getKey(), text.getValue());
    }
    json.writeEndObject();
  }
}
