package io.cloudadapter.core.runtime;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.spi.LoggingEventBuilder;

/** Writes one log line for each pool event, with its fields as key-value pairs for logs that keep them apart. */
final class EventLogLines {
  private EventLogLines() {}

  static void write(Logger log, PoolName pool, PoolEvent event) {
    if (!log.isInfoEnabled()) {
      return;
    }
    LoggingEventBuilder line = log.atInfo();
    for (Map.Entry<String, Object> field : fields(pool, event).entrySet()) {
      line = line.addKeyValue(field.getKey(), field.getValue());
    }
    line.log("pool {}: {}{}: {}", pool, event.kind(), about(event), event.message());
  }

  private static Map<String, Object> fields(PoolName pool, PoolEvent event) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("pool", pool);
    fields.put("event", event.kind());
    fields.put("sequence", event.sequence());
    event.machine().ifPresent(machine -> fields.put("machine", machine));
    event.launch().ifPresent(key -> fields.put("launch", key));
    event.code().ifPresent(code -> fields.put("code", code));
    if (!event.replaces().isEmpty()) {
      fields.put("replaces", event.replaces());
    }
    event.cause().ifPresent(cause -> fields.put("cause", cause));
    event.caller().ifPresent(caller -> {
      fields.put("principal", caller.principal());
      fields.put("api", caller.api());
      caller.requestId().ifPresent(id -> fields.put("request", id));
      caller.traceId().ifPresent(id -> fields.put("trace", id));
    });
    return fields;
  }

  private static String about(PoolEvent event) {
    return event
        .machine()
        .map(machine -> " of machine " + machine)
        .or(() -> event.launch().map(key -> " of launch " + key))
        .orElse("");
  }
}
