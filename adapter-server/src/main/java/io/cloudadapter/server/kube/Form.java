package io.cloudadapter.server.kube;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.server.http.HttpError;
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
  /** The same in the layout of Arktos. */
  ARKTOS,
  /** Tables; beside each row the name of its action. */
  TABLE,
  /** Tables; beside each row its action. */
  TABLE_WITH_OBJECTS;

  private static final String TYPE = "meta.k8s.io/v1";
  private static final List<String> COLUMNS =
      List.of("Name", "Type", "Machine", "Phase", "Created", "Due");

  /**
   * The first form of the header Accept that there is.
   *
   * @throws HttpError 406 if there is none of them, 400 if there is no such view
   */
  static Form of(RequestHead head, Query query) {
    List<String> wanted = head.headers().apply("Accept").stream()
        .flatMap(line -> Arrays.stream(line.split(",")))
        .map(type -> type.replaceAll("\\s", "").toLowerCase(Locale.ROOT))
        .toList();
    Form plain = view(query);
    if (wanted.isEmpty()) {
      return plain;
    }
    for (String type : wanted) {
      List<String> parts = List.of(type.split(";"));
      boolean json = List.of("application/json", "application/*", "*/*").contains(parts.get(0));
      Optional<String> as =
          parts.stream().filter(part -> part.startsWith("as=")).findFirst();
      if (json && as.isEmpty()) {
        return plain;
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

  private static Form view(Query query) {
    String view = query.text("view").orElse("doc");
    return switch (view) {
      case "doc" -> PLAIN;
      case "arktos" -> ARKTOS;
      default ->
        throw HttpError.badRequest("view must be doc or arktos, was " + Shown.quoted(view), "");
    };
  }

  private boolean table() {
    return this == TABLE || this == TABLE_WITH_OBJECTS;
  }

  private KubeAction.Layout layout() {
    return this == ARKTOS ? KubeAction.Layout.ARKTOS : KubeAction.Layout.DOC;
  }

  /** One action as of a version. */
  void write(JsonGenerator json, ActionStatus action, long version) throws IOException {
    if (!table()) {
      KubeAction.write(json, action, version, layout());
    } else {
      beginTable(json, version);
      writeRow(json, action, version);
      endTable(json);
    }
  }

  /** Many actions. */
  HttpReply list(long version, List<ActionStatus> actions) {
    return HttpReply.json(200, json -> {
      if (!table()) {
        json.writeStartObject();
        json.writeStringField("kind", "ActionList");
        json.writeStringField("apiVersion", "v1");
        writeVersion(json, version);
        json.writeArrayFieldStart("items");
        for (ActionStatus action : actions) {
          KubeAction.write(json, action, action.version(), layout());
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
    json.writeStringField("kind", table() ? "Table" : "Action");
    json.writeStringField("apiVersion", table() ? TYPE : "v1");
    json.writeObjectFieldStart("metadata");
    json.writeStringField("resourceVersion", Long.toString(version));
    if (endOfInitial) {
      json.writeObjectFieldStart("annotations");
      json.writeStringField("k8s.io/initial-events-end", "true");
      json.writeEndObject();
    }
    json.writeEndObject();
    if (table()) {
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
    json.writeString(KubeAction.due(action));
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
