package io.cloudadapter.kubernetes;

import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.core.LeaderTask;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * Acts on the messages that {@link NodeChannel} keeps in clusters: drains the nodes of machines that end, and completes
 * the launch hooks of machines whose nodes are ready.
 *
 * <pre>{@code
 * HookTarget cluster = new HookTarget(NodeChannel.NAME, Map.of("namespace", "cloudadapter"), Optional.empty());
 * try (CloudAdapter adapter = CloudAdapter.builder() // …
 *     .pool(PoolConfig.named("workers", "lab", 10)
 *         .hook(LifecycleHook.onTerminate("drain", Duration.ofMinutes(2), cluster))
 *         .build())
 *     .task(new NodeHooks(new SecureRandom()))
 *     .open()) {
 *   // …
 * }
 * }</pre>
 *
 * <p>Any thread may use it. Its own threads are daemons.
 */
public final class NodeHooks implements LeaderTask {
  private static final Duration WATCH = Duration.ofSeconds(5);
  private static final Duration TICK = Duration.ofMillis(250);

  private final ServiceAccountFiles pod;
  private final RandomGenerator random;
  private final Duration watch;

  /**
   * Makes the task.
   *
   * @param random draws the jitter of retries; any thread may use it
   */
  public NodeHooks(RandomGenerator random) {
    this(ServiceAccountFiles.ofThisPod(), random, WATCH);
  }

  /** Makes one whose watches last another time. */
  NodeHooks(ServiceAccountFiles pod, RandomGenerator random, Duration watch) {
    this.pod = pod;
    this.random = Objects.requireNonNull(random, "random");
    this.watch = watch;
  }

  @Override
  public Running start(LeaderContext context) {
    Objects.requireNonNull(context, "context");
    ScheduledExecutorService decides =
        Executors.newSingleThreadScheduledExecutor(named("kubernetes-hooks"));
    ExecutorService works = Executors.newCachedThreadPool(named("kubernetes-node"));
    NodeHooksRun run =
        new NodeHooksRun(context, new ApiServers(pod), random, watch, works, decides);
    run.begin(TICK);
    return run;
  }

  private static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
