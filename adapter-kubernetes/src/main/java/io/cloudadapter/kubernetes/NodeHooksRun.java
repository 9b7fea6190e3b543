package io.cloudadapter.kubernetes;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.core.LeaderTask;
import io.cloudadapter.core.config.PoolConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The work for nodes while one process leads. A single thread decides; requests have threads of their own. */
final class NodeHooksRun implements LeaderTask.Running {
  private static final Logger LOG = LoggerFactory.getLogger(NodeHooksRun.class);

  /** Between two looks at the hooks of clusters, while one cannot be asked. */
  private static final Duration OUTAGE_LOOK = Duration.ofSeconds(1);

  /** The longest time between two looks while each answers, since a message may not arrive all the same. */
  private static final Duration USUAL_LOOK = Duration.ofSeconds(5);

  private final LeaderContext context;
  private final ApiServers servers;
  private final RandomGenerator random;
  private final Duration watch;
  private final ExecutorService threads;
  private final ScheduledExecutorService thread;
  private final NodeMetrics metrics = new NodeMetrics();
  private final OutageHeartbeats outage;
  private final Turn outageBeats;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ClusterWatch.Key, ClusterWatch> clusters = new LinkedHashMap<>();
  private final Map<UUID, WorkItem> items = new LinkedHashMap<>();

  /** The pool and the name of a hook. */
  private record HookName(PoolName pool, String hook) {}

  /** What the configuration says of a hook that leads to a cluster. */
  private record NodeHook(String account, Duration timeout, NodeTarget target) {}

