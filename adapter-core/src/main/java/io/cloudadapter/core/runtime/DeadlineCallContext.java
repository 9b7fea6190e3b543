package io.cloudadapter.core.runtime;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The context of one call: its deadline, its cancellation and its rate limit. */
final class DeadlineCallContext implements CallContext {
  private static final String OWN_BUDGET = "own-budget";

  private final AccountRateLimiter budget;
  private final CallMetrics metrics;
  private final Ticker ticker;
  private final Clocks.Waits waits;
  private final long began;
  private final long deadline;
  private final String traceId;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition cancelling = lock.newCondition();
  private final List<Runnable> onCancel = new ArrayList<>();
  private final AtomicBoolean measured = new AtomicBoolean();
  private boolean cancelled;

  DeadlineCallContext(
      AccountRateLimiter budget,
      CallMetrics metrics,
      Clocks clocks,
      Duration timeout,
      String traceId) {
    this.budget = budget;
    this.metrics = metrics;
    this.ticker = clocks.ticker();
    this.waits = clocks.waits();
    this.began = ticker.nanos();
    this.deadline = began + timeout.toNanos();
    this.traceId = traceId;
  }

  @Override
  public Duration remaining() {
    return Duration.ofNanos(deadline - ticker.nanos());
  }

  @Override
  public boolean isCancelled() {
    lock.lock();
    try {
      return cancelled;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onCancel(Runnable action) {
    lock.lock();
    try {
      if (!cancelled) {
        onCancel.add(action);
        return;
      }
    } finally {
      lock.unlock();
    }
    action.run();
  }

  void cancel() {
    List<Runnable> actions;
    lock.lock();
    try {
      cancelled = true;
      actions = List.copyOf(onCancel);
      onCancel.clear();
      cancelling.signalAll();
    } finally {
      lock.unlock();
    }
    actions.forEach(Runnable::run);
  }

  /** Measures the call, once: when it is overdue, or when it ends. */
  void ended(RequestKind verb, Optional<CloudException> error) {
    if (measured.compareAndSet(false, true)) {
      metrics.ended(verb, error, ticker.nanos() - began);
    }
  }

  @Override
  public void acquire(RequestKind verb, int units) {
    long asked = ticker.nanos();
    boolean waited = false;
    lock.lock();
    try {
      if (cancelled) {
        throw refused(Kind.CANCELLED, verb, Duration.ZERO);
      }
      Duration wait = budget.take(verb, units, this);
      while (!wait.isZero()) {
        if (cancelled) {
          throw refused(Kind.CANCELLED, verb, wait);
        }
        if (wait.compareTo(remaining()) > 0) {
          throw refused(Kind.THROTTLED, verb, wait);
        }
        waited = true;
        long left = waits.waitFor(cancelling, wait.toNanos());
        wait = left > 0 ? Duration.ofNanos(left) : budget.take(verb, units, this);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refused(Kind.CANCELLED, verb, Duration.ZERO);
    } finally {
      lock.unlock();
      if (waited) {
        metrics.waited(verb, ticker.nanos() - asked);
      }
    }
  }

  /**
   * Asks for machines that this call makes or ends, before it begins. Does not wait: that may take minutes, in which a
   * thread would stand still and the time of the call would go by.
   */
  void spend(RequestKind verb, int machines) {
    Duration wait = budget.takeMachines(verb, machines);
    if (!wait.isZero()) {
      throw refused(Kind.THROTTLED, verb, wait);
    }
  }

  /** Whether an error comes from our own budget: the cloud was not asked, and has not complained. */
  static boolean ownBudget(CloudException error) {
    return error.code().filter(OWN_BUDGET::equals).isPresent();
  }

  private CloudException refused(Kind kind, RequestKind verb, Duration wait) {
    Duration rest = budget.rest(verb);
    String why = rest.isZero()
        ? "the account's own budget for " + verb + " is spent for " + TimeSpan.rounded(wait)
        : "the cloud has throttled the account and asked it to wait: its next " + verb + " is in "
            + TimeSpan.rounded(rest);
    return CloudException.of(kind, Effect.NONE, why)
        .retryAfter(wait)
        .code(OWN_BUDGET)
        .build();
  }

  @Override
  public String traceId() {
    return traceId;
  }
}
