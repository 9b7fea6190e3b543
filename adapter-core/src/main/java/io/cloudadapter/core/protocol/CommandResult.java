package io.cloudadapter.core.protocol;

import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ScalingDecision;
import java.time.Instant;
import java.util.UUID;

/** The result of a command that has more of one than success. */
public sealed interface CommandResult {

  /** The decision of policies. */
  record Scaled(ScalingDecision decision) implements CommandResult {}

  /** The decision about a resize. */
  record Resized(ResizeDecision decision) implements CommandResult {}

  /** The action that was accepted. */
  record Accepted(UUID action) implements CommandResult {}

  /** The executor that may work at an action, and until when. */
  record Leased(ActionLease lease) implements CommandResult {}

  /** The deadline of a waiting hook. */
  record Deadline(Instant at) implements CommandResult {}

  /** What to do with a machine that waits in its group. */
  enum Stay implements CommandResult {
    /** It is to be held for longer. */
    LONGER,
    /** It may go on. */
    NO_LONGER,
    /** The machine is not in a pool of this process. */
    NOT_OURS
  }
}
