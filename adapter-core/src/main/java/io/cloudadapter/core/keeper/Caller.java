package io.cloudadapter.core.keeper;

import io.cloudadapter.api.PoolException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Who waits for the answer to a command. The answer is given when everything that it rests on is durable.
 *
 * @param idempotencyKey under which the answer is repeated
 * @param answer completed with what there is to say, which may be null, or with a {@link PoolException}
 */
public record Caller(Optional<String> idempotencyKey, CompletableFuture<Outcome> answer) {

  /**
   * A caller under a key, or without.
   *
   * @param idempotencyKey under which the answer is repeated
   * @return the caller
   */
  public static Caller under(Optional<String> idempotencyKey) {
    return new Caller(idempotencyKey, new CompletableFuture<>());
  }
}
