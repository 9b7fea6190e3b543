package io.cloudadapter.server.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An object of a JSON body, read field by field, for every API of the server. {@link JsonErrors} writes the errors in
 * the form of the API. A field that is left out reads as empty; so does a wrong one whose error is only collected.
 */
public final class JsonBody {
  private final JsonErrors errors;
  private final String path;
  private final Map<String, JsonValue> fields;
  private final boolean required;

  private JsonBody(
      JsonErrors errors, String path, Map<String, JsonValue> fields, boolean required) {
    this.errors = errors;
    this.path = path;
    this.fields = fields;
    this.required = required;
  }

  /**
   * Reads a body.
   *
   * @throws HttpError 400 unless it is one JSON object in UTF-8
   */
  public static JsonBody read(byte[] body, JsonErrors errors) {
    return of(StrictJson.object(body, errors), errors);
  }

  /** An object that exists already. */
  public static JsonBody of(JsonValue object, JsonErrors errors) {
    return new JsonBody(errors, "", object.fields(), false);
  }

  /** The same object with other words for what is wrong. */
  public JsonBody with(JsonErrors other) {
    return new JsonBody(other, path, fields, required);
  }

  /**
   * Refuses other fields.
   *
   * @throws HttpError 400 if it has another one
   */
  public JsonBody only(Collection<String> allowed) {
    for (String name : fields.keySet()) {
      if (!allowed.contains(name)) {
        throw errors.unknown(path, name, allowed);
      }
    }
    return this;
  }

  /**
   * Refuses other fields.
   *
   * @throws HttpError 400 if it has another one
   */
  public JsonBody only(String... allowed) {
    return only(List.of(allowed));
  }

  /** The same object, which must have each field that is read from here on. */
  public JsonBody required() {
    return new JsonBody(errors, path, fields, true);
  }

  /** The names of all fields that count as there. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>(fields.keySet());
    names.removeIf(name -> value(name).isEmpty());
    return names;
  }

  /** Whether a field is there, also if it is null. */
  public boolean has(String field) {
    return fields.containsKey(field);
  }

  /** The path of a field, for errors. */
  public String at(String field) {
    return path + SafeText.bare(field);
  }

  /** A value of any type. */
  public Optional<JsonValue> value(String field) {
    return Optional.ofNullable(fields.get(field))
        .filter(value -> !value.isNull() || !errors.nullIsMissing());
  }

  /** A value read by the caller. */
  public <T> Optional<T> field(
      String field, String allowed, Function<JsonValue, Optional<T>> reading) {
    Optional<JsonValue> value = value(field);
    Optional<T> right = value.flatMap(reading);
    if (value.isEmpty() && required) {
      errors.missing(at(field), allowed);
    } else if (right.isEmpty()) {
      value.ifPresent(seen -> errors.wrong(at(field), allowed, seen));
    }
    return right;
  }

  /** A text. */
  public Optional<String> text(String field) {
    return text(field, "a text");
  }

  /** A text. */
  public Optional<String> text(String field, String allowed) {
    return field(field, allowed, JsonValue::string);
  }

  /** A whole number within its range. */
  public Optional<Integer> number(String field, long least, long most) {
    return number(field, least, most, "a whole number from " + least + " to " + most);
  }

  /** A whole number within its range. */
  public Optional<Integer> number(String field, long least, long most, String allowed) {
    return field(
        field,
        allowed,
        value -> value.integer().filter(number -> number >= least && number <= most));
  }

  /** True or false. */
  public Optional<Boolean> flag(String field) {
    return field(field, "true or false", JsonValue::flag);
  }

  /** One of an enum's names. */
  public <E extends Enum<E>> Optional<E> oneOf(String field, Class<E> type) {
    E[] all = type.getEnumConstants();
    return field(
        field,
        "one of " + Arrays.toString(all),
        value -> value
            .string()
            .flatMap(name ->
                Arrays.stream(all).filter(one -> one.name().equals(name)).findFirst()));
  }

  /** A list of an enum's names. */
  public <E extends Enum<E>> Optional<List<E>> someOf(String field, Class<E> type) {
    E[] all = type.getEnumConstants();
    return field(field, "a list of " + Arrays.toString(all), value -> {
      List<E> some = new ArrayList<>();
      for (JsonValue item : value.isArray() ? value.items() : List.<JsonValue>of()) {
        item.string()
            .flatMap(name ->
                Arrays.stream(all).filter(one -> one.name().equals(name)).findFirst())
            .ifPresent(some::add);
      }
      boolean whole = value.isArray() && some.size() == value.items().size();
      return whole ? Optional.of(some) : Optional.empty();
    });
  }

  /** An object in this one. */
  public Optional<JsonBody> object(String field) {
    return object(field, "an object");
  }

  private Optional<JsonBody> object(String field, String allowed) {
    return field(field, allowed, value -> Optional.of(value).filter(JsonValue::isObject))
        .map(value -> new JsonBody(errors, at(field) + ".", value.fields(), false));
  }

  /** The objects of an array. */
  public List<JsonBody> objects(String field) {
    List<JsonBody> objects = new ArrayList<>();
    List<JsonValue> items = field(
            field, "an array", value -> Optional.of(value).filter(JsonValue::isArray))
        .map(JsonValue::items)
        .orElse(List.of());
    for (int i = 0; i < items.size(); i++) {
      String item = at(field) + "[" + i + "]";
      if (items.get(i).isObject()) {
        objects.add(new JsonBody(errors, item + ".", items.get(i).fields(), false));
      } else {
        errors.wrong(item, "an object", items.get(i));
      }
    }
    return objects;
  }

  /** The texts of an object, by their names. */
  public Map<String, String> texts(String field) {
    return object(field, "an object of texts").map(JsonBody::texts).orElse(Map.of());
  }

  /** All fields, each a text. */
  Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    names().forEach(name -> text(name).ifPresent(text -> texts.put(name, text)));
    return texts;
  }

  /** The object as compact JSON. */
  public String json() {
    return JsonValue.object(fields).json();
  }

  /** All fields as Java objects, in their order: the values of {@link JsonValue#plain()}. */
  public Map<String, @Nullable Object> toMap() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    fields.forEach((name, value) -> map.put(name, value.plain()));
    return map;
  }
}
