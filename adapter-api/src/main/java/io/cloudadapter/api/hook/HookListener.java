package io.cloudadapter.api.hook;

/**
 * Is told of the hooks of a pool whose target is this process. Called on threads of the library, several at
 * a time; one that takes long, or never returns, holds up nobody but the further messages to itself.
 */
@FunctionalInterface
public interface HookListener {

  /**
   * A machine pauses. Returning means that the message has arrived; the answer may come later, from anywhere.
   * Throwing means that it has not: it comes again, ever more slowly, until the pause ends.
   *
   * @param message what pauses, and the token to answer by
   */
  void paused(HookMessage message);
}
