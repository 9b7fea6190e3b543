package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.SafeText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the query of a URL that asks for pool events. One thread at a time may use it. */
final class EventQueryReader {
  private static final List<String> NAMES =
      List.of("since", "until", "machine", "kind", "after", "limit", "watch");

  private final Set<String> given = new HashSet<>();
  private PoolEventQuery query = PoolEventQuery.all();
  private final Set<PoolEventKind> kinds = EnumSet.noneOf(PoolEventKind.class);
  private boolean watches;

  /**
   * What was asked.
   *
   * @param query which events
   * @param watches whether to go on with events to come
   */
  record Asked(PoolEventQuery query, boolean watches) {}

  private EventQueryReader() {}

  /**
   * Reads a query.
   *
   * @throws HttpError 400 with the field, its value and what is allowed
   */
  static Asked read(RequestHead head) {
    EventQueryReader reader = new EventQueryReader();
    String text = head.query().orElse("");
    try {
      for (String pair : text.isEmpty() ? new String[0] : text.split("&", -1)) {
        String[] parts = pair.split("=", 2);
        reader.take(parts[0], parts.length == 2 ? decoded(parts[1]) : "");
      }
      Optional<String> last = head.header("Last-Event-ID");
      if (last.isPresent() && reader.watches) {
        reader.query = reader.query.after(last.get());
      }
      return new Asked(reader.whole(), reader.watches);
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(SafeText.bare(String.valueOf(e.getMessage()), 300), "");
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private PoolEventQuery whole() {
    return new PoolEventQuery(
        query.since(), query.until(), query.machine(), kinds, query.after(), query.limit());
  }

  private void take(String name, String value) {
    if (!NAMES.contains(name)) {
      throw HttpError.badRequest(
          "the query may have " + String.join(", ", NAMES) + ", had " + SafeText.quoted(name), "");
    }
    if (!given.add(name) && !name.equals("kind")) {
      throw HttpError.badRequest(name + " may be given once, was given again", "");
    }
    switch (name) {
      case "since" -> query = query.since(time(name, value));
      case "until" -> query = query.until(time(name, value));
      case "machine" -> query = query.machine(new MachineId(value));
      case "kind" -> {
        for (String word : value.split(",", -1)) {
          kinds.add(kind(word));
        }
      }
      case "after" -> query = query.after(value);
      case "limit" -> query = query.limit(limit(value));
      default -> {
        if (!value.equals("true") && !value.equals("false")) {
          throw HttpError.badRequest(
              "watch must be true or false, was " + SafeText.quoted(value), "");
        }
        watches = value.equals("true");
      }
    }
  }

  private static Instant time(String name, String value) {
    try {
      return DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(value, Instant::from);
    } catch (DateTimeException e) {
      throw HttpError.badRequest(
          name + " must be a time such as 2026-11-28T22:00:00Z, was " + SafeText.quoted(value), "");
    }
  }

  private static int limit(String value) {
    if (!value.matches("[0-9]{1,6}")) {
      throw HttpError.badRequest(
          "limit must be 1 to " + PoolEventQuery.MOST + ", was " + SafeText.quoted(value), "");
    }
    return Integer.parseInt(value);
  }

  private static PoolEventKind kind(String word) {
    for (PoolEventKind kind : PoolEventKind.values()) {
      if (kind.name().equals(word)) {
        return kind;
      }
    }
    throw HttpError.badRequest(
        "kind must be one of " + List.of(PoolEventKind.values()) + ", was " + SafeText.quoted(word),
        "");
  }
}
