package io.cloudadapter.api.hook;

import io.cloudadapter.api.MachineId;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * A pause that lasts.
 *
 * @param token what to answer by; not for everybody's eyes
 * @param machine whose pause it is
 * @param transition what the machine is about to do
 * @param hook the name of the hook
 * @param since when the pause began
 * @param deadline when it ends if nobody answers; heartbeats put it off
 * @param limit the latest that heartbeats put it off to
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

  /** Says nothing of the token, which logs must not show. */
  @Override
  public String toString() {
    return "hook " + hook + " of machine " + machine + ", " + transition.word() + ", until "
        + deadline;
  }
}
