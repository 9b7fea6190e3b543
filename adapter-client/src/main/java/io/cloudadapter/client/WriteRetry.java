package io.cloudadapter.client;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.client.message.JsonCodec;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Sends a write until an answer comes: at most three times, always under one idempotency key, so that
 * the server acts once however often the request arrives.
 */
final class WriteRetry {
  private static final int ATTEMPTS = 3;
  private static final Duration PAUSE = Duration.ofMillis(200);

  /** Attaching waits for the cloud; servers allow two minutes for it. */
  private static final Duration PATIENCE = Duration.ofSeconds(125);

  private final RequestExchange exchange;
  private final RandomGenerator random;
  private final MonotonicWait waits;

  WriteRetry(RequestExchange exchange, RandomGenerator random, MonotonicWait waits) {
    this.exchange = exchange;
    this.random = random;
    this.waits = waits;
  }

  ServerReply write(String path, Map<String, ?> fields, WriteOptions options) {
    return write(path, Optional.of(JsonCodec.text(fields)), options, exchange.timeout());
  }

  ServerReply write(String path, WriteOptions options) {
    return write(path, Optional.empty(), options, exchange.timeout());
  }

  /** A write whose answer waits for the cloud. */
  void patiently(String path, WriteOptions options) {
    Duration timeout = exchange.timeout();
    write(path, Optional.empty(), options, timeout.compareTo(PATIENCE) > 0 ? timeout : PATIENCE);
  }

  private ServerReply write(
      String path, Optional<String> json, WriteOptions options, Duration atMost) {
    String key = options.idempotencyKey().orElseGet(this::newKey);
    Map<String, String> headers = Map.of("Idempotency-Key", key);
    boolean mayHaveArrived = false;
    for (int attempt = 1; ; attempt++) {
      try {
        ServerReply reply = exchange.post(path, json, headers, atMost);
        if (!reply.ok()) {
          throw mayHaveArrived ? doubtful(reply, key) : ErrorResponseMapper.of(reply);
        }
        return reply;
      } catch (LostReplyException e) {
        mayHaveArrived |= e.mayHaveArrived();
        if (attempt == ATTEMPTS || !e.worthRepeating() || !paused(attempt)) {
          throw mayHaveArrived ? unknown(path, key, e) : RequestExchange.unavailable(e);
        }
      }
    }
  }

  private String newKey() {
    byte[] bits = new byte[16];
    random.nextBytes(bits);
    return "client-" + HexFormat.of().formatHex(bits);
  }

  /** Waits a little longer each time, and not in step with others. */
  private boolean paused(int attempt) {
    try {
      long most = PAUSE.toMillis() << attempt;
      waits.pause(Duration.ofMillis(most / 2 + random.nextLong(most / 2)));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** A refusal of a repetition says nothing about the first attempt if it is about the moment. */
  private static PoolException doubtful(ServerReply reply, String key) {
    PoolException refusal = ErrorResponseMapper.of(reply);
    boolean momentary = refusal.reason() == Reason.UNAVAILABLE
        || refusal.reason() == Reason.THROTTLED
        || refusal.reason() == Reason.CONFLICT;
    return momentary
        ? new PoolException(
            Reason.UNKNOWN, String.valueOf(refusal.getMessage()), again(key), refusal)
        : refusal;
  }

  private static PoolException unknown(String path, String key, LostReplyException lost) {
    return new PoolException(
        Reason.UNKNOWN,
        "no answer to POST " + RequestExchange.shown(path) + ": " + lost.getMessage(),
        again(key),
        lost);
  }

  private static String again(String key) {
    return "It may or may not have been done; ask again under idempotency key " + key + ".";
  }
}
