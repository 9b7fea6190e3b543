package io.cloudadapter.server.kube;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.Shown;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** In which form a client wants what it reads: objects, or rows of a table for people as kubectl prints it. */
enum Form {
  /** Actions, and lists of them. */
  PLAIN,
  /** Tables; beside each row the name of its action. */
  TABLE,
  /** Tables; beside each row its action. */
  TABLE_WITH_OBJECTS;

  private static final String TYPE = "meta.k8s.io/v1";
  private static final List<String> COLUMNS =
      List.of("Name", "Type", "Machine", "Phase", "Created");

  /**
   * The first form of the header Accept that there is.
   *
   * @throws io.cloudadapter.server.http.HttpError 406 if there is none of them
   */
  static Form of(RequestHead head, Query query) {
    List<String> wanted = head.headers().apply("Accept").stream()
        .flatMap(line -> Arrays.stream(line.split(",")))
        .map(type -> type.replaceAll("\\s", "").toLowerCase(Locale.ROOT))
        .toList();
    if (wanted.isEmpty()) {
      return PLAIN;
    }
    for (String type : wanted) {
      List<String> parts = List.of(type.split(";"));
      boolean json = List.of("application/json", "application/*", "*/*").contains(parts.get(0));
      Optional<String> as =
          parts.stream().filter(part -> part.startsWith("as=")).findFirst();
      if (json && as.isEmpty()) {
        return PLAIN;
      }
      if (json && as.get().equals("as=table") && parts.contains("v=v1")) {
        return query.text("includeObject").equals(Optional.of("Object"))
            ? TABLE_WITH_OBJECTS
            : TABLE;
      }
    }
    throw KubeStatus.failure(
            406,
            "Accept must have application/json, or application/json;as=Table;v=v1;g=meta.k8s.io,"
                + " was " + Shown.quoted(String.join(",", wanted)))
        .error();
  }

  /** One action as of a version. */
  void write(JsonGenerator json, ActionStatus action, long version) throws IOException {
    if (this == PLAIN) {
      KubeAction.write(json, action, version);
    } else {
      beginTable(json, version);
      writeRow(json, action, version);
      endTable(json);
    }
  }

  /** Many actions. */
  HttpReply list(long version, List<ActionStatus> actions) {
    return HttpReply.json(200, json -> {
      if (this == PLAIN) {
        json.writeStartObject();
        json.writeStringField("kind", "ActionList");
        json.writeStringField("apiVersion", "v1");
        writeVersion(json, version);
        json.writeArrayFieldStart("items");
        for (ActionStatus action : actions) {
          KubeAction.write(json, action, action.version());
        }
        json.writeEndArray();
        json.writeEndObject();
      } else {
        beginTable(json, version);
        for (ActionStatus action : actions) {
          writeRow(json, action, action.version());
        }
        endTable(json);
      }
    });
  }

  /** What tells a version and nothing else; with the mark of the end of what there was, if it is that. */
  void writeBookmark(JsonGenerator json, long version, boolean endOfInitial) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", this == PLAIN ? "Action" : "Table");
    json.writeStringField("apiVersion", this == PLAIN ? "v1" : TYPE);
    json.writeObjectFieldStart("metadata");
    json.writeStringField("resourceVersion", Long.toString(version));
    if (endOfInitial) {
      json.writeObjectFieldStart("annotations");
      json.writeStringField("k8s.io/initial-events-end", "true");
      json.writeEndObject();
    }
    json.writeEndObject();
    if (this != PLAIN) {
      writeColumns(json);
      json.writeArrayFieldStart("rows");
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private static void writeVersion(JsonGenerator json, long version) throws IOException {
    json.writeObjectFieldStart("metadata");
    json.writeStringField("resourceVersion", Long.toString(version));
    json.writeEndObject();
  }

  private static void beginTable(JsonGenerator json, long version) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", "Table");
    json.writeStringField("apiVersion", TYPE);
    writeVersion(json, version);
    writeColumns(json);
    json.writeArrayFieldStart("rows");
  }

  private static void writeColumns(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("columnDefinitions");
    for (String column : COLUMNS) {
      json.writeStartObject();
      json.writeStringField("name", column);
      json.writeStringField("type", "string");
      json.writeStringField("format", column.equals("Name") ? "name" : "");
      json.writeStringField("description", "");
      json.writeNumberField("priority", 0);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeRow(JsonGenerator json, ActionStatus action, long version) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("cells");
    json.writeString(KubeAction.name(action));
    json.writeString(action.action().type());
    json.writeString(action.machine().value());
    json.writeString(KubeAction.result(action));
    json.writeString(KubeAction.text(action.createdAt()));
    json.writeEndArray();
    json.writeFieldName("object");
    if (this == TABLE_WITH_OBJECTS) {
      KubeAction.write(json, action, version);
    } else {
      json.writeStartObject();
      json.writeStringField("kind", "PartialObjectMetadata");
      json.writeStringField("apiVersion", TYPE);
      json.writeFieldName("metadata");
      KubeAction.writeMetadata(json, action, version);
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void endTable(JsonGenerator json) throws IOException {
    json.writeEndArray();
    json.writeEndObject();
  }
}
