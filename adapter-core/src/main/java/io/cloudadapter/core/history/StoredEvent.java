package io.cloudadapter.core.history;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.event.EventCaller;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pool event as it lies in the store.
 *
 * @param seq its number
 * @param first of a repeated fact the first number, otherwise 0
 * @param at when it happened last, in microseconds since 1970
 * @param firstAt of a repeated fact when it happened first, otherwise 0
 * @param kind the kind's name
 * @param machine the machine that it is about
 * @param launch the launch key
 * @param replaces the machines in whose place something comes
 * @param cause the number of the event that it follows from, or 0
 * @param principal who asked
 * @param api by which way
 * @param request the request's id
 * @param trace the request's trace
 * @param code a word for programs
 * @param message a sentence for people
 * @param details more facts
 * @param vacates whether the pool is one machine short by it, so that a launch will come in its place
 */
record StoredEvent(
    long seq,
    long first,
    long at,
    long firstAt,
    String kind,
    @Nullable String machine,
    @Nullable String launch,
    List<String> replaces,
    long cause,
    @Nullable String principal,
    @Nullable String api,
    @Nullable String request,
    @Nullable String trace,
    @Nullable String code,
    String message,
    Map<String, String> details,
    boolean vacates) {
  private static final Map<String, PoolEventKind> KINDS = Stream.of(PoolEventKind.values())
      .collect(Collectors.toMap(PoolEventKind::name, kind -> kind));

  /** What is empty was left out when it was stored. */
  StoredEvent {
    replaces = replaces == null ? List.of() : List.copyOf(replaces);
    details = details == null ? Map.of() : details;
    message = message == null ? "" : message;
  }

  long firstSeq() {
    return first == 0 ? seq : first;
  }

  Instant time() {
    return instant(at);
  }

  long since() {
    return firstAt == 0 ? at : firstAt;
  }

  Instant firstTime() {
    return instant(since());
  }

  private static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000), Math.floorMod(micros, 1_000_000) * 1_000L);
  }

  static long micros(Instant time) {
    return time.getEpochSecond() * 1_000_000 + time.getNano() / 1_000;
  }

  boolean is(PoolEventKind wanted) {
    return kind.equals(wanted.name());
  }

  /** Whether another event notes the same fact again. */
  boolean repeatedBy(StoredEvent other) {
    return kind.equals(other.kind)
        && Objects.equals(machine, other.machine)
        && message.equals(other.message)
        && other.numbered(seq, at).equals(numbered(seq, at));
  }

  private StoredEvent numbered(long number, long time) {
    return with(number, 0, time, 0);
  }

  /** The same, with the numbers and times of a repetition. */
  StoredEvent with(long number, long firstNumber, long time, long firstTime) {
    return new StoredEvent(
        number,
        firstNumber,
        time,
        firstTime,
        kind,
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

  PoolEvent shown() {
    Instant last = time();
    return new PoolEvent(
        seq,
        firstSeq(),
        last,
        firstAt == 0 ? last : firstTime(),
        kind(kind),
        Optional.ofNullable(machine).map(MachineId::new),
        Optional.ofNullable(launch),
        replaces.isEmpty() ? List.of() : replaces.stream().map(MachineId::new).toList(),
        cause == 0 ? OptionalLong.empty() : OptionalLong.of(cause),
        Optional.ofNullable(principal)
            .map(who -> new EventCaller(
                who,
                api == null ? "java" : api,
                Optional.ofNullable(request),
                Optional.ofNullable(trace))),
        Optional.ofNullable(code),
        message,
        details);
  }

  /** The kind of a name; a later version may have written one that this one does not know. */
  static PoolEventKind kind(String name) {
    return KINDS.getOrDefault(name, PoolEventKind.OTHER);
  }
}
