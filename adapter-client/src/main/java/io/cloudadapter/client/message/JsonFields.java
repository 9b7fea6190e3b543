package io.cloudadapter.client.message;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.PoolException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * One JSON object of an answer, read field by field. A field that is missing or of another type is the
 * server's fault, and says so with its path.
 */
public final class JsonFields {
  private final String request;
  private final String path;
  private final JsonNode node;

  private JsonFields(String request, String path, JsonNode node) {
    this.request = request;
    this.path = path;
    this.node = node;
  }

  /**
   * Reads an answer.
   *
   * @param body the bytes of the answer
   * @param request what it answers, such as {@code GET /pool}, for errors
   */
  public static JsonFields of(byte[] body, String request) {
    JsonNode node = JsonCodec.tree(body)
        .filter(JsonNode::isObject)
        .orElseThrow(() -> garbled(request, "it is not a JSON object"));
    return new JsonFields(request, "", node);
  }

  JsonFields at(String name) {
    JsonNode value = node.get(name);
    if (value == null || !value.isObject()) {
      throw wrong(name, "an object", value);
    }
    return new JsonFields(request, path + name + ".", value);
  }

  public boolean has(String name) {
    return node.hasNonNull(name);
  }

  public String text(String name) {
    JsonNode value = node.get(name);
    if (value == null || !value.isTextual()) {
      throw wrong(name, "a text", value);
    }
    return value.textValue();
  }

  public Optional<String> optionalText(String name) {
    return has(name) ? Optional.of(text(name)) : Optional.empty();
  }

  int count(String name) {
    JsonNode value = node.get(name);
    if (value == null || !value.isInt() || value.intValue() < 0) {
      throw wrong(name, "a whole number of 0 or more", value);
    }
    return value.intValue();
  }

  OptionalInt optionalCount(String name) {
    return has(name) ? OptionalInt.of(count(name)) : OptionalInt.empty();
  }

  /** The names of the fields, in their order. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** What the fields of an object mean, each of them an object; by name. */
  <T> Map<String, T> objects(String name, BiFunction<String, JsonFields, T> meaning) {
    JsonFields all = at(name);
    Map<String, T> meanings = new TreeMap<>();
    for (String field : all.names()) {
      meanings.put(field, meaning.apply(field, all.at(field)));
    }
    return meanings;
  }

  /** Everything in it, as maps, lists, texts, numbers and flags. */
  Map<String, Object> values() {
    return JsonCodec.values(node);
  }

  public boolean flag(String name) {
    JsonNode value = node.get(name);
    if (value == null || !value.isBoolean()) {
      throw wrong(name, "true or false", value);
    }
    return value.booleanValue();
  }

  Duration seconds(String name) {
    JsonNode value = node.get(name);
    if (value == null || !value.isNumber() || value.doubleValue() < 0) {
      throw wrong(name, "a number of seconds", value);
    }
    return Duration.ofMillis(Math.round(value.doubleValue() * 1000));
  }

  long number(String name) {
    JsonNode value = node.get(name);
    if (value == null || !value.isIntegralNumber() || !value.canConvertToLong()) {
      throw wrong(name, "a whole number", value);
    }
    return value.longValue();
  }

  double amount(String name) {
    JsonNode value = node.get(name);
    if (value == null || !value.isNumber() || !(value.doubleValue() >= 0)) {
      throw wrong(name, "a number of 0 or more", value);
    }
    return value.doubleValue();
  }

  public Instant time(String name) {
    return time(name, text(name));
  }

  private Instant time(String name, String text) {
    try {
      return DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from);
    } catch (DateTimeException e) {
      throw wrong(name, "an ISO-8601 time with its offset", "\"" + text + "\"");
    }
  }

  /** Times in order; empty if an older server leaves the field out. */
  List<Instant> optionalTimes(String name) {
    return has(name) ? texts(name).stream().map(text -> time(name, text)).toList() : List.of();
  }

  Optional<Instant> optionalTime(String name) {
    return has(name) ? Optional.of(time(name)) : Optional.empty();
  }

  <E extends Enum<E>> E choice(String name, Class<E> type) {
    String text = text(name);
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(text)) {
        return constant;
      }
    }
    throw wrong(name, "one of " + List.of(type.getEnumConstants()), node.get(name));
  }

  public List<JsonFields> list(String name) {
    List<JsonFields> all = new ArrayList<>();
    JsonNode array = array(name);
    for (int i = 0; i < array.size(); i++) {
      if (!array.get(i).isObject()) {
        throw wrong(name + "[" + i + "]", "an object", array.get(i));
      }
      all.add(new JsonFields(request, path + name + "[" + i + "].", array.get(i)));
    }
    return all;
  }

  /** As {@link #list}; empty if an older server leaves the field out. */
  List<JsonFields> optionalList(String name) {
    return has(name) ? list(name) : List.of();
  }

  List<String> texts(String name) {
    List<String> all = new ArrayList<>();
    for (JsonNode value : array(name)) {
      if (!value.isTextual()) {
        throw wrong(name, "a list of texts", value);
      }
      all.add(value.textValue());
    }
    return all;
  }

  /** The fields of a free-form object as texts; nested ones as their JSON. */
  public Map<String, String> freeForm(String name) {
    Map<String, String> all = new TreeMap<>();
    if (has(name)) {
      at(name).node.properties().forEach(field -> {
        JsonNode value = field.getValue();
        if (!value.isNull()) {
          all.put(field.getKey(), value.isValueNode() ? value.asText("") : value.toString());
        }
      });
    }
    return all;
  }

  PoolException wrong(String name, String wanted, @org.jspecify.annotations.Nullable Object seen) {
    String shown = seen == null ? "missing" : seen.toString();
    return garbled(
        request,
        path + name + " must be " + wanted + ", was "
            + (shown.length() > 80 ? shown.substring(0, 80) + "…" : shown));
  }

  private JsonNode array(String name) {
    JsonNode value = node.get(name);
    if (value == null || !value.isArray()) {
      throw wrong(name, "a list", value);
    }
    return value;
  }

  public PoolException garbled(String problem) {
    return garbled(request, problem);
  }

  private static PoolException garbled(String request, String problem) {
    return new PoolException(
        PoolException.Reason.UNAVAILABLE,
        "the server's answer to " + request + " cannot be read: " + problem,
        "See whether the address is that of a cloud adapter, and of a version that fits.");
  }
}
