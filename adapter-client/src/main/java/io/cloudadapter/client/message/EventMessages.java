package io.cloudadapter.client.message;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.event.EventCaller;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes and reads pool events, the pages in which they come, and the queries that ask for them. */
public final class EventMessages {
  private EventMessages() {}

  /** Writes an event. */
  public static Map<String, Object> event(PoolEvent event) {
    boolean repeated = event.count() > 1;
    return MessageFields.of(
        "sequence", event.sequence(),
        "firstSequence", repeated ? Optional.of(event.firstSequence()) : Optional.empty(),
        "time", event.time(),
        "firstTime", repeated ? Optional.of(event.firstTime()) : Optional.empty(),
        "kind", event.kind().name(),
        "machine", event.machine(),
        "launch", event.launch(),
        "replaces", event.replaces().stream().map(MachineId::value).toList(),
        "cause", event.cause(),
        "caller", event.caller().map(EventMessages::caller),
        "code", event.code(),
        "message", event.message(),
        "details", new TreeMap<>(event.details()));
  }

  private static Map<String, Object> caller(EventCaller caller) {
    return MessageFields.of(
        "principal", caller.principal(),
        "api", caller.api(),
        "requestId", caller.requestId(),
        "traceId", caller.traceId());
  }

  /** Reads an event. */
  static PoolEvent event(JsonFields event) {
    long sequence = event.number("sequence");
    return new PoolEvent(
        sequence,
        event.has("firstSequence") ? event.number("firstSequence") : sequence,
        event.time("time"),
        event.optionalTime("firstTime").orElseGet(() -> event.time("time")),
        kind(event.text("kind")),
        event.optionalText("machine").map(MachineId::new),
        event.optionalText("launch"),
        event.texts("replaces").stream().map(MachineId::new).toList(),
        event.has("cause") ? OptionalLong.of(event.number("cause")) : OptionalLong.empty(),
        event.has("caller") ? Optional.of(caller(event.at("caller"))) : Optional.empty(),
        event.optionalText("code"),
        event.text("message"),
        event.freeForm("details"));
  }

  /** A later server may have further kinds. */
  private static PoolEventKind kind(String name) {
    for (PoolEventKind kind : PoolEventKind.values()) {
      if (kind.name().equals(name)) {
        return kind;
      }
    }
    return PoolEventKind.OTHER;
  }

  private static EventCaller caller(JsonFields caller) {
    return new EventCaller(
        caller.text("principal"),
        caller.text("api"),
        caller.optionalText("requestId"),
        caller.optionalText("traceId"));
  }

  /** Writes a page. */
  public static Map<String, Object> page(PoolEventPage page) {
    return MessageFields.of(
        "events", MessageFields.each(page.events(), EventMessages::event),
        "cursor", page.cursor(),
        "more", page.more(),
        "oldest", page.oldest());
  }

  /** Reads a page. */
  public static PoolEventPage page(JsonFields page) {
    return new PoolEventPage(
        page.list("events").stream().map(EventMessages::event).toList(),
        page.text("cursor"),
        page.flag("more"),
        page.has("oldest") ? Optional.of(page.number("oldest")) : Optional.empty());
  }

  /** Writes a query as the query of a URL. */
  public static String query(PoolEventQuery query) {
    List<String> parts = new ArrayList<>();
    query.since().ifPresent(time -> parts.add("since=" + encoded(Timestamps.format(time))));
    query.until().ifPresent(time -> parts.add("until=" + encoded(Timestamps.format(time))));
    query.machine().ifPresent(machine -> parts.add("machine=" + encoded(machine.value())));
    new TreeSet<>(query.kinds()).forEach(kind -> parts.add("kind=" + kind.name()));
    query.after().ifPresent(cursor -> parts.add("after=" + encoded(cursor)));
    parts.add("limit=" + query.limit());
    return String.join("&", parts);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
