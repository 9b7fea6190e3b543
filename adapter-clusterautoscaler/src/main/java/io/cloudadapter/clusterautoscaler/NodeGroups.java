package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.cloud.ProviderIdFormat;
import io.cloudadapter.server.autoscaler.AutoscalerCaller;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerHost;
import io.grpc.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Finds the pools that are node groups for a caller. An error of one pool is an error of all: none is left out. */
final class NodeGroups {
  private static final int LONGEST = 80;

  private final ClusterAutoscalerConfig config;
  private final ClusterAutoscalerHost host;
  private final Executor readers;
  private final SettingsCache settings;
  private final FilledPlaces places = new FilledPlaces();

  /**
   * The node groups of a server.
   *
   * @param readers run what may wait for a store or a pool, so that a call can give it up
   */
  NodeGroups(ClusterAutoscalerConfig config, ClusterAutoscalerHost host, Executor readers) {
    this.config = config;
    this.host = host;
    this.readers = readers;
    this.settings = new SettingsCache(host, readers);
  }

  /**
   * The pools of a caller that are node groups, in the order of their names.
   *
   * @throws PoolException CONFLICT if a policy or a schedule would scale one of them, too
   */
  List<MachinePool> of(AutoscalerCaller caller) {
    List<MachinePool> pools = all(caller);
    pools.forEach(pool -> settings.of(pool).requireNoScaling(pool));
    return pools;
  }

  private List<MachinePool> all(AutoscalerCaller caller) {
    return host.pools().all().stream()
        .filter(pool -> isGroup(pool, caller))
        .sorted(Comparator.comparing(MachinePool::name))
        .toList();
  }

  /**
   * Reads the settings of these pools anew, and requires that each of them can be listed.
   *
   * @throws PoolException UNAVAILABLE if a pool has never listed its cloud; as {@link #of}
   */
  List<MachinePool> refresh(AutoscalerCaller caller) {
    settings.read(all(caller));
    List<MachinePool> pools = of(caller);
    for (MachinePool pool : pools) {
      NodeGroupView unused = view(pool);
    }
    return pools;
  }

  /**
   * One of them.
   *
   * @throws PoolException NOT_FOUND if there is none of that id for the caller; as {@link #of}
   */
  MachinePool find(String id, AutoscalerCaller caller) {
    MachinePool found = host.pools()
        .find(id)
        .filter(pool -> isGroup(pool, caller))
        .orElseThrow(
            () -> new PoolException(
                Reason.NOT_FOUND,
                "there is no node group "
                    + (id.length() <= LONGEST ? id : id.substring(0, LONGEST) + "…"),
                "The section clusterAutoscaler of the configuration has the pools that are node groups."));
    settings.of(found).requireNoScaling(found);
    return found;
  }

  private boolean isGroup(MachinePool pool, AutoscalerCaller caller) {
    Map<String, String> labels = host.labels(pool.name());
    return config.covers(pool.name(), labels) && caller.scope().covers(pool.name(), labels);
  }

  /**
   * What the calls use of a pool's configuration.
   *
   * @throws PoolException UNAVAILABLE if it is not known at present
   */
  GroupSettings settings(MachinePool pool) {
    return settings.of(pool);
  }

  /** A pool as it is at this moment. */
  NodeGroupView view(MachinePool pool) {
    GroupSettings known = settings.of(pool);
    ProviderIdFormat format = new ProviderIdFormat(
        config.providerId(pool.name()), known.account(), pool.name().value());
    PoolView view = pool.view();
    return NodeGroupView.of(
        pool, view, format, known.scaling(), places.note(view), () -> plan(pool));
  }

  /** Notes how many places of a pool have machines before it gets more. */
  void noteBefore(MachinePool pool) {
    int unused = places.note(pool.view());
  }

  /** Notes how many places of the pools have machines now, also while there are no calls. */
  void noteAll() {
    host.pools().all().forEach(this::noteBefore);
  }

  private PoolPlan plan(MachinePool pool) {
    Status late =
        Status.UNAVAILABLE.withDescription("pool " + pool.name() + " does not answer in time");
    try {
      return CallDeadline.await(CompletableFuture.supplyAsync(pool::plan, readers), late);
    } catch (RejectedExecutionException closed) {
      throw late.withCause(closed).asRuntimeException();
    }
  }

  /** Forgets what was noted: this server does not lead any more. */
  void forget() {
    settings.clear();
    places.clear();
  }
}
