package io.cloudadapter.core.ledger;

import io.cloudadapter.api.refresh.RefreshState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's record of a pool's refresh: the one that is under way, or the last one. What is left to do is not in it;
 * it follows from the templates of the machines.
 *
 * @param id its id
 * @param state how far it has come
 * @param reason why it is paused, has failed or was cancelled
 * @param settings how it replaces machines
 * @param template the number of the template that it brings the machines to
 * @param machines how many machines it was for at its start
 * @param checkpoints how many checkpoints it has passed or waits at
 * @param failuresBefore how many machines of the template had failed when it was started or resumed
 * @param ran how long it had run when this was last written
 * @param startedAt when it was started
 * @param startedBy who has started it
 * @param endedAt when it ended
 */
public record RefreshRecord(
    String id,
    RefreshState state,
    @Nullable String reason,
    RefreshSettings settings,
    int template,
    int machines,
    int checkpoints,
    int failuresBefore,
    @Nullable Duration ran,
    Instant startedAt,
    @Nullable String startedBy,
    @Nullable Instant endedAt) {
  /** Why a machine is taken out, before the number of the template. */
  public static final String REASON = "it is refreshed to launch template ";

  public boolean active() {
    return state.active();
  }

  /** How long it had run when this was last written. */
  public Duration ranFor() {
    return ran == null ? Duration.ZERO : ran;
  }

  public RefreshRecord ran(Duration time) {
    return new RefreshRecord(
        id,
        state,
        reason,
        settings,
        template,
        machines,
        checkpoints,
        failuresBefore,
        time,
        startedAt,
        startedBy,
        endedAt);
  }

  public RefreshRecord state(RefreshState next, @Nullable String why) {
    return new RefreshRecord(
        id,
        next,
        why,
        settings,
        template,
        machines,
        checkpoints,
        failuresBefore,
        ran,
        startedAt,
        startedBy,
        endedAt);
  }

  public RefreshRecord checkpoint(int passed) {
    return new RefreshRecord(
        id,
        state,
        reason,
        settings,
        template,
        machines,
        passed,
        failuresBefore,
        ran,
        startedAt,
        startedBy,
        endedAt);
  }

  public RefreshRecord begins(int toReplace, int failures) {
    return new RefreshRecord(
        id,
        state,
        reason,
        settings,
        template,
        toReplace,
        checkpoints,
        failures,
        ran,
        startedAt,
        startedBy,
        endedAt);
  }

  public RefreshRecord forgives(int failures) {
    return new RefreshRecord(
        id,
        state,
        reason,
        settings,
        template,
        machines,
        checkpoints,
        failures,
        ran,
        startedAt,
        startedBy,
        endedAt);
  }

  public RefreshRecord ended(RefreshState end, @Nullable String why, Instant at) {
    return new RefreshRecord(
        id,
        end,
        why,
        settings,
        template,
        machines,
        checkpoints,
        failuresBefore,
        ran,
        startedAt,
        startedBy,
        at);
  }
}
