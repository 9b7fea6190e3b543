package io.cloudadapter.fake;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A call for tests: it has a deadline, can be cancelled, and counts the requests that it may send. */
public final class FakeCall implements CallContext {
  private final Ticker ticker;
  private final long end;
  private final List<Runnable> actions = new ArrayList<>();
  private boolean cancelled;

  /** The requests that it was allowed to send, one by one. */
  public final List<RequestKind> acquired = new CopyOnWriteArrayList<>();

  /** A call in real time. */
  public FakeCall(Duration time) {
    this(System::nanoTime, time);
  }

  /** A call on a clock of the test's. */
  public FakeCall(Ticker ticker, Duration time) {
    this.ticker = ticker;
    this.end = ticker.nanos() + time.toNanos();
  }

  /** A call with time enough, in real time. */
  public static FakeCall patient() {
    return new FakeCall(Duration.ofMinutes(2));
  }

  /** A call with time enough on a clock that tests advance. */
  public static FakeCall patient(Ticker ticker) {
    return new FakeCall(ticker, Duration.ofHours(1));
  }

  /** Ends the call, and runs what waits for that. */
  public void cancel() {
    List<Runnable> due;
    synchronized (this) {
      cancelled = true;
      due = List.copyOf(actions);
    }
    due.forEach(Runnable::run);
  }

  @Override
  public Duration remaining() {
    return Duration.ofNanos(end - ticker.nanos());
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
