package io.cloudadapter.cli.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.client.message.MessageFields;
import io.cloudadapter.client.message.PoolMessages;
import java.io.UncheckedIOException;
import java.util.Map;

/** Prints output for programs: the messages of the REST API, with additional fields. */
public final class JsonOutput {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private JsonOutput() {}

  static String text(Object value) {
    return written(MAPPER.writerWithDefaultPrettyPrinter(), value);
  }

  /** The same on one line. */
  public static String line(Object value) {
    return written(MAPPER.writer(), value);
  }

  private static String written(ObjectWriter writer, Object value) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("maps, lists and texts can always be written", e);
    }
  }

  /** The same as maps, lists, texts, numbers and truth values only. */
  static Object plain(Object value) {
    return MAPPER.convertValue(value, Object.class);
  }

  /** The machine pool message, with the status beside. */
  public static Map<String, Object> view(PoolView view) {
    Map<String, Object> fields = PoolMessages.status(view);
    fields.put("machines", PoolMessages.machines(view));
    return fields;
  }

  /** Fields in this order: name, value, name, value, … */
  public static Map<String, Object> fields(Object... namesAndValues) {
    return MessageFields.of(namesAndValues);
  }
}
