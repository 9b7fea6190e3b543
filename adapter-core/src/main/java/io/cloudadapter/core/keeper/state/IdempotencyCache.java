package io.cloudadapter.core.keeper.state;

import io.cloudadapter.core.ledger.AwaitedReply;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.OutcomeCodec;
import io.cloudadapter.core.ledger.ReplyBook;
import io.cloudadapter.core.ledger.ReplyEntry;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The answers to writes with idempotency keys: durable with the change itself, and kept for two days. A key belongs
 * to the caller that sent it.
 */
public final class IdempotencyCache {
  static final Duration KEPT = Duration.ofDays(2);

  /** How often keys that are older are forgotten. */
  public static final Duration FREED_EVERY = Duration.ofHours(1);

  /** Pages made of older records that are written in one step: few enough for others to have their turn. */
  private static final int UPGRADES_AT_ONCE = 64;

  private static final Duration SOON = Duration.ofMillis(10);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;

  public IdempotencyCache(KeeperConfig settings, Ledger ledger, CurrentStep step) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
  }

  /** What a caller's key was acknowledged for before. */
  public Optional<ReplyEntry> before(CommandSender caller) {
    return caller.idempotencyKey().flatMap(key -> book().find(caller.name(), key));
  }

  /** Whether a caller has as many keys as one may have, and sends another. */
  public boolean full(CommandSender caller) {
    return caller.idempotencyKey().isPresent()
        && book().count(caller.name()) >= settings.config().keysPerCaller();
  }

  /** To be called in the atom of the change that the command makes. */
  void acknowledge(Command command, CommandSender caller, Optional<CommandResult> outcome) {
    entry(command, caller, outcome).ifPresent(ledger::put);
  }

  private Optional<ReplyEntry> entry(
      Command command, CommandSender caller, Optional<CommandResult> outcome) {
    return caller
        .idempotencyKey()
        .map(key -> ReplyEntry.of(
            caller.name(), key, now(), command.canonicalForm(), OutcomeCodec.write(outcome)));
  }

  /** What is kept of a command until it is done. */
  Optional<AwaitedReply> awaited(Command command, CommandSender caller) {
    return entry(command, caller, Optional.empty()).map(AwaitedReply::of);
  }

  /** To be called in the atom that completes the commands, of this process or of an earlier one. */
  public void acknowledge(List<AwaitedReply> awaited) {
    for (AwaitedReply reply : awaited) {
      ReplyEntry entry = reply.accepted(now());
      // An earlier version accepted another command under a key that waited.
      if (!book().contains(entry.key())) {
        ledger.put(entry);
      }
    }
  }

  /** Writes down anew what an older version has written, piece by piece. */
  public void onStep() {
    for (int i = 0; i < UPGRADES_AT_ONCE; i++) {
      Optional<ReplyBook.Upgrade> upgrade = book().takeUpgrade();
      if (upgrade.isEmpty()) {
        return;
      }
      ledger.upgrade(upgrade.get());
    }
    step.wakeAt(step.now().plus(SOON));
  }

  /** Forgets answers that are not asked for any more. */
  public void forget() {
    for (ReplyBook.Age age : book().ages()) {
      if (step.isOlder(Instant.ofEpochSecond(age.newest()), KEPT)) {
        ledger.atom();
        ledger.dropReplies(age.page());
      }
    }
  }

  private long now() {
    return step.wall().getEpochSecond() + 1;
  }

  private ReplyBook book() {
    return ledger.replies();
  }
}
