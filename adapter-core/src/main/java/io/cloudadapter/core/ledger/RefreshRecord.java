package io.cloudadapter.core.ledger;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
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
 * @param previous the number of the template that most of the machines had at its start; for one for age, or in which
 *     no machine differed, that of the refresh before, if that had the same template; 0 if that is unknown
 * @param rejected the number of the template that a rollback takes machines back from; 0 unless it rolls back
 * @param machines how many machines it was for at its start, or at the start of its rollback
 * @param checkpoints how many checkpoints it has passed or waits at
 * @param failuresBefore how many machines of the template had failed when it was started or resumed
 * @param ran how long it had run when this was last written
 * @param startedAt when it was started
 * @param startedBy who has started it
 * @param endedAt when it ended
 * @param cause why it was started; null if a caller asked for it
 * @param insteadOf the cause of the refresh that gave way to it, or to one before it, and has not gone on since; null
 *     if none did
 */
public record RefreshRecord(
    String id,
    RefreshState state,
    @Nullable String reason,
    RefreshSettings settings,
    int template,
    int previous,
    int rejected,
    int machines,
    int checkpoints,
    int failuresBefore,
    @Nullable Duration ran,
    Instant startedAt,
    @Nullable String startedBy,
    @Nullable Instant endedAt,
    @Nullable RefreshCause cause,
    @Nullable RefreshCause insteadOf) {
  /** Why a machine is taken out, before the number of the template. */
  public static final String REASON = "it is refreshed to launch template ";

  private static final String DRIFTS = ", since it drifts";
  private static final String IS_OLD = ", since it has reached its greatest age";

  /** Whether a machine was taken out for this reason by a refresh that has started by itself. */
  public static boolean isAutomatic(@Nullable String reason) {
    return reason != null
        && reason.startsWith(REASON)
        && (reason.endsWith(DRIFTS) || reason.endsWith(IS_OLD));
  }

  /** Why it takes out a machine. */
  public String why() {
    return REASON
        + template
        + (!isAutomatic() ? "" : reasonToStart() == RefreshCause.DRIFT ? DRIFTS : IS_OLD);
  }

  public RefreshCause reasonToStart() {
    RefreshCause known = cause;
    return known == null ? RefreshCause.REQUEST : known;
  }

  /** Whether it has started by itself. A rollback is no part of a share of the day. */
  public boolean isAutomatic() {
    return reasonToStart() != RefreshCause.REQUEST && !isRollback();
  }

  /** Why the machines that it takes out are unavailable. A rollback is no work that has started by itself. */
  public DisruptionReason disruption() {
    return isAutomatic() ? disruption(reasonToStart()) : DisruptionReason.REFRESH;
  }

  /** Why machines that a refresh of a cause takes out are unavailable. */
  public static DisruptionReason disruption(RefreshCause cause) {
    return switch (cause) {
      case REQUEST -> DisruptionReason.REFRESH;
      case DRIFT -> DisruptionReason.DRIFT;
      case LIFETIME -> DisruptionReason.LIFETIME;
    };
  }

  /** The same, which starts by itself. */
  public RefreshRecord by(RefreshCause reason, Instant at) {
    return new RefreshRecord(
        id,
        state,
        this.reason,
        settings,
        template,
        previous,
        rejected,
        machines,
        checkpoints,
        failuresBefore,
        ran,
        at,
        startedBy,
        endedAt,
        reason,
        insteadOf);
  }

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

  /** One that is about to start. */
  public static RefreshRecord starting(
      String id, RefreshSettings how, int template, int previous, Instant at, String by) {
    return new RefreshRecord(
        id,
        RefreshState.RUNNING,
        null,
        how,
        template,
        previous,
        0,
        0,
        0,
        0,
        Duration.ZERO,
        at,
        by,
        null,
        null,
        null);
  }

  /** The same, to be started again under another id. */
  public RefreshRecord anew(String another, Instant at, String by) {
    return new RefreshRecord(
        another,
        state,
        reason,
        settings,
        template,
        previous,
        rejected,
        machines,
        checkpoints,
        failuresBefore,
        ran,
        at,
        by,
        null,
        null,
        null);
  }

  /** Whether it goes back to an earlier template, or has done so. */
  public boolean isRollback() {
    return rejected > 0;
  }

  /** Whether it takes out machines at present. */
  public boolean moves() {
    return state == RefreshState.RUNNING || state == RefreshState.ROLLING_BACK;
  }

  /** The state in which it takes out machines. */
  public RefreshState moving() {
    return isRollback() ? RefreshState.ROLLING_BACK : RefreshState.RUNNING;
  }

  public RefreshRecord template(int number) {
    return edit(edit -> edit.template = number);
  }

  public RefreshRecord begins(int toReplace, int failures) {
    return edit(edit -> {
      edit.machines = toReplace;
      edit.failuresBefore = failures;
    });
  }

  /**
   * The same as it begins by itself after another one. If that one gave way to it, or another one did to that one, the
   * machines that failed before count on: else a template that fails would be forgiven each time.
   *
   * @param last the refresh before
   * @param gaveWay whether that one gives way to this one
   * @param failures how many machines of the template have failed until now
   */
  public RefreshRecord after(Optional<RefreshRecord> last, boolean gaveWay, int failures) {
    Optional<RefreshRecord> chain = last.filter(before -> before.isAutomatic()
        && before.template() == template
        && (gaveWay || (before.insteadOf() != null && before.state() == RefreshState.SUCCEEDED)));
    return edit(edit -> {
      edit.failuresBefore = chain.map(RefreshRecord::failuresBefore).orElse(failures);
      @Nullable
      RefreshCause waits = chain
          .map(before -> before.insteadOf() == null ? before.reasonToStart() : before.insteadOf())
          .orElse(null);
      edit.insteadOf = waits == reasonToStart() ? null : waits;
    });
  }

  /**
   * The same refresh on its way back.
   *
   * @param number the number under which the earlier template is the present one again
   * @param why why it goes back
   */
  public RefreshRecord rollsBack(int number, String why) {
    return edit(edit -> {
      edit.state = RefreshState.ROLLING_BACK;
      edit.reason = why;
      edit.rejected = template;
      edit.template = number;
      edit.failuresBefore = 0;
      edit.ran = null;
      edit.endedAt = null;
    });
  }

  /** A rollback that did not come all the way back goes on. */
  public RefreshRecord rollsBackAgain(String why) {
    return edit(edit -> {
      edit.state = RefreshState.ROLLING_BACK;
      edit.reason = why;
      edit.ran = null;
      edit.endedAt = null;
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
        edit.template,
        previous,
        edit.rejected,
        edit.machines,
        edit.checkpoints,
        edit.failuresBefore,
        edit.ran,
        startedAt,
        startedBy,
        edit.endedAt,
        cause,
        edit.insteadOf);
  }

  /** The fields that change, open for a moment. */
  private final class Edit {
    private RefreshState state = RefreshRecord.this.state;
    private @Nullable String reason = RefreshRecord.this.reason;
    private int template = RefreshRecord.this.template;
    private int rejected = RefreshRecord.this.rejected;
    private int machines = RefreshRecord.this.machines;
    private int checkpoints = RefreshRecord.this.checkpoints;
    private int failuresBefore = RefreshRecord.this.failuresBefore;
    private @Nullable Duration ran = RefreshRecord.this.ran;
    private @Nullable Instant endedAt = RefreshRecord.this.endedAt;
    private @Nullable RefreshCause insteadOf = RefreshRecord.this.insteadOf;
  }
}
