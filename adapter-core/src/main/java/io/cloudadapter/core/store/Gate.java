package io.cloudadapter.core.store;

import org.jspecify.annotations.Nullable;

/** Whether a store serves: open, failed or closed. A failure is final, closing comes after either. */
final class Gate {
  private final String place;
  private volatile @Nullable Throwable failure;
  private volatile boolean closed;

  Gate(String place) {
    this.place = place;
  }

  /** Throws unless the store serves. */
  void check() {
    if (closed) {
      throw new IllegalStateException("the store in " + place + " is closed");
    }
    Throwable cause = failure;
    if (cause != null) {
      throw new StoreFailedException(
          "the store in %s has failed, close it and open it again: %s"
              .formatted(place, cause.getMessage()),
          cause);
    }
  }

  /** The first failure stays. */
  synchronized void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  boolean failed() {
    return failure != null;
  }

  /** Whether this call closed it. */
  synchronized boolean close() {
    boolean was = closed;
    closed = true;
    return !was;
  }

  @Override
  public String toString() {
    return place;
  }
}
