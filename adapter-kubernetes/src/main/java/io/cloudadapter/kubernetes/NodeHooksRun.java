package io.cloudadapter.kubernetes;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.core.LeaderTask;
import io.cloudadapter.core.config.PoolConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The work for nodes while one process leads. A single thread decides; requests have threads of their own. */
final class NodeHooksRun implements LeaderTask.Running {
  private static final Logger LOG = LoggerFactory.getLogger(NodeHooksRun.class);

  /** How many steps may be under way at once. */
  private static final int MOST_AT_ONCE = 16;

  private final LeaderContext context;
  private final ApiServers servers;
  private final RandomGenerator random;
  private final Duration watch;
  private final ExecutorService threads;
  private final ScheduledExecutorService thread;
  private final NodeMetrics metrics = new NodeMetrics();

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ClusterWatch.Key, ClusterWatch> clusters = new LinkedHashMap<>();
  private final Map<UUID, WorkItem> items = new LinkedHashMap<>();

  /** A hook of this configuration that leads to a cluster. */
  private record NodeHook(PoolConfig pool, LifecycleHook hook, NodeTarget target) {}

  NodeHooksRun(
      LeaderContext context,
      ApiServers servers,
      RandomGenerator random,
      Duration watch,
      ExecutorService threads,
      ScheduledExecutorService thread) {
    this.context = context;
    this.servers = servers;
    this.random = random;
    this.watch = watch;
    this.threads = threads;
    this.thread = thread;
  }

  void begin(Duration tick) {
    var unused = thread.scheduleWithFixedDelay(
        this::tick, tick.toMillis(), tick.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Follows the clusters of the configuration, and begins the steps that are due. */
  void tick() {
    try {
      if (!context.leads()) {
        return;
      }
      Map<ClusterWatch.Key, List<NodeHook>> hooks = hooks();
      List<ClusterWatch> followed = new ArrayList<>();
      lock.lock();
      try {
        clusters.keySet().retainAll(hooks.keySet());
        hooks.forEach((key, unused) -> followed.add(clusters.computeIfAbsent(
            key, k -> new ClusterWatch(k, servers, watch, context.ticker(), random))));
        Set<UUID> present = new HashSet<>();
        clusters.forEach((key, cluster) -> cluster.messages().forEach(message -> {
          present.add(message.token());
          look(message, cluster, hooks.getOrDefault(key, List.of()));
        }));
        items.values().removeIf(item -> !present.contains(item.message().token()) && item.isIdle());
        long busy = items.values().stream().filter(item -> !item.isIdle()).count();
        for (WorkItem item : items.values()) {
          if (busy < MOST_AT_ONCE && item.begin(threads)) {
            busy++;
          }
        }
      } finally {
        lock.unlock();
      }
      followed.forEach(cluster -> cluster.tick(threads));
    } catch (RuntimeException e) {
      // The next tick looks again; without this the timer would end.
      LOG.warn("the hooks of nodes cannot be looked at", e);
    }
  }

  private Map<ClusterWatch.Key, List<NodeHook>> hooks() {
    Map<ClusterWatch.Key, List<NodeHook>> hooks = new HashMap<>();
    for (MachinePool pool : context.pools().all()) {
      context.config(pool.name()).ifPresent(config -> add(config, hooks));
    }
    return hooks;
  }

  private static void add(PoolConfig config, Map<ClusterWatch.Key, List<NodeHook>> hooks) {
    for (LifecycleHook hook : config.hooks()) {
      target(hook.target())
          .ifPresent(target -> hooks
              .computeIfAbsent(ClusterWatch.Key.of(target), key -> new ArrayList<>())
              .add(new NodeHook(config, hook, target)));
    }
  }

  /** The settings of a target that leads to a cluster. A wrong one has no message, since its channel refuses it. */
  private static Optional<NodeTarget> target(HookTarget target) {
    try {
      return target.channel().equals(NodeChannel.NAME)
          ? Optional.of(NodeTarget.of(target))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Has a message worked on; one that was left gets its work once there is a hook for it. */
  private void look(NodeMessage message, ClusterWatch cluster, List<NodeHook> hooks) {
    WorkItem known = items.get(message.token());
    if (known != null && !(known.isLeft() && known.isIdle())) {
      return;
    }
    Optional<PoolHooks> pool = context.pools().find(message.pool().value()).map(ViewedPool::new);
    Optional<NodeHook> hook = hooks.stream()
        .filter(each ->
            each.pool().name().equals(message.pool()) && each.hook().name().equals(message.hook()))
        .findFirst();
    if (pool.isPresent() && hook.isPresent()) {
      NodeWork work = work(message, cluster.cluster(), pool.get(), hook.get());
      items.put(message.token(), item(message, work, pool, cluster));
    } else if (known == null) {
      NodeWork left = new LeftMessage(message, pool, cluster.cluster(), context.wall());
      items.put(message.token(), item(message, left, Optional.empty(), cluster));
    }
  }

  private WorkItem item(
      NodeMessage message, NodeWork work, Optional<PoolHooks> pool, ClusterWatch cluster) {
    RetryPause pause = new RetryPause(random, context.ticker());
    return new WorkItem(message, work, pool, cluster::trouble, pause, context);
  }

  private NodeWork work(NodeMessage message, Cluster cluster, PoolHooks pool, NodeHook hook) {
    WorkSetting setting = new WorkSetting(
        hook.target(),
        hook.hook().timeout(),
        new NodeFinder(hook.target(), hook.pool().account(), message.pool().value()),
        cluster,
        pool,
        metrics,
        context.ticker(),
        context.wall(),
        random);
    return empties(message.transition())
        ? new NodeDrain(message, setting)
        : new NodeJoin(message, setting);
  }

  private static boolean empties(LifecycleTransition transition) {
    return switch (transition) {
      case TERMINATE, WARM_RETURN -> true;
      case LAUNCH, WARM_IN, WAKE -> false;
    };
  }

  @Override
  public List<Metric> metrics() {
    List<Metric> all = new ArrayList<>(metrics.all());
    lock.lock();
    try {
      Map<PoolName, int[]> waiting = new TreeMap<>();
      for (WorkItem item : items.values()) {
        if (!item.isDone()) {
          int kind = empties(item.message().transition()) ? 0 : 1;
          waiting.computeIfAbsent(item.message().pool(), pool -> new int[2])[kind]++;
        }
      }
      waiting.forEach((pool, counts) -> all.add(gauge(
          "cloudadapter_nodes_draining",
          "Nodes that drain.",
          Map.of("pool", pool.value()),
          counts[0])));
      waiting.forEach((pool, counts) -> all.add(gauge(
          "cloudadapter_nodes_joining",
          "New machines whose nodes are not ready yet.",
          Map.of("pool", pool.value()),
          counts[1])));
      clusters.forEach((key, cluster) -> all.add(gauge(
          "cloudadapter_kubernetes_up",
          "1 if the API server of a cluster answers, 0 if not.",
          Map.of(
              "namespace",
              key.namespace(),
              "kubeconfig",
              key.server().kubeconfig().map(file -> file.toString()).orElse("")),
          cluster.trouble().isPresent() ? 0 : 1)));
    } finally {
      lock.unlock();
    }
    return all;
  }

  private static Metric gauge(String name, String help, Map<String, String> labels, double value) {
    return new Metric(name, help, Metric.Type.GAUGE, labels, value);
  }

  @Override
  public void close() {
    thread.shutdownNow();
    servers.close();
    threads.shutdownNow();
  }
}
