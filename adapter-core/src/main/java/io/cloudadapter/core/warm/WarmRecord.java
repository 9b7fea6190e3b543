package io.cloudadapter.core.warm;

import io.cloudadapter.api.warm.WarmState;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the record of a machine has while the machine is in the warm pool, on its way there, or on its way into service.
 *
 * @param state where it is
 * @param since when it came to that state
 * @param prepared whether its warm-in hooks have ended, so that they are not begun again
 * @param stopping whether the cloud may have been asked to stop it; such a call may still take effect, so the machine
 *     is not taken into service before a list shows that it is stopped
 * @param hooks the tokens of the hooks that it has had on this way; on another way they begin anew
 */
public record WarmRecord(
    WarmState state, Instant since, boolean prepared, boolean stopping, List<UUID> hooks) {

  /** Copies the list; one that was left out when stored is empty. */
  public WarmRecord {
    hooks = hooks == null ? List.of() : List.copyOf(hooks);
  }

  /** Of a machine that a launch for the warm pool has made. */
  public static WarmRecord fresh(Instant now) {
    return new WarmRecord(WarmState.WARMING, now, false, false, List.of());
  }

  /** Of a machine that leaves service for the warm pool. */
  public static WarmRecord returning(Instant now) {
    return new WarmRecord(WarmState.COOLING, now, true, false, List.of());
  }

  /** Of a machine that is ready: no stop of it may still take effect. */
  public static WarmRecord ready(Instant now) {
    return new WarmRecord(WarmState.WARM, now, true, false, List.of());
  }

  /** The same, once its warm-in hooks have ended. */
  public WarmRecord preparedNow() {
    return new WarmRecord(state, since, true, stopping, List.of());
  }

  /** The same, with a hook that it has now. */
  public WarmRecord pausing(UUID token) {
    return new WarmRecord(
        state,
        since,
        prepared,
        stopping,
        Stream.concat(hooks.stream(), Stream.of(token)).toList());
  }

  /** The same, before the cloud is asked to stop it. */
  public WarmRecord stops() {
    return new WarmRecord(state, since, prepared, true, hooks);
  }

  /** The same, taken into service from now on; hooks of a machine that is not prepared yet go on. */
  public WarmRecord wakes(Instant now) {
    return new WarmRecord(WarmState.WAKING, now, prepared, false, prepared ? List.of() : hooks);
  }

  /** Of a machine that did not come into service, and stays in the warm pool. */
  public WarmRecord back(Instant now, boolean stopped) {
    return prepared && stopped
        ? ready(now)
        : new WarmRecord(WarmState.WARMING, now, prepared, false, hooks);
  }

  /** Whether a machine is taken into service, so that it counts as one to come. */
  public static boolean isWaking(@Nullable WarmRecord warm) {
    return warm != null && warm.state() == WarmState.WAKING;
  }
}
