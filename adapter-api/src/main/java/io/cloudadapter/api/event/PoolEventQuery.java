package io.cloudadapter.api.event;

import io.cloudadapter.api.MachineId;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A question about a pool's history: which events, from where on, and how many at once. Immutable.
 *
 * @param since only events from this time on
 * @param until only events before this time
 * @param machine only events about this machine, and those of launches in its place
 * @param kinds only events of these kinds; empty for all
 * @param after only events after this cursor of an earlier page
 * @param limit the most events of a page, 1 to {@value #MOST}
 */
public record PoolEventQuery(
    Optional<Instant> since,
    Optional<Instant> until,
    Optional<MachineId> machine,
    Set<PoolEventKind> kinds,
    Optional<String> after,
    int limit) {
  /** The most events of a page. */
  public static final int MOST = 1_000;

  /** The events of a page unless a query says otherwise. */
  public static final int USUAL = 100;

  private static final Pattern CURSOR = Pattern.compile("[0-9a-f]{16}-k?(0|[1-9][0-9]{0,17})");
  private static final PoolEventQuery ALL = new PoolEventQuery(
      Optional.empty(), Optional.empty(), Optional.empty(), Set.of(), Optional.empty(), USUAL);

  /**
   * Checks the fields and copies the set.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public PoolEventQuery {
    if (limit < 1 || limit > MOST) {
      throw new IllegalArgumentException("limit must be 1 to " + MOST + ", was " + limit);
    }
    if (since.isPresent() && until.isPresent() && !since.get().isBefore(until.get())) {
      throw new IllegalArgumentException(
          "until must be after since, " + since.get() + ", was " + until.get());
    }
    Objects.requireNonNull(machine, "machine");
    kinds = Set.copyOf(kinds);
    if (after.isPresent() && !CURSOR.matcher(after.get()).matches()) {
      throw new IllegalArgumentException(
          "after must be the cursor of an earlier page, 16 hexadecimal digits, a hyphen, perhaps k, and a"
              + " number, was "
              + after.get().substring(0, Math.min(64, after.get().length())));
    }
  }

  /**
   * Asks for all events, {@value #USUAL} at a time.
   *
   * @return the query
   */
  public static PoolEventQuery all() {
    return ALL;
  }

  /**
   * Asks for events from a time on.
   *
   * @param time the earliest time
   * @return another query
   */
  public PoolEventQuery since(Instant time) {
    return new PoolEventQuery(Optional.of(time), until, machine, kinds, after, limit);
  }

  /**
   * Asks for events before a time.
   *
   * @param time the time, after that of {@link #since}
   * @return another query
   */
  public PoolEventQuery until(Instant time) {
    return new PoolEventQuery(since, Optional.of(time), machine, kinds, after, limit);
  }

  /**
   * Asks for the events about one machine.
   *
   * @param id which
   * @return another query
   */
  public PoolEventQuery machine(MachineId id) {
    return new PoolEventQuery(since, until, Optional.of(id), kinds, after, limit);
  }

  /**
   * Asks for events of some kinds.
   *
   * @param first one of them
   * @param others the others
   * @return another query
   */
  public PoolEventQuery kinds(PoolEventKind first, PoolEventKind... others) {
    return new PoolEventQuery(since, until, machine, EnumSet.of(first, others), after, limit);
  }

  /**
   * Resumes after an earlier page.
   *
   * @param cursor of that page
   * @return another query
   */
  public PoolEventQuery after(String cursor) {
    return new PoolEventQuery(since, until, machine, kinds, Optional.of(cursor), limit);
  }

  /**
   * Asks for pages of another length.
   *
   * @param most events of a page, 1 to {@value #MOST}
   * @return another query
   */
  public PoolEventQuery limit(int most) {
    return new PoolEventQuery(since, until, machine, kinds, after, most);
  }

  /**
   * Returns whether an event is asked for, its place in the history aside.
   *
   * @param event any event
   * @return whether kind, machine and time match
   */
  public boolean matches(PoolEvent event) {
    return (kinds.isEmpty() || kinds.contains(event.kind()))
        && (machine.isEmpty()
            || event.machine().equals(machine)
            || event.replaces().contains(machine.get()))
        && (since.isEmpty() || !event.time().isBefore(since.get()))
        && (until.isEmpty() || event.firstTime().isBefore(until.get()));
  }
}
