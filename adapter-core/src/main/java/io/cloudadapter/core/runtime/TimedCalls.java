package io.cloudadapter.core.runtime;

import io.cloudadapter.api.Metric;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the calls to the adapter of one account: on the account's threads, each with a time-out, within the account's
 * rate limit, and only while this process may act.
 */
final class TimedCalls {
  private static final Logger LOG = LoggerFactory.getLogger(TimedCalls.class);
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final String account;
  private final Duration timeout;
  private final AccountRateLimiter budget;
  private final Clocks clocks;
  private final ExecutorService threads;
  private final ScheduledExecutorService timer;
  private final Duration longestRetryAfter;
  private final BooleanSupplier mayAct;
  private final CallMetrics metrics;
  private final AtomicLong calls = new AtomicLong();
  private final Set<DeadlineCallContext> running = ConcurrentHashMap.newKeySet();

  TimedCalls(
      String account,
      Duration timeout,
      AccountRateLimiter budget,
      Clocks clocks,
      ExecutorService threads,
      ScheduledExecutorService timer,
      Duration longestRetryAfter,
      BooleanSupplier mayAct) {
    this.account = account;
    this.metrics = new CallMetrics(account);
    this.timeout = timeout;
    this.budget = budget;
    this.clocks = clocks;
    this.threads = threads;
    this.timer = timer;
    this.longestRetryAfter = longestRetryAfter;
    this.mayAct = mayAct;
  }

  <T> void call(
      RequestKind verb,
      Consumer<Event> report,
      Function<DeadlineCallContext, T> work,
      BiFunction<Optional<T>, Optional<CloudException>, Event> outcome) {
    AtomicBoolean reported = new AtomicBoolean();
    Consumer<Event> once = event -> {
      if (reported.compareAndSet(false, true)) {
        report.accept(event);
      }
    };
    submit(
        () -> {
          DeadlineCallContext context = begin();
          Timer overdue = watch(
              context,
              () -> once.accept(
                  outcome.apply(Optional.empty(), Optional.of(overdue(context, verb)))));
          Optional<CloudException> error = Optional.empty();
          try {
            T result = work.apply(context);
            if (result == null) {
              error = Optional.of(noted(verb, new NullPointerException("returned null")));
            }
            once.accept(outcome.apply(Optional.ofNullable(result), error));
          } catch (RuntimeException | Error e) {
            // An adapter may throw anything; what is not a CloudException tells nothing for sure.
            error = Optional.of(noted(verb, e));
            once.accept(outcome.apply(Optional.empty(), error));
          } finally {
            overdue.cancel();
            end(context, verb, error);
          }
        },
        rejected -> once.accept(outcome.apply(Optional.empty(), Optional.of(rejected))));
  }

  /**
   * Has a question answered on one of the account's threads, and waits for that. A question that outlives its
   * time-out is answered by TIMEOUT, and keeps its thread until it returns.
   */
  <T> T answer(RequestKind verb, Function<CallContext, T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    submit(
        () -> {
          DeadlineCallContext context = begin();
          Timer watched =
              watch(context, () -> answer.completeExceptionally(overdue(context, verb)));
          Optional<CloudException> error = Optional.empty();
          try {
            answer.complete(Objects.requireNonNull(question.apply(context), "the answer"));
          } catch (RuntimeException | Error e) {
            // An adapter may throw anything; what is not a CloudException tells nothing for sure.
            CloudException cause = noted(verb, e);
            error = Optional.of(cause);
            answer.completeExceptionally(cause);
          } finally {
            watched.cancel();
            end(context, verb, error);
          }
        },
        answer::completeExceptionally);
    try {
      return answer.get();
    } catch (ExecutionException e) {
      // Nothing else completes it so.
      throw (CloudException) Objects.requireNonNull(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CloudException.of(
              Kind.CANCELLED,
              CloudException.Effect.UNKNOWN,
              "the caller no longer waits for the answer")
          .cause(e)
          .build();
    }
  }

  /** Begins a call. Its time starts here, not when the call waits for a thread. */
  DeadlineCallContext begin() {
    DeadlineCallContext context = new DeadlineCallContext(
        budget, metrics, clocks, timeout, account + "-" + calls.incrementAndGet());
    running.add(context);
    return context;
  }

  void end(DeadlineCallContext context, RequestKind verb, Optional<CloudException> error) {
    context.ended(verb, error);
    running.remove(context);
    budget.cameBack(context);
  }

  void submit(Runnable work, Consumer<CloudException> rejected) {
    try {
      threads.execute(() -> {
        if (mayAct.getAsBoolean()) {
          work.run();
        } else {
          rejected.accept(CloudException.of(
                  Kind.CANCELLED, CloudException.Effect.NONE, "another process leads by now")
              .build());
        }
      });
    } catch (RejectedExecutionException e) {
      rejected.accept(
          CloudException.of(Kind.CANCELLED, CloudException.Effect.NONE, "the library is closing")
              .cause(e)
              .build());
    }
  }

  /** A scheduled task that can be cancelled. */
  interface Timer {
    void cancel();
  }

  Timer watch(DeadlineCallContext context, Runnable whenOverdue) {
    var future = timer.schedule(
        () -> {
          context.cancel();
          whenOverdue.run();
        },
        timeout.plus(GRACE).toMillis(),
        TimeUnit.MILLISECONDS);
    return () -> future.cancel(false);
  }

  private static CloudException overdue(DeadlineCallContext context, RequestKind verb) {
    CloudException error = CloudException.of(
            Kind.TIMEOUT, CloudException.Effect.UNKNOWN, "the adapter did not return from " + verb)
        .build();
    context.ended(verb, Optional.of(error));
    return error;
  }

  CallMetrics.Totals totals() {
    return metrics.totals();
  }

  List<Metric> metrics(String provider) {
    return metrics.metrics(provider);
  }

  CloudException noted(RequestKind verb, Throwable thrown) {
    if (thrown instanceof CloudException raised) {
      CloudException error = RetryAfterLimit.applied(raised, longestRetryAfter);
      if (error.kind() == Kind.THROTTLED && !DeadlineCallContext.ownBudget(error)) {
        budget.throttled(verb, error.retryAfter());
      }
      return error;
    }
    LOG.warn("the adapter of account {} broke its contract in {}", account, verb, thrown);
    return CloudException.of(
            Kind.UNCLASSIFIED,
            CloudException.Effect.UNKNOWN,
            "the adapter threw " + thrown.getClass().getName())
        .cause(thrown)
        .build();
  }

  void cancelAll() {
    running.forEach(DeadlineCallContext::cancel);
  }
}
