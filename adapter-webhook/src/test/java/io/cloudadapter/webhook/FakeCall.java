package io.cloudadapter.webhook;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A call with all the time that it is given. */
record FakeCall(Duration remaining, CompletableFuture<Void> cancelled) implements CallContext {
  FakeCall() {
    this(Duration.ofSeconds(30), new CompletableFuture<>());
  }

  @Override
  public boolean isCancelled() {
    return cancelled.isDone();
  }

  @Override
  public void onCancel(Runnable action) {
    CompletableFuture<Void> unused = cancelled.thenRun(action);
  }

  @Override
  public void acquire(RequestKind verb, int units) {}

  @Override
  public String traceId() {
    return "trace";
  }
}
