package io.cloudadapter.server.kube;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionAttempt;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionStatus;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * An action in the form of Kubernetes: its pool is a namespace, its machine a pod that is its own node. Its name
 * consists of its type and its uid, so that no name ever stands for two.
 */
final class ActionResource {
  /** What our labels begin with, so that they are no one else's. */
  static final String LABELS = "cloudadapter.io/";

  private static final Pattern VALUE =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?");
  private static final int UID = 36;

  private ActionResource() {}

  static String name(ActionStatus action) {
    return name(action.action().type(), action.uid());
  }

  static String name(String type, UUID uid) {
    return type.toLowerCase(Locale.ROOT) + "-" + uid;
  }

  /** The uid that a name, or a uid in its place, stands for; empty if it is neither. */
  static Optional<UUID> uid(String name) {
    String text = name.length() > UID ? name.substring(name.length() - UID) : name;
    try {
      UUID uid = UUID.fromString(text);
      return uid.toString().equals(text) ? Optional.of(uid) : Optional.empty();
    } catch (IllegalArgumentException none) {
      return Optional.empty();
    }
  }

  /** Those that were given, and ours: pool, type, and the machine if its id has the form of a label. */
  static Map<String, String> labels(ActionStatus action) {
    Map<String, String> labels = new TreeMap<>(action.labels());
    put(labels, "pool", action.pool().value());
    put(labels, "machine", action.machine().value());
    put(labels, "type", action.action().type());
    return labels;
  }

  private static void put(Map<String, String> labels, String name, String value) {
    if (VALUE.matcher(value).matches()) {
      labels.put(LABELS + name, value);
    }
  }

  /** As Kubernetes writes times: whole seconds, UTC. */
  static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** What the phase comes to in one word. */
  static String result(ActionStatus action) {
    return action.phase().name().charAt(0)
        + action.phase().name().substring(1).toLowerCase(Locale.ROOT);
  }

  /** Until when one is delayed that has not begun; empty for others. */
  static String due(ActionStatus action) {
    boolean delayed = action.phase() == ActionPhase.PENDING
        && action.attempts().isEmpty()
        && action.notBefore().isAfter(action.createdAt());
    return delayed ? text(action.notBefore()) : "";
  }

  /** The layout of the fields about the machine. */
  enum Layout {
    /** As the specification has it: in spec.podAction and status.podActionStatus. */
    DOC,
    /** As it was built later: in spec and status themselves, and a snapshot has a name instead of a location. */
    ARKTOS
  }

