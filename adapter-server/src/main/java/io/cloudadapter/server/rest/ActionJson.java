package io.cloudadapter.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionAttempt;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.JsonValue;
import io.cloudadapter.server.http.SafeText;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Actions on the wire. */
final class ActionJson {
  private static final List<String> FIELDS =
      List.of("type", "parameters", "machineUid", "delay", "within", "attempts", "labels");
  private static final String UID = "a UUID as an action shows it";
  private static final String MORE = ", \"delay\": <seconds>, \"within\": <seconds>, \"attempts\":"
      + " <number>, \"labels\": {}, \"machineUid\": \"<uid>\" }, of which type is needed";

  private ActionJson() {}

  /**
   * What is asked of a machine.
   *
   * @throws HttpError 400 if the body is anything else
   */
  static ActionRequest read(byte[] bytes, MachineId machine) {
    JsonBody body = JsonBody.read(bytes, new RestErrors(sample("<type>"))).only(FIELDS);
    String type = body.required().text("type", "the name of a type").orElseThrow();
    RestErrors errors = new RestErrors(sample(type));
    JsonBody fields = body.with(errors);
    try {
      ActionRequest request = ActionRequest.of(machine, Action.of(type, fields.texts("parameters")))
          .labels(fields.texts("labels"));
      Optional<Duration> delay = seconds(fields, "delay", 0, ActionRequest.LONGEST_DELAY);
      request = delay.isPresent() ? request.after(delay.get()) : request;
      Optional<Duration> within = seconds(fields, "within", 1, ActionRequest.LONGEST);
      request = within.isPresent() ? request.within(within.get()) : request;
      Optional<Integer> attempts = fields.number("attempts", 1, ActionRequest.MOST_ATTEMPTS);
      request = attempts.isPresent() ? request.attempts(attempts.get()) : request;
      Optional<UUID> uid = fields.field("machineUid", UID, ActionJson::uid);
      return uid.isPresent() ? request.onlyFor(uid.get()) : request;
    } catch (IllegalArgumentException wrong) {
      throw errors.refused(String.valueOf(wrong.getMessage()));
    }
  }

  /** A right body for a type, as far as it is known. */
  private static String sample(String type) {
    String parameters = switch (type.toLowerCase(Locale.ROOT)) {
      case "reboot" -> "{ \"mode\": \"soft\" }";
      case "snapshot" -> "{ \"name\": \"<name>\" }";
      case "restore" -> "{ \"snapshot\": \"<id>\" }";
      case "start", "stop" -> "{}";
      default -> "{ \"<name>\": \"<text>\" }";
    };
    return "{ \"type\": " + SafeText.quoted(type) + ", \"parameters\": " + parameters + MORE;
  }

  private static Optional<Duration> seconds(
      JsonBody fields, String name, long least, Duration most) {
    return fields.number(name, least, most.toSeconds()).map(Duration::ofSeconds);
  }

  private static Optional<UUID> uid(JsonValue value) {
    try {
      return value.string().map(UUID::fromString);
    } catch (IllegalArgumentException none) {
      return Optional.empty();
    }
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
      json.writeFieldName("lease");
      write(json, action.lease().get());
    }
    json.writeEndObject();
  }

  static void write(JsonGenerator json, ActionLease lease) throws IOException {
    json.writeStartObject();
    json.writeStringField("holder", lease.holder());
    json.writeNumberField("epoch", lease.epoch());
    json.writeStringField("expiresAt", Timestamps.format(lease.expiresAt()));
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
