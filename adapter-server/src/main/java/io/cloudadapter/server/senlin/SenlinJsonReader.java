package io.cloudadapter.server.senlin;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.SafeText;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A JSON object of a request, read field by field; what is not as it should be is refused by name. */
final class SenlinJsonReader {
  private static final ObjectMapper JSON = new ObjectMapper(new JsonFactoryBuilder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .streamReadConstraints(StreamReadConstraints.builder()
              .maxNestingDepth(32)
              .maxStringLength(64 * 1024)
              .maxNumberLength(128)
              .maxNameLength(256)
              .build())
          .build())
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final String name;
  private final Map<String, @Nullable Object> fields;

  private SenlinJsonReader(String name, Map<String, @Nullable Object> fields) {
    this.name = name;
    this.fields = fields;
  }

  /**
   * Reads a body.
   *
   * @throws HttpError 400 unless it is one JSON object in UTF-8
   */
  static SenlinJsonReader read(byte[] bytes) {
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return of("body", JSON.readValue(text, Object.class));
    } catch (StreamConstraintsException e) {
      throw HttpError.badRequest(
          "JSON body is nested deeper than 32 levels, or has a name, number or string that is too"
              + " long",
          "");
    } catch (JsonProcessingException e) {
      throw HttpError.badRequest(
          "JSON body is not valid, at line " + e.getLocation().getLineNr() + ", column "
              + e.getLocation().getColumnNr(),
          "");
    } catch (IOException e) {
      throw HttpError.badRequest("JSON body is not UTF-8", "");
    }
  }

  /** An object without fields. */
  static SenlinJsonReader none() {
    return new SenlinJsonReader("body", new LinkedHashMap<>());
  }

  private static SenlinJsonReader of(String name, @Nullable Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      // Whoever forgets the object around a token need not read all of it again.
      String seen = value instanceof String text ? "'" + SafeText.token(text) + "'" : shown(value);
      throw HttpError.badRequest(seen + " is not of type 'object' (" + name + ")", "");
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    map.forEach((key, field) -> fields.put(String.valueOf(key), field));
    return new SenlinJsonReader(name, fields);
  }

  Set<String> names() {
    return fields.keySet();
  }

  Map<String, @Nullable Object> fields() {
    return fields;
  }

  @Nullable
  Object value(String field) {
    return fields.get(field);
  }

  /** Refuses fields that nobody knows. */
  SenlinJsonReader only(String... known) {
    for (String field : fields.keySet()) {
      if (!Set.of(known).contains(field)) {
        throw HttpError.badRequest(
            "Additional properties are not allowed ('" + SafeText.bare(field) + "' was unexpected)",
            "known in " + name + ": " + String.join(", ", known));
      }
    }
    return this;
  }

  /** An object in this one. */
  SenlinJsonReader object(String field) {
    if (!fields.containsKey(field)) {
      throw missing(field);
    }
    return of(field, fields.get(field));
  }

  Optional<SenlinJsonReader> maybe(String field) {
    return fields.get(field) == null ? Optional.empty() : Optional.of(of(field, fields.get(field)));
  }

  /** A text that must be there. */
  String text(String field) {
    return maybeText(field).orElseThrow(() -> missing(field));
  }

  Optional<String> maybeText(String field) {
    Object value = fields.get(field);
    if (value != null && !(value instanceof String)) {
      throw HttpError.badRequest(shown(value) + " is not of type 'string' (" + field + ")", "");
    }
    return Optional.ofNullable((String) value);
  }

  /** True or false, or what Senlin's clients may write for them. */
  boolean flag(String field, boolean absent) {
    Object value = fields.get(field);
    if (value == null) {
      return absent;
    }
    if (value instanceof Boolean truth) {
      return truth;
    }
    if (value instanceof String text && text.matches("(?i)true|false")) {
      return Boolean.parseBoolean(text);
    }
    throw HttpError.badRequest(
        "Unrecognized value " + shown(value) + " for '" + field
            + "', acceptable values are: 'True', 'False'",
        "");
  }

  /** A list of texts that must be there. */
  List<String> texts(String field) {
    if (fields.get(field) == null) {
      throw missing(field);
    }
    if (fields.get(field) instanceof List<?> list
        && !list.isEmpty()
        && list.stream().allMatch(String.class::isInstance)) {
      return list.stream().map(String.class::cast).distinct().toList();
    }
    throw HttpError.badRequest(
        "Value for '" + field + "' must be a list of one string or more, was: "
            + shown(fields.get(field)),
        "");
  }

  /**
   * A count of machines, if there is one: a whole number above 0, or its canonical decimal text.
   *
   * @param action what counts, for messages
   */
  Optional<Object> count(String action) {
    Object value = fields.get("count");
    if (value == null) {
      return Optional.empty();
    }
    BigInteger count;
    if (value instanceof Integer || value instanceof Long || value instanceof BigInteger) {
      count = new BigInteger(value.toString());
    } else if (value instanceof String text) {
      if (!text.matches("-?(0|[1-9][0-9]{0,99})")) {
        throw HttpError.badRequest(
            "The value for count must be an integer: '" + SafeText.bare(text) + "'.", "");
      }
      count = new BigInteger(text);
    } else {
      throw HttpError.badRequest(shown(value) + " is not of type 'integer', 'string', 'null'", "");
    }
    if (count.signum() < 0) {
      throw HttpError.badRequest("Value must be >= 0 for field 'count'.", "");
    }
    if (count.signum() == 0) {
      throw HttpError.badRequest("Count for " + action + " request cannot be 0.", "");
    }
    return Optional.of(count.bitLength() < Integer.SIZE ? count.intValue() : count);
  }

  private HttpError missing(String field) {
    return HttpError.badRequest("'" + field + "' is a required property", "of " + name);
  }

  private static String shown(@Nullable Object value) {
    if (value == null) {
      return "None";
    }
    if (value instanceof Boolean truth) {
      return truth ? "True" : "False";
    }
    return value instanceof String text
        ? "'" + SafeText.bare(text) + "'"
        : SafeText.bare(value.toString());
  }
}
