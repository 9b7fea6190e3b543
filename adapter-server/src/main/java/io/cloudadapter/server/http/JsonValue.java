package io.cloudadapter.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value of a JSON body, with its numbers as the client wrote them, so that errors show them unchanged.
 *
 * @param token the type of the value
 * @param text the characters of a text, a number or a literal, else empty
 * @param fields the fields of an object, in their order
 * @param items the items of an array
 */
public record JsonValue(
    JsonToken token, String text, Map<String, JsonValue> fields, List<JsonValue> items) {
  /** Null. */
  public static final JsonValue NULL = scalar(JsonToken.VALUE_NULL, "null");

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A text. */
  public static JsonValue text(String text) {
    return scalar(JsonToken.VALUE_STRING, text);
  }

  /** An object. */
  public static JsonValue object(Map<String, JsonValue> fields) {
    return new JsonValue(JsonToken.START_OBJECT, "", fields, List.of());
  }

  static JsonValue array(List<JsonValue> items) {
    return new JsonValue(JsonToken.START_ARRAY, "", Map.of(), items);
  }

  static JsonValue scalar(JsonToken token, String text) {
    return new JsonValue(token, text, Map.of(), List.of());
  }

  /** Whether this is an object. */
  boolean isObject() {
    return token == JsonToken.START_OBJECT;
  }

  /** Whether this is an array. */
  boolean isArray() {
    return token == JsonToken.START_ARRAY;
  }

  /** Whether this is null. */
  public boolean isNull() {
    return token == JsonToken.VALUE_NULL;
  }

  /** The characters of a text; empty for any other type. */
  public Optional<String> string() {
    return token == JsonToken.VALUE_STRING ? Optional.of(text) : Optional.empty();
  }

  /**
   * A whole number of 32 bits, written without fraction and exponent. A negative zero is none: it is more likely a
   * mistake of the client than a zero.
   */
  public Optional<Integer> integer() {
    if (token != JsonToken.VALUE_NUMBER_INT || text.equals("-0")) {
      return Optional.empty();
    }
    BigInteger number = new BigInteger(text);
    return number.bitLength() < Integer.SIZE ? Optional.of(number.intValue()) : Optional.empty();
  }

  /** True or false; empty for any other type. */
  public Optional<Boolean> flag() {
    return token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE
        ? Optional.of(token == JsonToken.VALUE_TRUE)
        : Optional.empty();
  }

  /** A map, a list, a text, a number (Integer, Long, BigInteger or Double), a Boolean, or null. */
  public @Nullable Object plain() {
    return switch (token) {
      case START_OBJECT -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        fields.forEach((name, value) -> map.put(name, value.plain()));
        yield map;
      }
      case START_ARRAY -> {
        List<@Nullable Object> list = new ArrayList<>();
        items.forEach(item -> list.add(item.plain()));
        yield list;
      }
      case VALUE_STRING -> text;
      case VALUE_TRUE, VALUE_FALSE -> token == JsonToken.VALUE_TRUE;
      case VALUE_NUMBER_INT -> whole(new BigInteger(text));
      case VALUE_NUMBER_FLOAT -> Double.valueOf(text);
      default -> null;
    };
  }

  private static Number whole(BigInteger number) {
    if (number.bitLength() < Integer.SIZE) {
      return number.intValue();
    }
    return number.bitLength() < Long.SIZE ? (Number) number.longValue() : (Number) number;
  }

  /** The value as compact JSON. */
  public String json() {
    try {
      return JSON.writeValueAsString(plain());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps, lists and texts can always be written", e);
    }
  }

  /** A text in quotes, a number or literal as the client wrote it, or "an object" or "an array"; for errors. */
  public String shown() {
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> SafeText.quoted(text);
      default -> SafeText.bare(text);
    };
  }
}
