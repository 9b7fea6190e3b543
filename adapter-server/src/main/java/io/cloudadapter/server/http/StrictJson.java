package io.cloudadapter.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses a body as strict JSON: no name twice, nothing after the object, limited depth and length. */
final class StrictJson {
  private static final int DEEPEST = 32;
  private static final JsonFactory JSON = new JsonFactoryBuilder()
      .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
      .streamReadConstraints(StreamReadConstraints.builder()
          .maxNestingDepth(DEEPEST)
          .maxStringLength(64 * 1024)
          .maxNumberLength(64)
          .maxNameLength(256)
          .build())
      .build();

  private final JsonParser json;
  private final JsonErrors errors;

  private StrictJson(JsonParser json, JsonErrors errors) {
    this.json = json;
    this.errors = errors;
  }

  /**
   * Parses a body.
   *
   * @throws HttpError 400 unless it is one JSON object in UTF-8
   */
  static JsonValue object(byte[] body, JsonErrors errors) {
    if (body.length == 0) {
      throw errors.malformed("the body is empty; it must be a JSON object", "");
    }
    try (JsonParser json = JSON.createParser(text(body, errors))) {
      return new StrictJson(json, errors).whole();
    } catch (StreamConstraintsException e) { // It has no place.
      throw errors.malformed(
          "the body is nested deeper than " + DEEPEST
              + " levels, or has a name, number or string that is too long",
          "");
    } catch (JsonProcessingException e) {
      throw errors.malformed(
          "the body is not valid JSON, " + place(e.getLocation()),
          SafeText.bare(forCallers(e.getOriginalMessage()), 200));
    } catch (IOException e) {
      throw new IllegalStateException("text in memory could not be read", e);
    }
  }

  private static String text(byte[] body, JsonErrors errors) {
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      if (text.startsWith("\uFEFF")) {
        throw errors.malformed("the body begins with a byte order mark", "");
      }
      return text;
    } catch (CharacterCodingException e) {
      throw errors.malformed("the body is not UTF-8", "");
    }
  }

  private JsonValue whole() throws IOException {
    JsonToken first = json.nextToken();
    if (first == null) {
      throw errors.malformed("the body holds no JSON value", "");
    }
    if (first != JsonToken.START_OBJECT) {
      throw errors.malformed("the body must be a JSON object, was: " + shown(first), "");
    }
    JsonValue object = value();
    if (json.nextToken() != null) {
      throw errors.malformed("something follows the JSON object in the body", "");
    }
    return object;
  }

  /** What stands in place of the object; of a text, which may be a credential, only the beginning. */
  private String shown(JsonToken token) throws IOException {
    return token == JsonToken.VALUE_STRING
        ? '"' + SafeText.token(json.getText()) + '"'
        : JsonValue.scalar(token, json.getText()).shown();
  }

  private JsonValue value() throws IOException {
    JsonToken token = json.currentToken();
    return switch (token) {
      case START_OBJECT -> {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String name = json.currentName();
          JsonLocation at = json.currentTokenLocation();
          json.nextToken();
          if (fields.put(name, value()) != null) {
            throw errors.malformed(
                "the body is not valid JSON: it has field " + SafeText.quoted(name) + " twice, "
                    + place(at),
                "");
          }
        }
        yield JsonValue.object(fields);
      }
      case START_ARRAY -> {
        List<JsonValue> items = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          items.add(value());
        }
        yield JsonValue.array(items);
      }
      default -> JsonValue.scalar(token, json.getText());
    };
  }

  private static String place(JsonLocation at) {
    return "at line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  /**
   * Jackson names a source that it does not show, where the place is in our message already, and tells
   * programmers how to have read what we refuse.
   */
  private static String forCallers(String message) {
    return message
        .replaceAll("token '([^']{8})[^']+'", "token '$1…'") // It may be a credential.
        .replaceAll(" ?\\(?[a-z ]*\\[Source: [^\\]]*\\]\\)?", "")
        .replaceAll("[:,;]? ?\\(?(enable|not recognized as one since) .*", "");
  }
}
