package io.cloudadapter.server.senlin;

import com.fasterxml.jackson.core.JsonToken;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.JsonErrors;
import io.cloudadapter.server.http.JsonValue;
import io.cloudadapter.server.http.SafeText;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads bodies of the Senlin and Keystone APIs, and words their errors as Senlin does. */
final class SenlinBodies implements JsonErrors {
  private static final SenlinBodies ERRORS = new SenlinBodies();

  private SenlinBodies() {}

  /**
   * Reads a body.
   *
   * @throws HttpError 400 unless it is one JSON object in UTF-8
   */
  static JsonBody read(byte[] body) {
    return JsonBody.read(body, ERRORS);
  }

  /** An object without fields. */
  static JsonBody none() {
    return JsonBody.of(JsonValue.object(Map.of()), ERRORS);
  }

  @Override
  public HttpError unknown(String path, String field, Collection<String> allowed) {
    String object = path.isEmpty() ? "body" : path.substring(0, path.length() - 1);
    return malformed(
        "Additional properties are not allowed ('" + SafeText.bare(field) + "' was unexpected)",
        "known in " + object + ": " + String.join(", ", allowed));
  }

  @Override
  public void missing(String field, String allowed) {
    int last = field.lastIndexOf('.');
    String object = last < 0 ? "body" : field.substring(0, last);
    throw malformed("'" + field.substring(last + 1) + "' is a required property", "of " + object);
  }

  /** Of a text in place of an object only the beginning is shown: it may be a token. */
  @Override
  public void wrong(String field, String allowed, JsonValue seen) {
    boolean object = allowed.equals("an object");
    String shown = object && seen.string().isPresent()
        ? "'" + SafeText.token(seen.text()) + "'"
        : shown(seen.plain());
    throw malformed(
        shown + " is not of type '" + (object ? "object" : "string") + "' (" + field + ")", "");
  }

  /** An object that must be there; null is a wrong value. */
  static JsonBody object(JsonBody body, String field) {
    if (body.has(field) && body.value(field).isEmpty()) {
      ERRORS.wrong(body.at(field), "an object", JsonValue.NULL);
    }
    return body.required().object(field).orElseThrow();
  }

  /** A text that must be there. */
  static String text(JsonBody body, String field) {
    return body.required().text(field).orElseThrow();
  }

  /** True or false, or what Senlin's clients may write for them. */
  static boolean flag(JsonBody body, String field, boolean absent) {
    JsonValue value = body.value(field).orElse(JsonValue.NULL);
    if (value.isNull()) {
      return absent;
    }
    if (value.flag().isPresent()) {
      return value.flag().get();
    }
    if (value.string().isPresent() && value.text().matches("(?i)true|false")) {
      return Boolean.parseBoolean(value.text());
    }
    throw HttpError.badRequest(
        "Unrecognized value " + shown(value.plain()) + " for '" + field
            + "', acceptable values are: 'True', 'False'",
        "");
  }

  /** A list of texts that must be there. */
  static List<String> texts(JsonBody body, String field) {
    JsonValue value =
        body.required().field(field, "a list of texts", Optional::of).orElseThrow();
    List<String> texts =
        value.items().stream().flatMap(item -> item.string().stream()).toList();
    if (texts.isEmpty() || texts.size() < value.items().size()) {
      throw HttpError.badRequest(
          "Value for '" + field + "' must be a list of one string or more, was: "
              + shown(value.plain()),
          "");
    }
    return texts.stream().distinct().toList();
  }

  /**
   * A count of machines, if there is one: a whole number above 0, or its canonical decimal text.
   *
   * @param action what counts, for messages
   */
  static Optional<Object> count(JsonBody body, String action) {
    JsonValue value = body.value("count").orElse(JsonValue.NULL);
    if (value.isNull()) {
      return Optional.empty();
    }
    if (value.string().isPresent() && !value.text().matches("-?(0|[1-9][0-9]{0,99})")) {
      throw HttpError.badRequest(
          "The value for count must be an integer: '" + SafeText.bare(value.text()) + "'.", "");
    }
    if (value.string().isEmpty() && value.token() != JsonToken.VALUE_NUMBER_INT) {
      throw HttpError.badRequest(
          shown(value.plain()) + " is not of type 'integer', 'string', 'null'", "");
    }
    BigInteger count = new BigInteger(value.text());
    if (count.signum() < 0) {
      throw HttpError.badRequest("Value must be >= 0 for field 'count'.", "");
    }
    if (count.signum() == 0) {
      throw HttpError.badRequest("Count for " + action + " request cannot be 0.", "");
    }
    return Optional.of(count.bitLength() < Integer.SIZE ? count.intValue() : count);
  }

  /** A value as Python shows it. */
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
