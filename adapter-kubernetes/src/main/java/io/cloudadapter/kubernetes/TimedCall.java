package io.cloudadapter.kubernetes;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;

/** One call to a cluster with a deadline. It is not cancelled by itself: closing the client ends it. */
final class TimedCall implements CallContext {
  private final Ticker ticker;
  private final long end;

  TimedCall(Ticker ticker, Duration most) {
    this.ticker = ticker;
    this.end = ticker.nanos() + most.toNanos();
  }

  @Override
  public Duration remaining() {
    return Duration.ofNanos(end - ticker.nanos());
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public void onCancel(Runnable action) {
    // There is no cancellation but the close of the client.
  }

  @Override
  public void acquire(RequestKind verb, int units) {
    // The API server has its own fairness, and answers 429.
  }

  @Override
  public String traceId() {
    return "kubernetes";
  }
}
