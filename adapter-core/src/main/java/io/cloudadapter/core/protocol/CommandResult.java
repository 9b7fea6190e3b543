package io.cloudadapter.core.protocol;

import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ScalingDecision;
import java.time.Instant;
import java.util.UUID;

/** What a command has come to, where there is more to say than that it is done. */
public sealed interface CommandResult {

  /** What policies have decided. */
  record Scaled(ScalingDecision decision) implements CommandResult {}

  /** What a resize has come to. */
  record Resized(ResizeDecision decision) implements CommandResult {}

  /** Which action it has become. */
  record Accepted(UUID action) implements CommandResult {}

  /** Who may work at an action, and until when. */
  record Leased(ActionLease lease) implements CommandResult {}

  /** Until when a hook waits. */
  record Deadline(Instant at) implements CommandResult {}

  /** What becomes of a machine that its group holds. */
  enum Stay implements CommandResult {
    /** It is to be held for longer. */
    LONGER,
    /** It may go on. */
    NO_LONGER,
    /** The machine is not in a pool of this process. */
    NOT_OURS
  }
}
