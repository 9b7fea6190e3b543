package io.cloudadapter.core.store.quorum;

/** A watch under way. */
public interface Subscription extends AutoCloseable {

  /** Ends the watch: no call to the listener starts after this returns; one may be running. */
  @Override
  void close();
}
