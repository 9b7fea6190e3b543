package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.core.ledger.AwaitedReply;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.quota.QuotaShortfall;
import java.time.Duration;
import java.util.Optional;

/** A command that waits for its answer. */
public final class PendingCommand {
  private final Ledger ledger;
  private final CurrentStep step;
  private final IdempotencyCache idempotency;
  private final Command command;
  private final CommandSender caller;

  public PendingCommand(
      Ledger ledger, CurrentStep step, IdempotencyCache idempotency, Event.Asked asked) {
    this.ledger = ledger;
    this.step = step;
    this.idempotency = idempotency;
    this.command = asked.command();
    this.caller = asked.caller();
  }

  public Command command() {
    return command;
  }

  /** Who asked. */
  public String caller() {
    return caller.name();
  }

  /** It is done, once this atom is durable; what its key stands for is written down with it. */
  public void accept() {
    idempotency.acknowledge(command, caller, Optional.empty());
    step.answer(caller, Optional.empty());
  }

  /** What is kept of its key until it is done; empty if it has none. */
  public Optional<AwaitedReply> awaited() {
    return idempotency.awaited(command, caller);
  }

  /** It is done, and what its key stands for is written down already. */
  public void answer() {
    step.answer(caller, Optional.empty());
  }

  /** The same, and there is something to say. */
  public void accept(CommandResult outcome) {
    idempotency.acknowledge(command, caller, Optional.of(outcome));
    step.answer(caller, Optional.of(outcome));
  }

  /** It is answered without having been done. */
  public void answerUnstored(CommandResult outcome) {
    step.answer(caller, Optional.of(outcome));
  }

  /** Whether the pool has decided which machines are its own; if not, answers the command. */
  public boolean requireActivePool() {
    PoolRecord.Phase phase = ledger.pool().phase();
    boolean observing = phase == PoolRecord.Phase.OBSERVING;
    if (phase != PoolRecord.Phase.ACTIVE) {
      refuse(
          observing ? Reason.CONFLICT : Reason.UNAVAILABLE,
          observing
              ? "the pool is observing machines of an earlier life"
              : "the pool has not listed its cloud yet",
          observing ? "Adopt or disown them first." : "Ask again in a moment.");
    }
    return phase == PoolRecord.Phase.ACTIVE;
  }

  /** Whether the pool may write to the cloud for the command; if a restore waits for a decision, answers it. */
  public boolean requireDecision() {
    if (ledger.pool().restored()) {
      refuse(
          Reason.CONFLICT,
          "the pool was restored from a backup, and waits for a decision",
          "Accept the restore first.");
      return false;
    }
    return true;
  }

  /** There is too much of it at present. */
  public void refuseForQuota(Duration wait, String message, String detail) {
    step.refuse(caller, new PoolException(Reason.THROTTLED, message, detail).retryAfter(wait));
  }

  /** Refuses it if a quota has no room for it; true if so. */
  public boolean refusedFor(Optional<QuotaShortfall> shortfall) {
    shortfall.ifPresent(quota -> refuse(
        Reason.QUOTA,
        quota.text(),
        "GET /quotas shows what the tenant's pools use. Ask for less, shrink another pool of the"
            + " tenant, or have the quota raised."));
    return shortfall.isPresent();
  }

  public void refuse(Reason reason, String message, String detail) {
    step.refuse(caller, reason, message, detail);
  }
}
