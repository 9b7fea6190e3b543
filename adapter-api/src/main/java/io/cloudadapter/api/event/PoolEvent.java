package io.cloudadapter.api.event;

import io.cloudadapter.api.MachineId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One fact of a pool's history. It is durable together with what it is about.
 *
 * <p>The sequence gives the order, and has no holes. The time is for people, since a clock may jump. A fact that is
 * noted again, with nothing else between, is one event, which then stands for several sequence numbers.
 *
 * @param sequence its number in the pool's history, 1 or more; of a repeated fact, the last one
 * @param firstSequence of a repeated fact the first number, otherwise {@code sequence}
 * @param time when it happened; of a repeated fact, the last time
 * @param firstTime of a repeated fact the first time, otherwise {@code time}
 * @param kind what happened
 * @param machine the machine that it is about, if it is about one
 * @param launch the launch key, if it is about a launch or a machine that a launch made
 * @param replaces machines in whose place a launch or a machine comes; empty if it comes in no other's place
 * @param cause the sequence number of the event that this one follows from, if that is known
 * @param caller whose request led to it, if one did directly
 * @param code a word for programs, such as an alarm's code or the kind of a cloud's error; empty if there is none
 * @param message a sentence for people, at most 1,024 characters, without secrets
 * @param details more facts for programs, such as {@code before} and {@code after}
 */
public record PoolEvent(
    long sequence,
    long firstSequence,
    Instant time,
    Instant firstTime,
    PoolEventKind kind,
    Optional<MachineId> machine,
    Optional<String> launch,
    List<MachineId> replaces,
    OptionalLong cause,
    Optional<EventCaller> caller,
    Optional<String> code,
    String message,
    Map<String, String> details) {

  /** The longest message, in characters. */
  public static final int MOST_MESSAGE = 1_024;

  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if the sequence numbers are not 1 or more and in order
   */
  public PoolEvent {
    if (firstSequence < 1 || sequence < firstSequence) {
      throw new IllegalArgumentException(
          "firstSequence must be 1 to the sequence, " + sequence + ", was " + firstSequence);
    }
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(firstTime, "firstTime");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(launch, "launch");
    replaces = List.copyOf(replaces);
    Objects.requireNonNull(cause, "cause");
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(message, "message");
    details = Map.copyOf(details);
  }

  /**
   * Returns how often the fact was noted.
   *
   * @return 1 or more
   */
  public long count() {
    return sequence - firstSequence + 1;
  }
}
