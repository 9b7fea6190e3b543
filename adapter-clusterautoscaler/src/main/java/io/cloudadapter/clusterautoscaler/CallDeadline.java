package io.cloudadapter.clusterautoscaler;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;

/** Bounds what a call waits for by the time that its caller waits; a caller without a deadline waits for 30 s. */
final class CallDeadline {
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

  private CallDeadline() {}

  /**
   * Waits for an outcome.
   *
   * @param stage the outcome
   * @param late the status for the caller if the outcome does not come in time
   * @throws RuntimeException that of the outcome, if it is a failure
   */
  static <T> T await(CompletionStage<T> stage, Status late) {
    try {
      return stage.toCompletableFuture().get(left(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw late.withCause(e).asRuntimeException();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw late.withCause(e).asRuntimeException();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    }
  }

  /** Takes a lock, or gives the call up at its deadline. */
  static void lock(Lock lock, Status late) {
    try {
      if (!lock.tryLock(left(), TimeUnit.NANOSECONDS)) {
        throw late.asRuntimeException();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw late.withCause(e).asRuntimeException();
    }
  }

  /** Goes on only if the caller still waits. */
  static void requireCaller(String done) {
    if (Context.current().isCancelled()) {
      throw Status.CANCELLED
          .withDescription("the caller waits no longer; " + done)
          .asRuntimeException();
    }
  }

  private static long left() {
    Deadline deadline = Context.current().getDeadline();
    return deadline == null
        ? LONGEST_NANOS
        : Math.max(0, Math.min(LONGEST_NANOS, deadline.timeRemaining(TimeUnit.NANOSECONDS)));
  }
}
