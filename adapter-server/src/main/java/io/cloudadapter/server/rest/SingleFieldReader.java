package io.cloudadapter.server.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.SafeText;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object with one expected field, read strictly: what is not exactly as the specification has
 * it is refused by name, with what was seen and what is allowed.
 */
final class SingleFieldReader {
  private static final int DEEPEST = 32;
  private static final JsonFactory JSON = new JsonFactoryBuilder()
      .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
      .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
      .streamReadConstraints(StreamReadConstraints.builder()
          .maxNestingDepth(DEEPEST)
          .maxStringLength(64 * 1024)
          .maxNumberLength(64)
          .maxNameLength(256)
          .build())
      .build();

  private final String field;
  private final String sample;
  private final Value value;

  private SingleFieldReader(String field, String sample, Value value) {
    this.field = field;
    this.sample = sample;
    this.value = value;
  }

  /**
   * Reads a body.
   *
   * @param body the bytes as sent
   * @param field the one field that it must have
   * @param sample a right body, for error details
   * @throws HttpError 400 if it is anything else
   */
  static SingleFieldReader read(byte[] body, String field, String sample) {
    String detail = "expected: " + sample;
    if (body.length == 0) {
      throw HttpError.badRequest("the body is empty; it must have field " + field, detail);
    }
    Map<String, Value> fields = parse(text(body, detail), detail);
    for (String name : fields.keySet()) {
      if (!name.equals(field)) {
        throw HttpError.badRequest(
            "unknown field " + SafeText.quoted(name) + "; the only field allowed is " + field,
            detail);
      }
    }
    Value value = fields.get(field);
    if (value == null) {
      throw HttpError.badRequest("field " + field + " is missing", detail);
    }
    return new SingleFieldReader(field, sample, value);
  }

  /**
   * Reads a body of several fields with a single value each.
   *
   * @param body the bytes as sent
   * @param allowed the fields that it may have
   * @param sample a right body, for error details
   * @return the values by field: texts, numbers, flags, or null
   * @throws HttpError 400 if it is anything else
   */
  static Map<String, @Nullable Object> several(byte[] body, List<String> allowed, String sample) {
    String detail = "expected: " + sample;
    if (body.length == 0) {
      throw HttpError.badRequest("the body is empty; it must be a JSON object", detail);
    }
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    parse(text(body, detail), detail).forEach((name, value) -> {
      if (!allowed.contains(name)) {
        throw HttpError.badRequest(
            "unknown field " + SafeText.quoted(name) + "; the fields allowed are "
                + String.join(", ", allowed),
            detail);
      }
      if (!value.token.isScalarValue()) {
        throw HttpError.badRequest(
            "field " + name + " must be a single value, was: " + value.shown(), detail);
      }
      values.put(name, value.plain());
    });
    return values;
  }

  /**
   * Reads a body of several fields with a single value each, or with an object of texts.
   *
   * @param body the bytes as sent
   * @param allowed the fields that it may have
   * @param sample a right body, for error details
   * @return the values by field: texts, numbers, flags, null, or texts by name
   * @throws HttpError 400 if it is anything else
   */
  static Map<String, @Nullable Object> withTexts(byte[] body, List<String> allowed, String sample) {
    String detail = "expected: " + sample;
    if (body.length == 0) {
      throw HttpError.badRequest("the body is empty; it must be a JSON object", detail);
    }
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    parse(text(body, detail), detail).forEach((name, value) -> {
      if (!allowed.contains(name)) {
        throw HttpError.badRequest(
            "unknown field " + SafeText.quoted(name) + "; the fields allowed are "
                + String.join(", ", allowed),
            detail);
      }
      if (value.token == JsonToken.START_ARRAY) {
        throw HttpError.badRequest("field " + name + " must not be an array", detail);
      }
      if (value.token.isScalarValue()) {
        values.put(name, value.plain());
        return;
      }
      Map<String, String> texts = new LinkedHashMap<>();
      value.fields.forEach((key, inner) -> {
        if (inner.token != JsonToken.VALUE_STRING) {
          throw HttpError.badRequest(
              "field " + name + "." + SafeText.bare(key) + " must be a text, was: " + inner.shown(),
              detail);
        }
        texts.put(key, inner.text);
      });
      values.put(name, texts);
    });
    return values;
  }

  /** A required field that is not what it must be. */
  static HttpError wrong(String field, String allowed, @Nullable Object seen, String sample) {
    String shown = seen instanceof String text
        ? SafeText.quoted(text)
        : seen instanceof Map ? "an object" : SafeText.bare(String.valueOf(seen));
    return HttpError.badRequest(
        "field " + field + " must be " + allowed + ", was: " + shown, "expected: " + sample);
  }

  /**
   * Accepts the body of an operation that takes none.
   *
   * @param body the bytes as sent
   * @throws HttpError 400 unless it is empty or an empty object
   */
  static void none(byte[] body) {
    if (body.length == 0) {
      return;
    }
    String detail = "expected: no body, or {}";
    Map<String, Value> fields = parse(text(body, detail), detail);
    if (!fields.isEmpty()) {
      throw HttpError.badRequest(
          "unknown field " + SafeText.quoted(fields.keySet().iterator().next())
              + "; this operation takes no fields",
          detail);
    }
  }

