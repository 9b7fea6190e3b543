package io.cloudadapter.api.hook;

import io.cloudadapter.api.MachineId;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * A lifecycle hook of one machine that has begun and not ended.
 *
 * @param token completes it; keep it confidential
 * @param machine the machine that waits
 * @param transition the change of the machine's life in which it waits
 * @param hook the name of the hook
 * @param since when it began to wait
 * @param deadline when it ends if nothing completes it; heartbeats extend it
 * @param limit the latest deadline that heartbeats can set
 * @param told whether the receiver has got the message
 */
public record WaitingHook(
    UUID token,
    MachineId machine,
    LifecycleTransition transition,
    String hook,
    Instant since,
    Instant deadline,
    Instant limit,
    boolean told) {

  /** Checks that nothing is null. */
  public WaitingHook {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(transition, "transition");
    Objects.requireNonNull(hook, "hook");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(deadline, "deadline");
    Objects.requireNonNull(limit, "limit");
  }

  /** Leaves the token out, because logs must not show it. */
  @Override
  public String toString() {
    return "hook " + hook + " of machine " + machine + ", " + transition.word() + ", until "
        + deadline;
  }
}
