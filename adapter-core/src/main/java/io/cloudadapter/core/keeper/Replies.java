package io.cloudadapter.core.keeper;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was acknowledged under idempotency keys: durable with the change itself, kept for two days. */
final class Replies {
  private static final Duration KEPT = Duration.ofDays(2);

  private final Work work;

  Replies(Work work) {
    this.work = work;
  }

  /** What a caller's key was acknowledged for before. */
  Optional<ReplyRecord> before(Caller caller) {
    return caller.idempotencyKey().map(key -> work.ledger.replies().get(hash(key)));
  }

  /** To be called in the atom of the change that the command makes. */
  void acknowledge(Command command, Caller caller, Optional<Outcome> outcome) {
    caller
        .idempotencyKey()
        .ifPresent(
            key -> work.ledger.put(hash(key), ReplyRecord.of(command, work.wall(), outcome)));
  }

  /** Forgets answers that nobody will ask for again. */
  void forget() {
    for (Map.Entry<String, ReplyRecord> reply :
        List.copyOf(work.ledger.replies().entrySet())) {
      if (work.older(reply.getValue().at(), KEPT)) {
        work.ledger.atom();
        work.ledger.dropReply(reply.getKey());
      }
    }
  }

  private static String hash(String key) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(key.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