  /** The field as a whole number; the pool says which it takes. */
  int count() {
    if (value.token == JsonToken.VALUE_NUMBER_INT) {
      BigInteger number = new BigInteger(value.text);
      if (number.bitLength() < Integer.SIZE) {
        return number.intValue();
      }
    }
    throw wrong("a whole number from 0 to the pool's maxSize");
  }

  /** The field as true or false. */
  boolean flag() {
    if (value.token == JsonToken.VALUE_TRUE || value.token == JsonToken.VALUE_FALSE) {
      return value.token == JsonToken.VALUE_TRUE;
    }
    throw wrong("true or false");
  }

  /** The field as one of an enum's names. */
  <E extends Enum<E>> E oneOf(Class<E> type) {
    E[] all = type.getEnumConstants();
    if (value.token == JsonToken.VALUE_STRING) {
      Optional<E> named =
          Arrays.stream(all).filter(e -> e.name().equals(value.text)).findFirst();
      if (named.isPresent()) {
        return named.get();
      }
    }
    throw wrong("one of " + Arrays.toString(all));
  }

  private HttpError wrong(String allowed) {
    return HttpError.badRequest(
        "field " + field + " must be " + allowed + ", was: " + value.shown(),
        "expected: " + sample);
  }

  private static String text(byte[] body, String detail) {
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      if (text.startsWith("\uFEFF")) {
        throw HttpError.badRequest("the body begins with a byte order mark", detail);
      }
      return text;
    } catch (CharacterCodingException e) {
      throw HttpError.badRequest("the body is not UTF-8", detail);
    }
  }

  private static Map<String, Value> parse(String text, String detail) {
    try (JsonParser json = JSON.createParser(text)) {
      JsonToken first = json.nextToken();
      if (first == null) {
        throw HttpError.badRequest("the body holds no JSON value", detail);
      }
      if (first != JsonToken.START_OBJECT) {
        throw HttpError.badRequest(
            "the body must be a JSON object, was: " + Value.at(json).shown(), detail);
      }
      Map<String, Value> fields = new LinkedHashMap<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        fields.put(name, Value.whole(json));
      }
      if (json.nextToken() != null) {
        throw HttpError.badRequest("something follows the JSON object in the body", detail);
      }
      return fields;
    } catch (StreamConstraintsException e) {
      throw HttpError.badRequest(
          "the body is nested deeper than " + DEEPEST
              + " levels, or has a name, number or string that is too long",
          detail);
    } catch (JsonProcessingException e) {
      throw HttpError.badRequest(
          "the body is not valid JSON, at line " + e.getLocation().getLineNr() + ", column "
              + e.getLocation().getColumnNr(),
          SafeText.bare(forCallers(e.getOriginalMessage()), 200) + "; " + detail);
    } catch (IOException e) {
      throw new IllegalStateException("text in memory could not be read", e);
    }
  }

  /**
   * Jackson names a source that it does not show, where the place is in our message already, and tells
   * programmers how to have read what we refuse.
   */
  private static String forCallers(String message) {
    return message
        .replaceAll(" ?\\(?[a-z ]*\\[Source: [^\\]]*\\]\\)?", "")
        .replaceAll("[:,;]? ?\\(?(enable|not recognized as one since) .*", "");
  }

  private record Value(JsonToken token, String text, Map<String, Value> fields) {

    static Value at(JsonParser json) throws IOException {
      JsonToken token = json.currentToken();
      return new Value(token, token.isScalarValue() ? json.getText() : "", Map.of());
    }

    /** The value with the fields that it has, if it is an object; what lies deeper is passed over. */
    static Value whole(JsonParser json) throws IOException {
      Value value = at(json);
      if (value.token != JsonToken.START_OBJECT) {
        json.skipChildren();
        return value;
      }
      Map<String, Value> fields = new LinkedHashMap<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        fields.put(name, at(json));
        json.skipChildren();
      }
      return new Value(value.token, "", fields);
    }

    @Nullable
    Object plain() {
      return switch (token) {
        case VALUE_STRING -> text;
        case VALUE_TRUE, VALUE_FALSE -> token == JsonToken.VALUE_TRUE;
        case VALUE_NUMBER_INT -> whole(new BigInteger(text));
        case VALUE_NUMBER_FLOAT -> Double.valueOf(text);
        default -> null;
      };
    }

    private static Number whole(BigInteger number) {
      return number.bitLength() < Integer.SIZE ? (Number) number.intValue() : (Number) number;
    }

    String shown() {
      return switch (token) {
        case START_OBJECT -> "an object";
        case START_ARRAY -> "an array";
        case VALUE_STRING -> SafeText.quoted(text);
        default -> SafeText.bare(text);
      };
    }
  }
}