  /** Writes it as of a version, which for one that was dropped is not its own. */
  static void write(
      JsonGenerator json, ActionStatus action, long version, Layout layout, ObjectScope scope)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", "Action");
    json.writeStringField("apiVersion", "v1");
    json.writeFieldName("metadata");
    writeMetadata(json, action, version, scope);
    json.writeFieldName("spec");
    writeSpec(json, action, layout);
    json.writeFieldName("status");
    writeStatus(json, action, layout);
    json.writeEndObject();
  }

  static void writeMetadata(
      JsonGenerator json, ActionStatus action, long version, ObjectScope scope) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name(action));
    if (scope.shownTenant().isPresent()) {
      json.writeStringField("tenant", scope.shownTenant().get());
    }
    json.writeStringField("namespace", scope.namespace(action));
    json.writeStringField("uid", action.uid().toString());
    json.writeStringField("resourceVersion", Long.toString(version));
    json.writeStringField("creationTimestamp", text(action.createdAt()));
    write(json, "labels", labels(action));
    json.writeEndObject();
  }

  private static void writeSpec(JsonGenerator json, ActionStatus action, Layout layout)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("nodeName", action.machine().value());
    if (layout == Layout.DOC) {
      json.writeObjectFieldStart("podAction");
    }
    writePod(json, action);
    json.writeObjectFieldStart(block(action.action().type(), "Action"));
    long delay = Duration.between(action.createdAt(), action.notBefore()).toSeconds();
    if (delay > 0) {
      json.writeNumberField("delayInSeconds", delay);
    }
    for (Map.Entry<String, String> parameter :
        new TreeMap<>(action.action().parameters()).entrySet()) {
      json.writeStringField(
          spelling(action.action(), parameter.getKey(), layout), parameter.getValue());
    }
    json.writeEndObject();
    if (layout == Layout.DOC) {
      json.writeEndObject();
    }
    write(json, "deadline", Optional.of(action.deadline()));
    json.writeStringField("requestedBy", action.requestedBy());
    json.writeEndObject();
  }

  /** What a parameter of ours is called there. */
  private static String spelling(Action action, String parameter, Layout layout) {
    if (action instanceof Action.Snapshot) {
      return layout == Layout.DOC ? "snapshotLocation" : "snapshotName";
    }
    return action instanceof Action.Restore ? "snapshotID" : parameter;
  }

  private static void writePod(JsonGenerator json, ActionStatus action) throws IOException {
    json.writeStringField("podName", action.machine().value());
    json.writeStringField("podID", action.machineUid().toString());
  }

  /** The name of the part that belongs to a type, such as rebootParams. */
  static String block(String type, String what) {
    return Character.toLowerCase(type.charAt(0)) + type.substring(1) + what;
  }

  private static void writeStatus(JsonGenerator json, ActionStatus action, Layout layout)
      throws IOException {
    json.writeStartObject();
    json.writeBooleanField("complete", action.ended());
    json.writeStringField("phase", action.phase().name());
    if (!action.reason().isEmpty()) {
      json.writeStringField("message", action.reason());
    }
    if (action.ended() && action.phase() != ActionPhase.SUCCEEDED) {
      json.writeStringField("error", action.reason().isEmpty() ? result(action) : action.reason());
    }
    if (layout == Layout.DOC) {
      json.writeObjectFieldStart("podActionStatus");
    }
    writePod(json, action);
    writeOutcome(json, action);
    if (layout == Layout.DOC) {
      json.writeEndObject();
    }
    write(json, "startTime", action.startedAt());
    write(json, "completionTime", action.endedAt());
    json.writeArrayFieldStart("conditions");
    for (ActionCondition condition : ActionCondition.of(action)) {
      condition.write(json);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("attempts");
    for (ActionAttempt attempt : action.attempts()) {
      json.writeStartObject();
      json.writeNumberField("number", attempt.number());
      write(json, "startTime", Optional.of(attempt.startedAt()));
      write(json, "completionTime", attempt.endedAt());
      if (attempt.error().isPresent()) {
        json.writeStringField("error", attempt.error().get());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    write(json, "result", action.result());
    if (action.cancelRequested()) {
      json.writeBooleanField("cancelRequested", true);
    }
    if (action.lease().isPresent()) {
      json.writeObjectFieldStart("lease");
      json.writeStringField("holder", action.lease().get().holder());
      json.writeNumberField("epoch", action.lease().get().epoch());
      write(json, "expiresAt", Optional.of(action.lease().get().expiresAt()));
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /** Said only where it is known whether it was done. */
  private static void writeOutcome(JsonGenerator json, ActionStatus action) throws IOException {
    boolean done = action.phase() == ActionPhase.SUCCEEDED;
    boolean not = action.phase() == ActionPhase.FAILED || action.phase() == ActionPhase.EXPIRED;
    if (!done && !not) {
      return;
    }
    String type = action.action().type();
    if (action.action() instanceof Action.Reboot || action.action() instanceof Action.Restore) {
      json.writeObjectFieldStart(block(type, "Status"));
      json.writeBooleanField(block(type, "Successful"), done);
      json.writeEndObject();
    } else if (action.action() instanceof Action.Snapshot && done) {
      json.writeObjectFieldStart("snapshotStatus");
      String id = action.result().get("snapshotId");
      if (id != null) {
        json.writeStringField("snapshotID", id);
      }
      String size = action.result().getOrDefault("sizeInBytes", "");
      if (size.matches("[0-9]{1,18}")) {
        json.writeNumberField("snapshotSizeInBytes", Long.parseLong(size));
      }
      json.writeEndObject();
    }
  }

  private static void write(JsonGenerator json, String name, Optional<Instant> at)
      throws IOException {
    if (at.isPresent()) {
      json.writeStringField(name, at.get().truncatedTo(ChronoUnit.MILLIS).toString());
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
