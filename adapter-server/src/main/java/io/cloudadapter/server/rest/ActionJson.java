package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.JsonValue;
import io.cloudadapter.server.http.SafeText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Reads the body that submits an action. */
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
}
