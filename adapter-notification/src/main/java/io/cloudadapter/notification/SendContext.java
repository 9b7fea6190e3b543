package io.cloudadapter.notification;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The deadline and the cancellation of one message. It has no rate limit: messages are few. */
final class SendContext implements CallContext {
  /** How long one message may take. */
  static final Duration AT_MOST = Duration.ofSeconds(10);

  private final Ticker ticker;
  private final long deadline;
  private final String traceId;
  private final List<Runnable> onCancel = new ArrayList<>();
  private boolean cancelled;

  SendContext(Ticker ticker, String traceId) {
    this.ticker = ticker;
    this.deadline = ticker.nanos() + AT_MOST.toNanos();
    this.traceId = traceId;
  }

  @Override
  public Duration remaining() {
    return Duration.ofNanos(deadline - ticker.nanos());
  }

  @Override
  public synchronized boolean isCancelled() {
    return cancelled;
  }

  @Override
  public void onCancel(Runnable action) {
    synchronized (this) {
      if (!cancelled) {
        onCancel.add(action);
        return;
      }
    }
    action.run();
  }

  void cancel() {
    List<Runnable> actions;
    synchronized (this) {
      cancelled = true;
      actions = List.copyOf(onCancel);
      onCancel.clear();
    }
    actions.forEach(Runnable::run);
  }

  @Override
  public void acquire(RequestKind verb, int units) {
    // No account's rate limit counts messages.
  }

  @Override
  public String traceId() {
    return traceId;
  }
}
