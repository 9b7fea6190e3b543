package io.cloudadapter.openstack;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A call in real time that can be cancelled, and that counts what it asks the budget. */
public final class FakeCall implements CallContext {
  private final long end;
  private final List<Runnable> actions = new ArrayList<>();
  private boolean cancelled;
  final List<RequestKind> acquired = new CopyOnWriteArrayList<>();

  FakeCall(Duration time) {
    end = System.nanoTime() + time.toNanos();
  }

  public static FakeCall patient() {
    return new FakeCall(Duration.ofSeconds(30));
  }

  void cancel() {
    List<Runnable> due;
    synchronized (this) {
      cancelled = true;
      due = List.copyOf(actions);
    }
    due.forEach(Runnable::run);
  }

  @Override
  public Duration remaining() {
    return Duration.ofNanos(end - System.nanoTime());
  }

  @Override
  public synchronized boolean isCancelled() {
    return cancelled;
  }

  @Override
  public void onCancel(Runnable action) {
    boolean now;
    synchronized (this) {
      actions.add(action);
      now = cancelled;
    }
    if (now) {
      action.run();
    }
  }

  @Override
  public void acquire(RequestKind verb, int units) {
    for (int i = 0; i < units; i++) {
      acquired.add(verb);
    }
  }

  @Override
  public String traceId() {
    return "test-1";
  }
}
