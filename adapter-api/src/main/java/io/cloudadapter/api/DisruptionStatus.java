package io.cloudadapter.api;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The account of disruption of a pool: how many machines are unavailable, and what the pool may take out of service by
 * itself. Immutable; any number of threads may use it.
 *
 * @param unavailable how many machines are on their way out or under an action that disrupts them, or, if that is
 *     more, how many healthy machines the desired size lacks
 * @param maxUnavailable how many may be for all reasons together; empty if there is no limit
 * @param reasons each reason, in the order of {@link DisruptionReason}
 */
public record DisruptionStatus(int unavailable, OptionalInt maxUnavailable, List<Reason> reasons) {

  /** Copies the list. */
  public DisruptionStatus {
    Objects.requireNonNull(maxUnavailable, "maxUnavailable");
    reasons = List.copyOf(reasons);
  }

  /**
   * By how much the limit of all reasons together is exceeded. What callers ask for and what the cloud does is held
   * back by none.
   *
   * @return 0 or more
   */
  public int exceededBy() {
    return maxUnavailable.isEmpty() ? 0 : Math.max(0, unavailable - maxUnavailable.getAsInt());
  }

  /**
   * The account of one reason.
   *
   * @param reason why machines are unavailable
   * @param unavailable how many are for this reason
   * @param limit how many may be; empty if there is no limit
   * @param open whether work may begin, by the windows
   * @param until when the windows close, if they are open and close within the next days
   * @param opens when a window opens, if none is open
   * @param window the name of the window that is open, or that opens next; empty if no window is for this reason
   */
  public record Reason(
      DisruptionReason reason,
      int unavailable,
      OptionalInt limit,
      boolean open,
      Optional<Instant> until,
      Optional<Instant> opens,
      Optional<String> window) {

    /** Checks that nothing is missing. */
    public Reason {
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(limit, "limit");
      Objects.requireNonNull(until, "until");
      Objects.requireNonNull(opens, "opens");
      Objects.requireNonNull(window, "window");
    }
  }
}
