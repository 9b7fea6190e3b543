package io.cloudadapter.server.senlin;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.server.http.HttpReply;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One resource in the form of Senlin: fields by name, in order, with the id and the name among them. */
final class ResourceRow {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

  ResourceRow(String id, String name) {
    put("id", id).put("name", name);
  }

  /** A resource that has no name of its own. */
  ResourceRow(String id) {
    put("id", id);
  }

  ResourceRow put(String field, @Nullable Object value) {
    fields.put(field, value);
    return this;
  }

  ResourceRow time(String field, Optional<Instant> time) {
    return put(field, time.map(ResourceRow::text).orElse(null));
  }

  String id() {
    return text("id");
  }

  /** A field as text, empty if it is null or not there. */
  String text(String field) {
    Object value = fields.get(field);
    return value == null ? "" : value.toString();
  }

  /** As Senlin writes times: whole seconds, UTC. */
  static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static HttpReply one(int status, String key, ResourceRow row) {
    return reply(status, Map.of(key, row.fields));
  }

  static HttpReply many(String key, List<ResourceRow> rows) {
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    rows.forEach(row -> all.add(row.fields));
    return reply(200, Map.of(key, all));
  }

  static HttpReply reply(int status, Map<String, ?> document) {
    return HttpReply.json(status, json -> write(json, document));
  }

  static void write(JsonGenerator json, Map<String, ?> document) throws IOException {
    JSON.writeValue(json, document);
  }
}
