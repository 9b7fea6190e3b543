package io.cloudadapter.spi;

import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;

/**
 * Carries the messages of hooks to their receivers: over HTTP, into a queue. A feature of a provider, where
 * the cloud has queues; or found by {@link java.util.ServiceLoader}, for all pools.
 *
 * <p>Called by several threads at once, and again with the same message until it returns normally, maybe by
 * another process: receivers know a message by its token (MP-10.6). The testkit tries whether a channel may
 * be trusted, by chapter 10 of its rules.
 */
public interface HookChannel extends AutoCloseable {

  /**
   * The name by which targets mean this channel, always the same (MP-10.1).
   *
   * @return 1 to 32 of {@code [a-z0-9-]}, not {@value HookTarget#LISTENER}
   */
  String channel();

  /**
   * Whether a target can be used (MP-10.2, MP-10.3). Does no I/O.
   *
   * @param target whom to tell
   * @throws IllegalArgumentException naming the parameter, its value and what is allowed
   */
  void check(HookTarget target);

  /**
   * Hands a message over. Returning means that it has arrived where it is not lost any more; what the
   * receiver then does with it is not waited for (MP-10.4). Ends with the call: at its deadline, when it is
   * cancelled, or the thread interrupted (MP-10.7, MP-10.8), and waits for no other receiver (MP-10.12).
   *
   * @param message what to tell
   * @param target whom
   * @param call time, cancellation, budget
   * @throws CloudException if it has not arrived, or nobody can tell; the message comes again later. Shows
   *     neither token nor secret nor the path of a URL (MP-10.16)
   */
  void send(HookMessage message, HookTarget target, CallContext call);

  /**
   * Lets go of threads and connections; what is under way fails, and so does whatever is sent from now on (MP-10.14,
   * MP-10.15). May be called again. Does nothing unless overridden.
   */
  @Override
  default void close() {}
}
