package io.cloudadapter.core.history;

import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.core.protocol.CommandSender;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A pool event that has no number yet. One thread at a time may use it. */
final class EventDraft {
  /** A details' value that is longer is cut. */
  private static final int MOST_VALUE = 256;

  /** The way in of the metrics that the library reads itself. */
  private static final String METRIC = "metric";

  private final PoolEventKind kind;
  private final String message;
  private final Map<String, String> details = new TreeMap<>();
  private @Nullable String machine;
  private @Nullable String launch;
  private @Nullable String code;
  private @Nullable String principal;
  private @Nullable String api;
  private @Nullable String request;
  private @Nullable String trace;
  private boolean vacates;
  private int machines;

  EventDraft(PoolEventKind kind, String message) {
    this.kind = kind;
    this.message = oneLine(message, PoolEvent.MOST_MESSAGE);
  }

  private static String oneLine(String text, int most) {
    boolean clean = true; // In a loop, since each event asks several times.
    for (int i = 0; i < text.length() && clean; i++) {
      clean = !Character.isISOControl(text.charAt(i));
    }
    String plain = clean ? text : text.replaceAll("\\p{Cntrl}+", " ");
    return plain.length() <= most ? plain : plain.substring(0, most - 1) + "…";
  }

  EventDraft machine(String id) {
    machine = id;
    return this;
  }

  EventDraft launch(@Nullable String key) {
    launch = key;
    return this;
  }

  EventDraft code(@Nullable String word) {
    code = word;
    return this;
  }

  EventDraft detail(String name, @Nullable Object value) {
    if (value != null && !value.toString().isEmpty()) {
      details.put(name, oneLine(value.toString(), MOST_VALUE));
    }
    return this;
  }

  EventDraft change(String name, @Nullable Object before, @Nullable Object after) {
    return detail(name + ".before", before).detail(name + ".after", after);
  }

  EventDraft by(Optional<CommandSender> caller) {
    caller.ifPresent(sender -> {
      principal = sender.name().isEmpty() ? "java" : sender.name();
      api = sender.api();
      request = sender.requestId().orElse(null);
      trace = sender
          .trace()
          .filter(t -> t.length() >= 35)
          .map(t -> t.substring(3, 35))
          .orElse(null);
    });
    return this;
  }

  /** The policy or schedule that has decided; it is the caller if no person or program was. */
  EventDraft decidedBy(String name) {
    if (principal == null) {
      principal = name;
      api = "schedule";
    } else if (METRIC.equals(api)) {
      detail("metric", principal.substring(principal.indexOf(':') + 1));
      principal = name;
    }
    return detail("decidedBy", name);
  }

  EventDraft vacates(boolean isShort) {
    vacates = isShort;
    return this;
  }

  /** How many machines a launch is for. */
  EventDraft machines(int count) {
    machines = count;
    return this;
  }

  PoolEventKind kind() {
    return kind;
  }

  int machines() {
    return machines;
  }

  @Nullable
  String machineId() {
    return machine;
  }

  @Nullable
  String launchKey() {
    return launch;
  }

  StoredEvent numbered(long number, Instant at, List<String> replaces, long cause) {
    return new StoredEvent(
        number,
        0,
        StoredEvent.micros(at),
        0,
        kind.name(),
        machine,
        launch,
        replaces,
        cause,
        principal,
        api,
        request,
        trace,
        code,
        message,
        details,
        vacates);
  }
}
