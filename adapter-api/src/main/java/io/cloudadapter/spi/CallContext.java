package io.cloudadapter.spi;

import java.time.Duration;

/**
 * The deadline, the rate limit and the cancellation of one call to an adapter. The core makes one for each call. Any
 * thread may use it while the call lasts.
 */
public interface CallContext {

  /**
   * Returns how long the call may still take, by monotonic time. Use it as the time-out of each exchange.
   *
   * @return the time left; zero or negative when it is over
   */
  Duration remaining();

  /**
   * Returns whether the core has cancelled the call. Return soon, with CANCELLED.
   *
   * @return true once cancelled
   */
  boolean isCancelled();

  /**
   * Registers an action that runs when the call is cancelled, such as closing its socket; it runs at once, on this
   * thread, if the call is already cancelled. The registration ends with the call.
   *
   * @param action runs at most once, possibly on another thread; must not block
   */
  void onCancel(Runnable action);

  /**
   * Waits for the account's rate limit before an exchange with the cloud. Call it for each page, too.
   *
   * @param verb the kind of request
   * @param units how many tokens it costs, usually 1
   * @throws CloudException THROTTLED with effect NONE, if the rate limit does not allow the request before the call's
   *     deadline; CANCELLED with effect NONE, if the call is cancelled meanwhile. Let it pass through; but if an
   *     earlier exchange of the same call has changed something, throw one with effect UNKNOWN instead.
   */
  void acquire(RequestKind verb, int units);

  /**
   * Returns the name of this call for logs, and for the cloud if it accepts such a name.
   *
   * @return 1 to 64 of {@code [A-Za-z0-9-]}
   */
  String traceId();
}
