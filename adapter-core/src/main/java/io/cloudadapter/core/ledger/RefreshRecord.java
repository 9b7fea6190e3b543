package io.cloudadapter.core.ledger;

import io.cloudadapter.api.refresh.RefreshState;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
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
    return edit(edit -> edit.ran = time);
  }

  public RefreshRecord state(RefreshState next, @Nullable String why) {
    return edit(edit -> {
      edit.state = next;
      edit.reason = why;
    });
  }

  public RefreshRecord checkpoint(int passed) {
    return edit(edit -> edit.checkpoints = passed);
  }

  public RefreshRecord begins(int toReplace, int failures) {
    return edit(edit -> {
      edit.machines = toReplace;
      edit.failuresBefore = failures;
    });
  }

  public RefreshRecord forgives(int failures) {
    return edit(edit -> edit.failuresBefore = failures);
  }

  public RefreshRecord ended(RefreshState end, @Nullable String why, Instant at) {
    return edit(edit -> {
      edit.state = end;
      edit.reason = why;
      edit.endedAt = at;
    });
  }

  private RefreshRecord edit(Consumer<Edit> change) {
    Edit edit = new Edit();
    change.accept(edit);
    return new RefreshRecord(
        id,
        edit.state,
        edit.reason,
        settings,
        template,
        edit.machines,
        edit.checkpoints,
        edit.failuresBefore,
        edit.ran,
        startedAt,
        startedBy,
        edit.endedAt);
  }

  /** The fields that change, open for a moment. */
  private final class Edit {
    private RefreshState state = RefreshRecord.this.state;
    private @Nullable String reason = RefreshRecord.this.reason;
    private int machines = RefreshRecord.this.machines;
    private int checkpoints = RefreshRecord.this.checkpoints;
    private int failuresBefore = RefreshRecord.this.failuresBefore;
    private @Nullable Duration ran = RefreshRecord.this.ran;
    private @Nullable Instant endedAt = RefreshRecord.this.endedAt;
  }
}
