package io.cloudadapter.api;

/** A listener's registration with a pool, as {@link AsyncOperations#addListener} returns it. Any thread may use it. */
public interface PoolSubscription extends AutoCloseable {

  /**
   * Returns how many views the listener has lost because its queue was full. A view that was lost was never the
   * newest.
   *
   * @return 0 or more; never falls
   */
  long dropped();

  /** Ends the calls. A call that is under way ends by itself. May be called again. */
  @Override
  void close();
}
