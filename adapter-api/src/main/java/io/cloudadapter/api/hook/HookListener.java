package io.cloudadapter.api.hook;

/**
 * Receives the hook messages of a pool whose hook target is this process. The library calls it on threads of its own,
 * several at a time. A call that takes long, or never returns, delays only further messages to this listener.
 */
@FunctionalInterface
public interface HookListener {

  /**
   * Receives the message of a waiting hook. A normal return means that the message has arrived; the hook may be
   * completed later, from anywhere. An exception means that it has not: the library sends it again, at growing
   * intervals, until the hook ends.
   *
   * @param message the machine, the hook, and the token that completes it
   */
  void paused(HookMessage message);
}
