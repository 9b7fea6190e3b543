package io.cloudadapter.spi;

import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.spi.config.ConfigSpec;
import java.util.Optional;

/**
 * Carries the messages of lifecycle hooks to their receivers: over HTTP, or into a queue. It is a feature of a
 * provider where the cloud has queues; otherwise {@link java.util.ServiceLoader} finds it, and all pools may use it.
 *
 * <p>Several threads may call it at once. The core repeats a message until a call returns normally, possibly from
 * another process; receivers recognise a repetition by the token (MP-10.6). Chapter 10 of the testkit's rules tests
 * channels.
 */
public interface HookChannel extends AutoCloseable {

  /**
   * Returns the name by which hook targets select this channel, always the same (MP-10.1).
   *
   * @return 1 to 32 of {@code [a-z0-9-]}, not {@value HookTarget#LISTENER}
   */
  String channel();

  /**
   * Returns the keys of this channel's targets, for the schema of configurations and for editors. The check of targets
   * stays with {@link #check}.
   *
   * @return the keys; empty unless overridden, so that a target may have any keys in the schema
   */
  default Optional<ConfigSpec> targetKeys() {
    return Optional.empty();
  }

  /**
   * Checks that a target can be used (MP-10.2, MP-10.3). Does no I/O.
   *
   * @param target the receiver
   * @throws IllegalArgumentException naming the parameter, its value and what is allowed
   */
  void check(HookTarget target);

  /**
   * Checks that a hook can be used: its target, and what the target has to fit, such as the limit of the hook. Does no
   * I/O. Checks the target alone unless overridden.
   *
   * @param hook the hook, whose target is for this channel
   * @throws IllegalArgumentException naming the parameter of the target, its value and what is allowed
   */
  default void checkHook(LifecycleHook hook) {
    check(hook.target());
  }

  /**
   * Returns what makes values for launches, such as tokens with which machines join a cluster.
   *
   * @return the source; empty unless overridden
   */
  default Optional<BootstrapSource> bootstrap() {
    return Optional.empty();
  }

  /**
   * Sends a message. A normal return means that the message has arrived at a place that does not lose it; the call
   * does not wait for the receiver to act on it (MP-10.4). The call ends at its deadline, when it is cancelled, or
   * when the thread is interrupted (MP-10.7, MP-10.8), and waits for no other receiver (MP-10.12).
   *
   * @param message the message
   * @param target the receiver
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException if the message has not arrived, or the outcome is unknown; the core sends it again later.
   *     Its text contains neither token nor secret nor the path of a URL (MP-10.16)
   */
  void send(HookMessage message, HookTarget target, CallContext call);

  /**
   * Releases threads and connections; calls under way fail, and so do all later ones (MP-10.14, MP-10.15). May be
   * called again. Does nothing unless overridden.
   */
  @Override
  default void close() {}
}
