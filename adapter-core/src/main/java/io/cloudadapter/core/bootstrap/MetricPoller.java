package io.cloudadapter.core.bootstrap;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.scaling.MetricSource;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingRequest;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads one metric from its source periodically, and passes it to the policies of one pool. */
public final class MetricPoller {
  private static final Logger LOG = LoggerFactory.getLogger(MetricPoller.class);

  /**
   * What to read, and how often.
   *
   * @param pool the pool's name
   * @param metric the metric's
   * @param every how long from one look to the next, above 0
   * @param source where it comes from
   */
  public record Order(String pool, String metric, Duration every, MetricSource source) {
    /** None is null. */
    public Order {
      Objects.requireNonNull(pool, "pool");
      Objects.requireNonNull(metric, "metric");
      Objects.requireNonNull(every, "every");
      Objects.requireNonNull(source, "source");
    }
  }

  private final Order order;
  private final MachinePool pool;
  private final Executor threads;
  private final WriteOptions options;
  private final AtomicBoolean asking = new AtomicBoolean();

  /** Said last, so that the same is not said every few seconds; of the asking thread. */
  private @Nullable String said;

  public MetricPoller(Order order, MachinePool pool, Executor threads) {
    this.order = order;
    this.options =
        new WriteOptions(Optional.empty(), "metric:" + order.metric(), "metric", Optional.empty());
    this.pool = pool;
    this.threads = threads;
  }

  public void start(ScheduledExecutorService timer) {
    long nanos = order.every().toNanos();
    var unused = timer.scheduleAtFixedRate(this::ask, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** Asks on a thread of its own, unless an earlier question is still open. */
  void ask() {
    if (asking.compareAndSet(false, true)) {
      threads.execute(() -> {
        try {
          read();
        } finally {
          asking.set(false);
        }
      });
    }
  }

  private void read() {
    try {
      OptionalDouble value = order.source().read();
      if (value.isPresent()) {
        ScalingRequest measured = ScalingRequest.measured(order.metric(), value.getAsDouble());
        ScalingDecision decision = pool.scale(measured, PolicySelector.own(), options);
        say(decision.ok() ? null : decision.reason());
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } catch (PoolException refusal) {
      // Until the first complete list the pool refuses every request to scale, so a warning adds
      // nothing.
      say(refusal.reason() == PoolException.Reason.UNAVAILABLE ? null : refusal.getMessage());
    } catch (Exception wrong) {
      // Any exception of a program's source; the next read may succeed.
      say(wrong.toString());
    }
  }

  private void say(@Nullable String problem) {
    if (problem != null && !problem.equals(said)) {
      LOG.warn("pool {}: metric {}: {}", order.pool(), order.metric(), problem);
    }
    said = problem;
  }
}