  /** What decides which work a message gets: whether the pool is kept here, and its hook. */
  private record Basis(boolean pool, Optional<NodeHook> hook) {}

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
    this.outage = new OutageHeartbeats(context.ticker(), context.wall());
    this.outageBeats = new Turn(context.ticker().nanos(), this::beatInOutage);
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
      Map<ClusterWatch.Key, Map<HookName, NodeHook>> hooks = hooks();
      List<ClusterWatch> followed;
      lock.lock();
      try {
        follow(hooks.keySet());
        followed = List.copyOf(clusters.values());
        Set<UUID> present = new HashSet<>();
        clusters.forEach((key, cluster) -> cluster.messages().forEach(message -> {
          present.add(message.token());
          look(message, cluster, hooks.getOrDefault(key, Map.of()));
        }));
        items
            .values()
            .removeIf(item ->
                !present.contains(item.message().token()) && item.steps().isIdle());
        long now = context.ticker().nanos();
        // Heartbeats have room of their own: a step may wait for the API server.
        Turn.beginDue(List.of(outageBeats), now, threads);
        Turn.beginDue(items.values().stream().map(WorkItem::beats).toList(), now, threads);
        Turn.beginDue(items.values().stream().map(WorkItem::steps).toList(), now, threads);
      } finally {
        lock.unlock();
      }
      followed.forEach(cluster -> cluster.tick(threads));
    } catch (RuntimeException e) {
      // The next tick looks again; without this the timer would end.
      LOG.warn("the hooks of nodes cannot be looked at", e);
    }
  }

  /** Has hooks wait whose cluster cannot be asked; returns when to look again. */
  private OptionalLong beatInOutage() {
    Duration wait = OUTAGE_LOOK;
    try {
      if (context.leads()) {
        List<OutageHeartbeats.ClusterHooks> all = clusterHooks();
        wait = all.stream().anyMatch(each -> each.trouble().isPresent())
            ? OUTAGE_LOOK
            : usualLook(all);
        outage.beat(all, working());
      }
    } catch (RuntimeException e) { // The next look may succeed; without this it would be the last.
      LOG.warn("the hooks of a cluster that cannot be asked cannot be looked at", e);
    }
    return OptionalLong.of(context.ticker().nanos() + wait.toNanos());
  }

  /** A third of the shortest time-out, within bounds. */
  private static Duration usualLook(List<OutageHeartbeats.ClusterHooks> all) {
    return all.stream()
        .flatMap(each -> each.hooks().values().stream())
        .map(hook -> hook.timeout().dividedBy(3))
        .min(Comparator.naturalOrder())
        .filter(third -> third.compareTo(USUAL_LOOK) < 0)
        .map(third -> third.compareTo(OUTAGE_LOOK) < 0 ? OUTAGE_LOOK : third)
        .orElse(USUAL_LOOK);
  }

  private List<OutageHeartbeats.ClusterHooks> clusterHooks() {
    List<OutageHeartbeats.ClusterHooks> all = new ArrayList<>();
    hooks().forEach((key, hooks) -> {
      Map<PoolName, Map<String, OutageHeartbeats.HookSetting>> byPool = new TreeMap<>();
      hooks.forEach((name, hook) -> byPool
          .computeIfAbsent(name.pool(), pool -> new HashMap<>())
          .put(
              name.hook(),
              new OutageHeartbeats.HookSetting(hook.timeout(), hook.target().timeout())));
      byPool.forEach((pool, settings) -> context
          .pools()
          .find(pool.value())
          .ifPresent(found -> all.add(
              new OutageHeartbeats.ClusterHooks(new ViewedPool(found), settings, trouble(key)))));
    });
    return all;
  }

  private Optional<String> trouble(ClusterWatch.Key key) {
    lock.lock();
    try {
      return Optional.ofNullable(clusters.get(key)).flatMap(ClusterWatch::trouble);
    } finally {
      lock.unlock();
    }
  }

  /** The tokens of the messages that are worked on. */
  private Set<UUID> working() {
    lock.lock();
    try {
      return Set.copyOf(items.keySet());
    } finally {
      lock.unlock();
    }
  }

  /** Follows the clusters that hooks lead to, and others until their messages are gone. */
  private void follow(Set<ClusterWatch.Key> wanted) {
    wanted.forEach(key -> clusters.computeIfAbsent(
        key, k -> new ClusterWatch(k, servers, watch, context.ticker(), random)));
    clusters
        .entrySet()
        .removeIf(each -> !each.getValue().isToFollow(wanted.contains(each.getKey())));
  }

  private Map<ClusterWatch.Key, Map<HookName, NodeHook>> hooks() {
    Map<ClusterWatch.Key, Map<HookName, NodeHook>> hooks = new HashMap<>();
    for (MachinePool pool : context.pools().all()) {
      context.config(pool.name()).ifPresent(config -> add(config, hooks));
    }
    return hooks;
  }

  private static void add(PoolConfig config, Map<ClusterWatch.Key, Map<HookName, NodeHook>> hooks) {
    for (LifecycleHook hook : config.hooks()) {
      target(hook.target())
          .ifPresent(target -> hooks
              .computeIfAbsent(ClusterWatch.Key.of(target), key -> new HashMap<>())
              .put(
                  new HookName(config.name(), hook.name()),
                  new NodeHook(config.account(), hook.timeout(), target)));
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

  /** Has a message worked on, by what the configuration says at present. */
  private void look(NodeMessage message, ClusterWatch cluster, Map<HookName, NodeHook> hooks) {
    Optional<PoolHooks> pool = context.pools().find(message.pool().value()).map(ViewedPool::new);
    Optional<NodeHook> hook =
        Optional.ofNullable(hooks.get(new HookName(message.pool(), message.hook())));
    Basis basis = new Basis(pool.isPresent(), hook);
    @Nullable WorkItem known = items.get(message.token());
    if (known != null && !known.isOutdated(basis)) {
      return;
    }
    boolean wanted = pool.isPresent() && hook.isPresent();
    NodeWork work = wanted
        ? work(message, cluster.cluster(), pool.get(), hook.get())
        : new LeftMessage(message, pool, cluster.cluster(), context.wall());
    WorkItem item = new WorkItem(
        message,
        work,
        basis,
        // What is left from the start shows nothing; what a hook was dropped for takes back what
        // was shown.
        wanted || known != null ? pool : Optional.empty(),
        cluster::trouble,
        new RetryPause(random, context.ticker()),
        context);
    if (known != null) {
      item.replace(known);
    }
    items.put(message.token(), item);
  }

  private NodeWork work(NodeMessage message, Cluster cluster, PoolHooks pool, NodeHook hook) {
    WorkSetting setting = new WorkSetting(
        hook.target(),
        new NodeFinder(hook.target(), hook.account(), message.pool().value()),
        cluster,
        pool,
        metrics,
        context.ticker(),
        context.wall(),
        random);
    return NodeTarget.isOfDrain(message.transition())
        ? new NodeDrain(message, setting)
        : new NodeJoin(message, setting);
  }

  @Override
  public List<Metric> metrics() {
    List<Metric> all = new ArrayList<>(metrics.all());
    lock.lock();
    try {
      Map<PoolName, int[]> waiting = new TreeMap<>();
      for (WorkItem item : items.values()) {
        if (!item.steps().isDone()) {
          int kind = NodeTarget.isOfDrain(item.message().transition()) ? 0 : 1;
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
