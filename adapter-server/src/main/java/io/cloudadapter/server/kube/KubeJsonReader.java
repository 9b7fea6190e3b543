package io.cloudadapter.server.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.http.StrictJson;
import io.cloudadapter.server.kube.KubeStatus.Details;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An object of a request, read field by field. What nobody knows is refused (400, BadRequest), so is a value
 * of the wrong kind (422, Invalid, the field among the causes). {@code null} is as good as not there.
 */
final class KubeJsonReader {
  private final String path;
  private final JsonNode object;

  private KubeJsonReader(String path, JsonNode object) {
    this.path = path;
    this.object = object;
  }

  /**
   * Reads a body.
   *
   * @throws HttpError 400 unless it is one JSON object in UTF-8
   */
  static KubeJsonReader read(byte[] body) {
    return new KubeJsonReader("", StrictJson.object(body));
  }

  /** Refuses fields that nobody knows. */
  KubeJsonReader only(Set<String> known) {
    object.fieldNames().forEachRemaining(name -> {
      if (!known.contains(name)) {
        throw HttpError.badRequest(
            "unknown field " + SafeText.quoted(path + name),
            "known are " + String.join(", ", new TreeSet<>(known)));
      }
    });
    return this;
  }

  /** The names of all fields that are there. */
  Set<String> names() {
    Set<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(name -> {
      if (!object.get(name).isNull()) {
        names.add(name);
      }
    });
    return names;
  }

  private Optional<JsonNode> value(String name) {
    return Optional.ofNullable(object.get(name)).filter(value -> !value.isNull());
  }

  Optional<String> text(String name) {
    return value(name).map(value -> {
      if (!value.isTextual()) {
        throw wrong(name, "a text", value);
      }
      return value.textValue();
    });
  }

  /** A whole number within its range. */
  Optional<Integer> number(String name, long least, long most) {
    return value(name).map(value -> {
      if (!value.isIntegralNumber()
          || !value.canConvertToInt()
          || value.intValue() < least
          || value.intValue() > most) {
        throw wrong(name, "a whole number from " + least + " to " + most, value);
      }
      return value.intValue();
    });
  }

  Optional<Boolean> flag(String name) {
    return value(name).map(value -> {
      if (!value.isBoolean()) {
        throw wrong(name, "true or false", value);
      }
      return value.booleanValue();
    });
  }

  Optional<KubeJsonReader> object(String name) {
    return value(name).map(value -> {
      if (!value.isObject()) {
        throw wrong(name, "an object", value);
      }
      return new KubeJsonReader(path + name + ".", value);
    });
  }

  /** All fields, each a text. */
  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    names().forEach(name -> texts.put(name, text(name).orElseThrow()));
    return texts;
  }

  /** Whether it says nothing: all of its fields are empty, zero or false, as some clients fill in. */
  boolean blank() {
    return names().stream()
        .map(object::get)
        .allMatch(value -> (value.isTextual() && value.textValue().isEmpty())
            || (value.isIntegralNumber() && value.asText("").equals("0"))
            || (value.isBoolean() && !value.booleanValue()));
  }

  private HttpError wrong(String name, String expected, JsonNode value) {
    return invalid(
        path + name,
        path + name + " must be " + expected + ", was " + SafeText.json(value.toString()));
  }

  /** A value that is refused. */
  static HttpError invalid(String field, String message) {
    return KubeStatus.failure(422, message)
        .about(Details.NONE.cause("FieldValueInvalid", message, field))
        .error();
  }
}
