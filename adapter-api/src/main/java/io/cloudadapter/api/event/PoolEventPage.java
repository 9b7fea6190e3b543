package io.cloudadapter.api.event;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One page of a pool's history.
 *
 * @param events the events that match the query, oldest first; may be empty although more follow
 * @param cursor where the next page begins, and where a later query resumes without gap or repetition
 * @param more whether the history held further events to look at when this page was read
 * @param oldest the sequence number of the oldest event after which none is missing; empty if there is none. Events
 *     before it are those that explain what is there, such as the launch of a machine that lives on.
 */
public record PoolEventPage(
    List<PoolEvent> events, String cursor, boolean more, Optional<Long> oldest) {

  /** Copies the list. */
  public PoolEventPage {
    events = List.copyOf(events);
    Objects.requireNonNull(cursor, "cursor");
    Objects.requireNonNull(oldest, "oldest");
  }
}
