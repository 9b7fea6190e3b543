package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.HookRecord.State;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.StepResult;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Checks what the keeper answers to those who answer or prolong a hook, against the hooks in the ledger (I7). */
final class HookAnswerChecker {
  private final Map<UUID, HookRecord> all;

  HookAnswerChecker(Map<UUID, HookRecord> all) {
    this.all = all;
  }

  /** An answer to a command about a hook is given, once its step is durable. */
  void check(Command command, StepResult.Answer reply) {
    if (command instanceof Command.Answer answer) {
      answered(answer, reply);
    } else if (command instanceof Command.Heartbeat beat) {
      known(beat.token(), reply);
    }
  }

  /** The state of a hook that an answer ends. */
  static State state(Command.Answer answer) {
    return answer.result() == HookResult.CONTINUE ? State.COMPLETED : State.ABANDONED;
  }

  private void answered(Command.Answer answer, StepResult.Answer reply) {
    HookRecord hook = all.get(answer.token());
    Optional<PoolException.Reason> refused = reply.refusal().map(PoolException::reason);
    if (refused.isEmpty()) {
      rule(
          hook != null && hook.state() == state(answer),
          "I7",
          () -> answer + " was accepted, durable is " + hook);
    } else if (refused.get() == PoolException.Reason.CONFLICT) {
      rule(
          hook != null && !hook.waiting() && hook.state() != state(answer),
          "I7",
          () -> answer + " was refused as late, durable is " + hook);
    } else {
      known(answer.token(), reply);
    }
  }

  /** Only what is not known is called so, and nothing else is acknowledged. */
  private void known(UUID token, StepResult.Answer reply) {
    boolean unknown = reply
        .refusal()
        .filter(refusal -> refusal.reason() == PoolException.Reason.NOT_FOUND)
        .isPresent();
    if (unknown || reply.refusal().isEmpty()) {
      rule(
          unknown != all.containsKey(token),
          "I7",
          () -> "hook " + token + " was " + reply + ", durable is " + all.get(token));
    }
  }
}
