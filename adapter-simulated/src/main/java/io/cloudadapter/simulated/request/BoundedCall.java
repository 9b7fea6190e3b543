package io.cloudadapter.simulated.request;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A call as its caller wants it, but no longer than the profile says and not beyond the provider's end. */
public final class BoundedCall implements CallContext, AutoCloseable {
  private final CallContext call;
  private final ProviderLifecycle closing;
  private final Ticker ticker;
  private final long start;
  private final Duration most;
  private final List<Runnable> actions = new ArrayList<>();

  public BoundedCall(CallContext call, ProviderLifecycle closing, Ticker ticker, Duration most) {
    this.call = call;
    this.closing = closing;
    this.ticker = ticker;
    this.start = ticker.nanos();
    this.most = most;
    closing.entered(this);
  }

  @Override
  public Duration remaining() {
    Duration mine = most.minusNanos(ticker.nanos() - start);
    Duration theirs = call.remaining();
    return mine.compareTo(theirs) < 0 ? mine : theirs;
  }

  @Override
  public boolean isCancelled() {
    return closing.closed() || call.isCancelled();
  }

  @Override
  public void onCancel(Runnable action) {
    synchronized (actions) {
      actions.add(action);
    }
    call.onCancel(action);
    if (closing.closed()) {
      action.run();
    }
  }

  /** Does what was wanted upon cancellation, since the provider is closed. */
  void cancelled() {
    List<Runnable> due;
    synchronized (actions) {
      due = List.copyOf(actions);
    }
    due.forEach(Runnable::run);
  }

  @Override
  public void acquire(RequestKind verb, int units) {
    call.acquire(verb, units);
  }

  @Override
  public String traceId() {
    return call.traceId();
  }

  @Override
  public void close() {
    closing.left(this);
  }
}
