package io.cloudadapter.core.store;

import io.cloudadapter.core.exception.StoreFailedException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The state of a store: open, failed or closed. A failure is final; closing is possible after either. */
public final class StoreLifecycle {
  private final String place;
  private volatile @Nullable Throwable failure;
  private volatile boolean closed;

  private final Consumer<Throwable> onFailure;

  public StoreLifecycle(String place) {
    this(place, cause -> {});
  }

  /** With a listener for the first failure, which runs before anything else can see it. */
  public StoreLifecycle(String place, Consumer<Throwable> onFailure) {
    this.place = place;
    this.onFailure = onFailure;
  }

  /** Throws unless the store serves. */
  public void check() {
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
  public synchronized void fail(Throwable cause) {
    if (failure == null) {
      onFailure.accept(cause);
      failure = cause;
    }
  }

  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  public boolean failed() {
    return failure != null;
  }

  /** Whether this call closed it. */
  public synchronized boolean close() {
    boolean was = closed;
    closed = true;
    return !was;
  }

  @Override
  public String toString() {
    return place;
  }
}
