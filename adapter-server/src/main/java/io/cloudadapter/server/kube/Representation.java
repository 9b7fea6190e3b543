package io.cloudadapter.server.kube;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.SafeText;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The form of a read: objects, their metadata alone, or rows of a table for people as kubectl prints it.
 *
 * @param shape what an action becomes
 * @param meta the version of the group meta.k8s.io, in which tables and metadata are written
 * @param layout where an object has what belongs to its machine
 * @param scope how the request addresses actions
 */
record Representation(Shape shape, String meta, ActionResource.Layout layout, ObjectScope scope) {
  /** Objects as the specification has them. */
  static final Representation PLAIN =
      new Representation(Shape.OBJECT, "", ActionResource.Layout.DOC, ObjectScope.OWN);

  private static final String GROUP = "meta.k8s.io";
  private static final List<String> VERSIONS = List.of("v1", "v1beta1");
  private static final List<String> JSON = List.of("application/json", "application/*", "*/*");
  private static final List<String> COLUMNS =
      List.of("Name", "Type", "Machine", "Phase", "Created", "Due");

  /** The form of one action. */
  enum Shape {
    /** The action. */
    OBJECT,
    /** Its metadata alone, a PartialObjectMetadata. */
    METADATA,
    /** A row of a table with nothing beside it. */
    ROW,
    /** A row of a table, and its metadata. */
    ROW_WITH_METADATA,
    /** A row of a table, and the action. */
    ROW_WITH_OBJECT
  }

  /** The kind of a read, which determines the available forms. */
  enum Reading {
    ONE("PartialObjectMetadata"),
    LIST("PartialObjectMetadataList"),
    WATCH("PartialObjectMetadata");

    /** The kind by which the header Accept asks for metadata alone. */
    private final String metadata;

    Reading(String metadata) {
      this.metadata = metadata;
    }
  }

  /** Objects in the usual layout of a request, for answers to writes. */
  static Representation object(ObjectScope scope) {
    return new Representation(Shape.OBJECT, "", usual(scope), scope);
  }

  /**
   * The first form of the header Accept that there is.
   *
   * @throws HttpError 406 if there is none of them, 400 if there is no such view
   */
  static Representation of(
      RequestHead head, KubeListQuery query, ObjectScope scope, Reading reading) {
    List<String> wanted = head.headers().apply("Accept").stream()
        .flatMap(line -> Arrays.stream(line.split(",")))
        .map(type -> type.replaceAll("\\s", "").toLowerCase(Locale.ROOT))
        .toList();
    ActionResource.Layout layout = layout(query, scope);
    if (wanted.isEmpty()) {
      return new Representation(Shape.OBJECT, "", layout, scope);
    }
    for (String type : wanted) {
      List<String> parts = List.of(type.split(";", -1));
      if (!JSON.contains(parts.get(0))) {
        continue;
      }
      Optional<String> as = parameter(parts, "as");
      String version = parameter(parts, "v").orElse("");
      if (as.isEmpty()) {
        return new Representation(Shape.OBJECT, "", layout, scope);
      }
      if (parameter(parts, "g").equals(Optional.of(GROUP)) && VERSIONS.contains(version)) {
        Optional<Shape> shape = shape(as.get(), query, reading);
        if (shape.isPresent()) {
          return new Representation(shape.get(), version, layout, scope);
        }
      }
    }
    throw KubeStatus.failure(
            406,
            "Accept must have application/json, or application/json;g=meta.k8s.io;v=v1;as=Table or"
                + " as=" + reading.metadata + " for this request, was "
                + SafeText.quoted(String.join(",", wanted)))
        .error();
  }

  private static Optional<String> parameter(List<String> parts, String name) {
    return parts.stream()
        .filter(part -> part.startsWith(name + "="))
        .findFirst()
        .map(part -> part.substring(name.length() + 1));
  }

