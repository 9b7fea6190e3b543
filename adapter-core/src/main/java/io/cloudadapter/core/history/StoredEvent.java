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
import org.jspecify.annotations.Nullable;

/**
 * A pool event as it lies in the store.
 *
 * @param seq its number
 * @param first of a repeated fact the first number, otherwise 0
 * @param time when it happened last
 * @param firstTime of a repeated fact when it happened first
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
    Instant time,
    @Nullable Instant firstTime,
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

  /** What is empty was left out when it was stored. */
  StoredEvent {
    replaces = replaces == null ? List.of() : List.copyOf(replaces);
    details = details == null ? Map.of() : details;
    message = message == null ? "" : message;
  }

  long firstSeq() {
    return first == 0 ? seq : first;
  }

  Instant since() {
    return firstTime == null ? time : firstTime;
  }

  boolean is(PoolEventKind wanted) {
    return kind.equals(wanted.name());
  }

  /** Whether another event notes the same fact again. */
  boolean repeatedBy(StoredEvent other) {
    return kind.equals(other.kind)
        && Objects.equals(machine, other.machine)
        && message.equals(other.message)
        && other.numbered(seq, time).equals(numbered(seq, time));
  }

  private StoredEvent numbered(long number, Instant at) {
    return with(number, 0, at, null);
  }

  /** The same, with the numbers and times of a repetition. */
  StoredEvent with(long number, long firstNumber, Instant at, @Nullable Instant firstAt) {
    return new StoredEvent(
        number,
        firstNumber,
        at,
        firstAt,
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
    return new PoolEvent(
        seq,
        firstSeq(),
        time,
        since(),
        kind(kind),
        Optional.ofNullable(machine).map(MachineId::new),
        Optional.ofNullable(launch),
        replaces.stream().map(MachineId::new).toList(),
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

  private static PoolEventKind kind(String name) {
    try {
      return PoolEventKind.valueOf(name);
    } catch (IllegalArgumentException later) {
      return PoolEventKind.OTHER;
    }
  }
}
