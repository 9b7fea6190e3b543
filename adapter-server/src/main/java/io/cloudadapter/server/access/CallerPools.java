package io.cloudadapter.server.access;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Pools;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.HttpRequest;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Gives each caller the pools of its scope. Any number of threads may use it. */
public final class CallerPools {
  private final Pools pools;
  private final Function<PoolName, Map<String, String>> labels;

  /**
   * The pools of a server.
   *
   * @param pools all of them
   * @param labels the labels of a pool, by its name; empty for one without
   */
  public CallerPools(Pools pools, Function<PoolName, Map<String, String>> labels) {
    this.pools = Objects.requireNonNull(pools, "pools");
    this.labels = Objects.requireNonNull(labels, "labels");
  }

  /**
   * Pools without labels.
   *
   * @param pools all of them
   * @return the same for callers
   */
  public static CallerPools unlabelled(Pools pools) {
    return new CallerPools(pools, name -> Map.of());
  }

  /**
   * The pools as a caller has them: those of its scope, which it can change by its verbs only. They follow changes of
   * labels while they are held.
   *
   * @param caller who asks
   * @return pools that show no other pool, not even by a message; they have no default pool if that is another one
   */
  Pools of(Caller caller) {
    return caller.scope().isLimited() ? new ScopedPools(pools, caller, labels) : pools;
  }

  /**
   * The pools as the caller of a request has them.
   *
   * @param request the request
   * @return as {@link #of(Caller)}
   */
  public Pools of(HttpRequest request) {
    return of(request.caller());
  }

  /**
   * All pools, for what the server does on its own: health, and waking those who wait.
   *
   * @return the pools, for nothing that a caller sees
   */
  public Pools all() {
    return pools;
  }

  /**
   * The labels of a pool.
   *
   * @param pool its name
   * @return its labels; empty for one without
   */
  public Map<String, String> labels(PoolName pool) {
    return labels.apply(pool);
  }
}