  private static Optional<Shape> shape(String as, KubeListQuery query, Reading reading) {
    if (as.equalsIgnoreCase(reading.metadata)) {
      return Optional.of(Shape.METADATA);
    }
    if (!as.equals("table")) {
      return Optional.empty();
    }
    String beside = query.text("includeObject").orElse("Metadata");
    return Optional.of(
        switch (beside) {
          case "None" -> Shape.ROW;
          case "Metadata" -> Shape.ROW_WITH_METADATA;
          case "Object" -> Shape.ROW_WITH_OBJECT;
          default ->
            throw HttpError.badRequest(
                "includeObject must be None, Metadata or Object, was " + SafeText.quoted(beside),
                "");
        });
  }

  /** Requests that name a tenant are those of Arktos' clients. */
  private static ActionResource.Layout usual(ObjectScope scope) {
    return scope.tenant().isPresent() ? ActionResource.Layout.ARKTOS : ActionResource.Layout.DOC;
  }

  private static ActionResource.Layout layout(KubeListQuery query, ObjectScope scope) {
    String view = query.text("view").orElse("");
    return switch (view) {
      case "" -> usual(scope);
      case "doc" -> ActionResource.Layout.DOC;
      case "arktos" -> ActionResource.Layout.ARKTOS;
      default ->
        throw HttpError.badRequest("view must be doc or arktos, was " + SafeText.quoted(view), "");
    };
  }

  private boolean table() {
    return shape != Shape.OBJECT && shape != Shape.METADATA;
  }

  private String metaVersion() {
    return GROUP + "/" + meta;
  }

  /** One action as of a version. */
  void write(JsonGenerator json, ActionStatus action, long version) throws IOException {
    if (table()) {
      beginTable(json, version);
      writeRow(json, action, version);
      endTable(json);
    } else {
      writeItem(json, action, version);
    }
  }

  private void writeItem(JsonGenerator json, ActionStatus action, long version) throws IOException {
    if (shape == Shape.METADATA) {
      writeMetadata(json, action, version);
    } else {
      ActionResource.write(json, action, version, layout, scope);
    }
  }

  private void writeMetadata(JsonGenerator json, ActionStatus action, long version)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", "PartialObjectMetadata");
    json.writeStringField("apiVersion", metaVersion());
    json.writeFieldName("metadata");
    ActionResource.writeMetadata(json, action, version, scope);
    json.writeEndObject();
  }

  /** The actions of a list that are selected. */
  HttpReply list(long version, List<ActionStatus> all, Predicate<ActionStatus> selected) {
    List<ActionStatus> actions = all.stream().filter(selected).toList();
    return HttpReply.json(200, json -> {
      if (table()) {
        beginTable(json, version);
        for (ActionStatus action : actions) {
          writeRow(json, action, action.version());
        }
        endTable(json);
        return;
      }
      boolean metadata = shape == Shape.METADATA;
      json.writeStartObject();
      json.writeStringField("kind", metadata ? "PartialObjectMetadataList" : "ActionList");
      json.writeStringField("apiVersion", metadata ? metaVersion() : "v1");
      writeVersion(json, version);
      json.writeArrayFieldStart("items");
      for (ActionStatus action : actions) {
        writeItem(json, action, action.version());
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  /** What has a version and nothing else; with the mark of the end of what there was, if it is that. */
  void writeBookmark(JsonGenerator json, long version, boolean endOfInitial) throws IOException {
    json.writeStartObject();
    json.writeStringField(
        "kind", table() ? "Table" : shape == Shape.METADATA ? "PartialObjectMetadata" : "Action");
    json.writeStringField("apiVersion", shape == Shape.OBJECT ? "v1" : metaVersion());
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

  private void beginTable(JsonGenerator json, long version) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", "Table");
    json.writeStringField("apiVersion", metaVersion());
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
    json.writeString(ActionResource.name(action));
    json.writeString(action.action().type());
    json.writeString(action.machine().value());
    json.writeString(ActionResource.result(action));
    json.writeString(ActionResource.text(action.createdAt()));
    json.writeString(ActionResource.due(action));
    json.writeEndArray();
    json.writeFieldName("object");
    switch (shape) {
      case ROW -> json.writeNull();
      case ROW_WITH_OBJECT -> ActionResource.write(json, action, version, layout, scope);
      default -> writeMetadata(json, action, version);
    }
    json.writeEndObject();
  }

  private static void endTable(JsonGenerator json) throws IOException {
    json.writeEndArray();
    json.writeEndObject();
  }
}
