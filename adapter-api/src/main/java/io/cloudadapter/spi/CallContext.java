package io.cloudadapter.spi;

import java.time.Duration;

/**
 * The circumstances of one call to an adapter. Made by the core. May be used by any thread for as long as
 * the call lasts.
 */
public interface CallContext {

  /**
   * How long the call may still take, by monotonic time. Use it as the time-out of each exchange.
   *
   * @return the time left; zero or negative when it is over
   */
  Duration remaining();

  /**
   * Whether the core has lost interest. Return soon, with CANCELLED.
   *
   * @return true once cancelled
   */
  boolean isCancelled();

  /**
   * Has something done when the call is cancelled, such as closing its socket; at once, on this thread, if it
   * is already. Forgotten when the call ends.
   *
   * @param action runs at most once, maybe on another thread; must not block
   */
  void onCancel(Runnable action);

  /**
   * Asks the account's budget before an exchange with the cloud, each page included. Waits as long as
   * needed and allowed.
   *
   * @param verb what kind of request
   * @param units how many tokens it costs, usually 1
   * @throws CloudException THROTTLED with effect NONE, if the budget will not allow it in the time that the
   *     call has left; CANCELLED with effect NONE, if the call is cancelled meanwhile. Let it pass through:
   *     if an earlier exchange of the same call has changed something, say so with effect UNKNOWN instead.
   */
  void acquire(RequestKind verb, int units);

  /**
   * Names this call in logs, and towards the cloud where it takes such a name.
   *
   * @return 1 to 64 of {@code [A-Za-z0-9-]}
   */
  String traceId();
}
