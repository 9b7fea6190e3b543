package io.cloudadapter.server.rest;

import io.cloudadapter.server.http.HttpError;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A body of several fields, read one by one; each that is not what it must be is refused by its name. */
final class JsonObjectReader {
  private final Map<String, @Nullable Object> fields;
  private final String sample;

  private JsonObjectReader(Map<String, @Nullable Object> fields, String sample) {
    this.fields = fields;
    this.sample = sample;
  }

  /**
   * Reads a body.
   *
   * @param body the bytes as sent
   * @param allowed the fields that it may have
   * @param sample a right body, for error details
   * @throws HttpError 400 unless it is an object of these fields, each a single value or an object of texts
   */
  static JsonObjectReader read(byte[] body, List<String> allowed, String sample) {
    return new JsonObjectReader(SingleFieldReader.withTexts(body, allowed, sample), sample);
  }

  /** The same, with another right body for error details. */
  JsonObjectReader like(String other) {
    return new JsonObjectReader(fields, other);
  }

  String text(String name, String allowed) {
    return optionalText(name, allowed).orElseThrow(() -> wrong(name, allowed));
  }

  Optional<String> optionalText(String name, String allowed) {
    if (!fields.containsKey(name)) {
      return Optional.empty();
    }
    if (fields.get(name) instanceof String text) {
      return Optional.of(text);
    }
    throw wrong(name, allowed);
  }

  /** Texts by name; none if the field is not there. */
  Map<String, String> texts(String name) {
    if (!fields.containsKey(name)) {
      return Map.of();
    }
    if (!(fields.get(name) instanceof Map<?, ?> values)) {
      throw wrong(name, "an object of texts");
    }
    Map<String, String> texts = new TreeMap<>();
    values.forEach((key, value) -> texts.put((String) key, (String) value));
    return texts;
  }

  int number(String name, long least, long most) {
    return optionalNumber(name, least, most).orElseThrow(() -> outside(name, least, most));
  }

  Optional<Integer> optionalNumber(String name, long least, long most) {
    if (!fields.containsKey(name)) {
      return Optional.empty();
    }
    if (fields.get(name) instanceof Integer number && number >= least && number <= most) {
      return Optional.of(number);
    }
    throw outside(name, least, most);
  }

  private HttpError outside(String name, long least, long most) {
    return wrong(name, "a whole number from " + least + " to " + most);
  }

  /** A field that is missing, or is not what it must be. */
  HttpError wrong(String name, String allowed) {
    return SingleFieldReader.wrong(name, allowed, fields.get(name), sample);
  }

  /** What is refused for another reason. */
  HttpError refused(String message) {
    return HttpError.badRequest(message, "expected: " + sample);
  }
}
