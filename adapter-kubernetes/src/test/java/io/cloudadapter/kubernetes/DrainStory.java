package io.cloudadapter.kubernetes;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** The work for one machine, step by step, on clocks that the test moves. */
final class DrainStory {
  final FakeCluster cluster = new FakeCluster();
  final FakePool pool;
  final NodeMetrics metrics = new NodeMetrics();
  private final LifecycleTransition transition;
  private final NodeTarget target;
  private NodeWork work;
  private boolean done;
  private Duration beatAt = Duration.ZERO;

  /** The pause after an error, unless the work is due before. */
  Duration afterError = Duration.ofSeconds(1);

  DrainStory(LifecycleTransition transition, Duration timeout, Duration limit, String... keys) {
    this.transition = transition;
    this.pool = new FakePool(transition, timeout, limit);
    Map<String, String> parameters = new TreeMap<>(Map.of("namespace", "cloudadapter"));
    for (int i = 0; i < keys.length; i += 2) {
      parameters.put(keys[i], keys[i + 1]);
    }
    this.target = NodeTarget.of(new HookTarget(NodeChannel.NAME, parameters, Optional.empty()));
    cluster.messages.add(message().name());
    cluster.passes = pool::pass;
    cluster.ticker = pool::nanos;
    this.work = work();
  }

  /** One that drains: a hook of a minute, an hour with heartbeats. */
  static DrainStory drain(String... keys) {
    return new DrainStory(
        LifecycleTransition.TERMINATE, Duration.ofMinutes(1), Duration.ofHours(1), keys);
  }

  private NodeMessage message() {
    String name = NodeMessage.name(FakePool.TOKEN);
    return new NodeMessage(
        name,
        FakePool.TOKEN,
        new PoolName("web"),
        FakePool.MACHINE,
        transition,
        "drain",
        Instant.parse("2026-01-01T00:00:00Z"),
        cluster.answered.contains(name));
  }

  private NodeWork work() {
    WorkSetting setting = new WorkSetting(
        target,
        new NodeFinder(target, "lab", "web"),
        cluster,
        pool,
        metrics,
        pool::nanos,
        pool::wall,
        new Random(1));
    return transition == LifecycleTransition.TERMINATE
            || transition == LifecycleTransition.WARM_RETURN
        ? new NodeDrain(message(), setting)
        : new NodeJoin(message(), setting);
  }

  /** Another process goes on. */
  void restart() {
    work = work();
    beatAt = pool.passed();
  }

  boolean isDone() {
    return done;
  }

  /** Takes a step, and lets the time pass until the next one; a second after an error. */
  void step() {
    if (done) {
      return;
    }
    beat();
    try {
      Optional<Duration> after = work.step().after();
      done = after.isEmpty();
      after.ifPresent(pool::pass);
    } catch (CloudException e) {
      pool.pass(untilNext());
    }
  }

  private Duration untilNext() {
    long left = work.due().orElse(Long.MAX_VALUE) - pool.nanos();
    return left > 0 && left < afterError.toNanos() ? Duration.ofNanos(left) : afterError;
  }

  private void beat() {
    if (pool.passed().compareTo(beatAt) >= 0) {
      beatAt =
          work.beat().after().map(wait -> pool.passed().plus(wait)).orElse(Duration.ofDays(365));
    }
  }

  /** Takes steps until the work is done, or so much time has passed. */
  void steps(Duration most) {
    Duration end = pool.passed().plus(most);
    while (!done && pool.passed().compareTo(end) < 0) {
      step();
    }
  }
}
