package io.cloudadapter.api.reload;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * What came of a reload of the configuration.
 *
 * @param time when it was done
 * @param outcome what it did
 * @param errors why it was refused or stopped, each with the path of the key, the value and what is allowed
 * @param created the pools that are new, by name
 * @param updated the pools that changed, by name
 * @param removed the pools that are no longer in the file, by name; their machines run on
 * @param restart the keys whose change takes effect after a restart only, such as {@code server.port}
 */
public record ReloadResult(
    Instant time,
    ReloadOutcome outcome,
    List<String> errors,
    List<String> created,
    List<String> updated,
    List<String> removed,
    List<String> restart) {

  /** Copies the lists. */
  public ReloadResult {
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(outcome, "outcome");
    errors = List.copyOf(errors);
    created = List.copyOf(created);
    updated = List.copyOf(updated);
    removed = List.copyOf(removed);
    restart = List.copyOf(restart);
  }

  /**
   * Whether the file that is there is in effect, as far as it can be without a restart.
   *
   * @return false after an error
   */
  public boolean successful() {
    return outcome == ReloadOutcome.UNCHANGED
        || outcome == ReloadOutcome.RESTART_NEEDED
        || outcome == ReloadOutcome.APPLIED;
  }
}
