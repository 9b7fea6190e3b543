package io.cloudadapter.testkit.concurrent;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.time.TimeLimit;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A call on a thread of its own, so that a rule can act while it is under way. */
public final class BackgroundCall {
  private final String what;
  private final CompletableFuture<CallOutcome> end = new CompletableFuture<>();
  private final Thread thread;

  private BackgroundCall(ThreadGroup group, boolean daemon, String what, Runnable call) {
    this.what = what;
    this.thread = new Thread(group, () -> fly(call), "certify " + what);
    thread.setDaemon(daemon);
  }

  public static BackgroundCall of(String what, Runnable call) {
    return new BackgroundCall(Thread.currentThread().getThreadGroup(), true, what, call).start();
  }

  /** In a group of its own, by which threads that the call starts are known; they inherit no daemon. */
  public static BackgroundCall in(ThreadGroup group, String what, Runnable call) {
    return new BackgroundCall(group, false, what, call).start();
  }

  private BackgroundCall start() {
    thread.start();
    return this;
  }

  private void fly(Runnable call) {
    try {
      end.complete(CallOutcome.of(call));
    } catch (RuntimeException | Error wrong) {
      // An adapter may throw anything: the waiting thread must get it, because it would be lost on
      // the thread of the
      // call.
      end.completeExceptionally(wrong);
    }
  }

  public void interrupt() {
    thread.interrupt();
  }

  public boolean over() {
    return end.isDone();
  }

  /** How it ended; the rule is broken if it has not within that time, which a busy machine makes longer. */
  public CallOutcome within(Duration most, String since) throws InterruptedException {
    TimeLimit limit = TimeLimit.of(most);
    while (!end.isDone() && !limit.isOver()) {
      limit.during(time -> thread.join(Math.max(1, time.toMillis())));
    }
    if (!end.isDone()) {
      throw RuleViolation.late(what + " was not back " + most.toMillis() + " ms after " + since);
    }
    try {
      return end.get();
    } catch (ExecutionException wrong) {
      if (wrong.getCause() instanceof CloudException
          || wrong.getCause() instanceof RuleViolation
          || wrong.getCause() instanceof NotTestableException) {
        throw (RuntimeException) wrong.getCause();
      }
      throw new RuleViolation(what + " ended in " + wrong.getCause(), wrong);
    }
  }
}
