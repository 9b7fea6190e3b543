package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When the steps and heartbeats of many messages are taken. */
class WorkItemTest {
  private static final Duration TICK = Duration.ofMillis(250);

  private final Queue threads = new Queue();
  private final Context context = new Context();
  private final List<Work> works = new ArrayList<>();
  private final List<WorkItem> items = new ArrayList<>();

  /** Runs what it is given when the test says so. */
  private static final class Queue extends AbstractExecutorService {
    final Deque<Runnable> tasks = new ArrayDeque<>();

    void run() {
      while (!tasks.isEmpty()) {
        tasks.remove().run();
      }
    }

    @Override
    public void execute(Runnable task) {
      tasks.add(task);
    }

    @Override
    public void shutdown() {
      tasks.clear();
    }

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) {
      return true;
    }
  }

  private static final class Context implements LeaderContext {
    long nanos;

    @Override
    public Pools pools() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<PoolConfig> config(PoolName pool) {
      return Optional.empty();
    }

    @Override
    public Map<String, List<HookChannel>> channels() {
      return Map.of();
    }

    @Override
    public Optional<byte[]> read(String key) {
      return Optional.empty();
    }

    @Override
    public void write(String key, byte[] value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean leads() {
      return true;
    }

    @Override
    public InstantSource wall() {
      return () -> Instant.EPOCH;
    }

    @Override
    public Ticker ticker() {
      return () -> nanos;
    }
  }

  /** A drain that goes on for ever. */
  private static final class Work implements NodeWork {
    int steps;
    int beats;
    Optional<CloudException> error = Optional.empty();
    OptionalLong due = OptionalLong.empty();

    @Override
    public OptionalLong due() {
      return due;
    }

    @Override
    public NextStep step() {
      steps++;
      if (error.isPresent()) {
        throw error.get();
      }
      return NextStep.after(Duration.ofSeconds(2));
    }

    @Override
    public NextStep beat() {
      beats++;
      return NextStep.after(Duration.ofSeconds(10));
    }
  }

  private Work work() {
    Work work = new Work();
    works.add(work);
    NodeMessage message = new NodeMessage(
        "hook",
        new UUID(0, works.size()),
        new PoolName("web"),
        new MachineId("i-" + works.size()),
        LifecycleTransition.TERMINATE,
        "drain",
        Instant.EPOCH,
        false);
    items.add(new WorkItem(
        message,
        work,
        "basis",
        Optional.empty(),
        Optional::empty,
        new RetryPause(new Random(1), context.ticker()),
        context));
    return work;
  }

  private void begin() {
    Turn.beginDue(items.stream().map(WorkItem::beats).toList(), context.nanos, threads);
    Turn.beginDue(items.stream().map(WorkItem::steps).toList(), context.nanos, threads);
  }

  private void pass(Duration time) {
    for (long end = context.nanos + time.toNanos(); context.nanos < end; ) {
      begin();
      threads.run();
      context.nanos += TICK.toNanos();
    }
  }

  @Test
  void each_of_very_many_drains_gets_its_steps_and_heartbeats() {
    for (int i = 0; i < 300; i++) {
      work();
    }

    pass(Duration.ofMinutes(1));

    assertThat(works).allMatch(work -> work.steps >= 10).allMatch(work -> work.beats >= 5);
  }

  @Test
  void drains_that_fail_do_not_take_the_steps_of_others() {
    for (int i = 0; i < 300; i++) {
      work().error = Optional.of(
          CloudException.of(CloudException.Kind.UNAVAILABLE, CloudException.Effect.NONE, "away")
              .retryAfter(Duration.ZERO)
              .build());
    }
    Work last = work();

    pass(Duration.ofMinutes(1));

    assertThat(last.steps).isGreaterThanOrEqualTo(8);
  }

  @Test
  void heartbeats_go_out_while_all_steps_wait_for_the_api_server() {
    for (int i = 0; i < 40; i++) {
      work();
    }
    begin();
    // The heartbeats of the first tick come before the steps, which stay where they are.
    for (int i = 0; i < Turn.MOST_AT_ONCE; i++) {
      threads.tasks.remove().run();
    }
    Deque<Runnable> stuck = new ArrayDeque<>(threads.tasks);
    threads.tasks.clear();

    pass(Duration.ofSeconds(30));

    assertThat(stuck).hasSize(Turn.MOST_AT_ONCE);
    assertThat(works).allMatch(work -> work.beats >= 3).allMatch(work -> work.steps == 0);
  }

  @Test
  void a_wait_of_an_hour_that_a_proxy_asks_for_stops_steps_for_half_a_minute_and_no_heartbeat() {
    Work work = work();
    work.error = Optional.of(
        CloudException.of(CloudException.Kind.THROTTLED, CloudException.Effect.NONE, "too many")
            .retryAfter(Duration.ofHours(1))
            .build());
    pass(Duration.ofSeconds(29));
    assertThat(work.steps).isEqualTo(1);
    assertThat(work.beats).isEqualTo(3);

    pass(Duration.ofSeconds(2));
    assertThat(work.steps).isEqualTo(2);
  }

  @Test
  void the_step_at_the_time_limit_does_not_wait_for_the_pause_after_an_error() {
    Work work = work();
    work.due = OptionalLong.of(Duration.ofSeconds(7).toNanos());
    work.error = Optional.of(
        CloudException.of(CloudException.Kind.THROTTLED, CloudException.Effect.NONE, "too many")
            .retryAfter(Duration.ofSeconds(30))
            .build());
    pass(Duration.ofSeconds(7));
    assertThat(work.steps).isEqualTo(1);

    pass(TICK.multipliedBy(2));
    assertThat(work.steps).isEqualTo(2);

    pass(Duration.ofSeconds(29));
    assertThat(work.steps).as("the moment is over").isEqualTo(2);
  }

  @Test
  void a_refused_eviction_is_repeated_after_half_a_minute_though_a_proxy_asks_for_an_hour() {
    List<String> asked = new ArrayList<>();
    FakeCluster cluster = new FakeCluster() {
      @Override
      public EvictionReply evict(Pod pod, Optional<Duration> grace) {
        asked.add(pod.name());
        return EvictionReply.refused(Optional.of(Duration.ofHours(1)), "a proxy");
      }
    };
    Evictions evictions =
        new Evictions(Optional.empty(), context.ticker(), new Random(1), (pod, count, why) -> {});
    List<Pod> pods = List.of(FakeCluster.pod("a", "ReplicaSet", false));

    evictions.evict(cluster, pods);
    context.nanos += Duration.ofSeconds(29).toNanos();
    evictions.evict(cluster, pods);
    assertThat(asked).hasSize(1);
    context.nanos += Duration.ofSeconds(1).toNanos();
    evictions.evict(cluster, pods);
    assertThat(asked).hasSize(2);
  }
}
