package io.cloudadapter.core.protocol;

import io.cloudadapter.api.PoolException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The caller that waits for the answer to a command. It gets the answer when everything that the answer rests on is
 * durable.
 *
 * @param idempotencyKey under which the answer is repeated
 * @param answer completed with what there is to say, which may be null, or with a {@link PoolException}
 * @param name who it is; may be empty
 * @param trace the traceparent of the request, if it is traced
 * @param api the way in, for the pool's history
 * @param requestId the id of the server's request, if there is one
 */
public record CommandSender(
    Optional<String> idempotencyKey,
    CompletableFuture<CommandResult> answer,
    String name,
    Optional<String> trace,
    String api,
    Optional<String> requestId) {

  /**
   * A caller under a key, or without.
   *
   * @param idempotencyKey under which the answer is repeated
   * @return the caller
   */
  public static CommandSender under(Optional<String> idempotencyKey) {
    return new CommandSender(
        idempotencyKey, new CompletableFuture<>(), "", Optional.empty(), "java", Optional.empty());
  }

  /**
   * The same with a name.
   *
   * @param who its name
   * @return another caller, who waits for the same answer
   */
  public CommandSender named(String who) {
    return new CommandSender(idempotencyKey, answer, who, trace, api, requestId);
  }

  /**
   * The same as part of a trace.
   *
   * @param traceparent which one, if any
   * @return another caller, who waits for the same answer
   */
  public CommandSender traced(Optional<String> traceparent) {
    return new CommandSender(idempotencyKey, answer, name, traceparent, api, requestId);
  }

  /**
   * The same with the way in.
   *
   * @param way the API
   * @param request the id of the server's request, if there is one
   * @return another caller, who waits for the same answer
   */
  public CommandSender from(String way, Optional<String> request) {
    return new CommandSender(idempotencyKey, answer, name, trace, way, request);
  }
}
