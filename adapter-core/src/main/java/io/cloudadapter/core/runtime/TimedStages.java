package io.cloudadapter.core.runtime;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Makes stages for callers: each fails after its time, and its dependents run on threads that are there for them, never
 * on a pool's own or the timer's.
 */
final class TimedStages {
  private final Executor callbacks;
  private final ScheduledExecutorService timer;

  TimedStages(Executor callbacks, ScheduledExecutorService timer) {
    this.callbacks = callbacks;
    this.timer = timer;
  }

  /**
   * A stage that completes as its source does, or fails when the time is over.
   *
   * @param source completed by any thread
   * @param atMost the time; none is left if it is 0 or less
   * @param late makes the failure
   * @param failure makes what callers get of what the source fails with
   * @param atEnd runs once, when the stage completes or a caller cancels it
   */
  <T> CompletionStage<T> of(
      CompletableFuture<T> source,
      Duration atMost,
      Supplier<? extends Throwable> late,
      UnaryOperator<Throwable> failure,
      Runnable atEnd) {
    CompletableFuture<T> shown = new CompletableFuture<>();
    ScheduledFuture<?> end = timer.schedule(
        () -> callbacks.execute(() -> {
          if (!shown.isDone()) {
            shown.completeExceptionally(late.get());
          }
        }),
        atMost.toNanos(),
        TimeUnit.NANOSECONDS);
    CompletionStage<T> stage = shown;
    stage.whenComplete((value, failed) -> {
      end.cancel(false);
      atEnd.run();
    });
    CompletionStage<T> from = source;
    from.whenCompleteAsync(
        (value, failed) -> {
          if (failed == null) {
            shown.complete(value);
          } else {
            shown.completeExceptionally(failure.apply(failed));
          }
        },
        callbacks);
    return shown;
  }
}
