package io.cloudadapter.simulated.request;

import java.util.List;
import java.util.concurrent.CopyOnWriteArraySet;

/** Whether a provider is closed, and which calls want to know. */
public final class ProviderLifecycle {
  private final CopyOnWriteArraySet<BoundedCall> calls = new CopyOnWriteArraySet<>();
  private volatile boolean closed;

  boolean closed() {
    return closed;
  }

  void entered(BoundedCall call) {
    if (closed) {
      throw new IllegalStateException("the provider is closed");
    }
    calls.add(call);
  }

  void left(BoundedCall call) {
    calls.remove(call);
  }

  /** Returns true the first time. */
  public synchronized boolean close() {
    boolean first = !closed;
    closed = true;
    List.copyOf(calls).forEach(BoundedCall::cancelled);
    return first;
  }
}
