package io.cloudadapter.testkit.run;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;

/** The circumstances of one call, made by the kit: it notes what the adapter asks of them. */
public final class TestCallContext implements CallContext {
  private final Ticker ticker;
  private final long deadline;
  private final String traceId;
  private final ObjIntConsumer<RequestKind> asked;
  /** How long the kit's budget has callers wait. */
  public static final Duration WAIT = Duration.ofSeconds(3);

  private final List<Runnable> onCancel = new ArrayList<>();
  private Runnable whenAsked = () -> {};
  private boolean cancelled;
  private long left = Long.MAX_VALUE;

  public TestCallContext(
      Ticker ticker, Duration remaining, String traceId, ObjIntConsumer<RequestKind> asked) {
    this.ticker = ticker;
    this.deadline = ticker.nanos() + remaining.toNanos();
    this.traceId = traceId;
    this.asked = asked;
  }

  /** Lets the rate limit refuse every request from now on. */
  TestCallContext broke() {
    return brokeAfter(0);
  }

  /** Has the budget allow so many exchanges more, and refuse all others. */
  public synchronized TestCallContext brokeAfter(int exchanges) {
    left = exchanges;
    return this;
  }

  /** Has something looked at before each answer of the budget. */
  public void whenAsked(Runnable look) {
    whenAsked = look;
  }

  public void cancel() {
    List<Runnable> actions;
    synchronized (this) {
      cancelled = true;
      actions = List.copyOf(onCancel);
      onCancel.clear();
    }
    actions.forEach(Runnable::run);
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

  @Override
  public void acquire(RequestKind verb, int amount) {
    whenAsked.run();
    synchronized (this) {
      if (cancelled) {
        throw refusal(Kind.CANCELLED, "cancelled");
      }
      if (left <= 0) {
        throw refusal(Kind.THROTTLED, "the kit's budget is spent");
      }
      left--;
    }
    asked.accept(verb, amount);
  }

  private static CloudException refusal(Kind kind, String message) {
    return CloudException.of(kind, Effect.NONE, message)
        .retryAfter(WAIT)
        .code("own-budget")
        .build();
  }

  @Override
  public String traceId() {
    return traceId;
  }
}
