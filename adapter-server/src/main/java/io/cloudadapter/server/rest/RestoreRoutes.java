package io.cloudadapter.server.rest;

import io.cloudadapter.client.message.RestoreMessages;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.options.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Pools whose ledger was restored from a backup, not part of the specification: {@code /pool/restore} compares the
 * ledger with the cloud, and {@code /pool/restore/accept} lets the pool act again.
 */
public final class RestoreRoutes {
  private final CallerPools pools;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   */
  public RestoreRoutes(CallerPools pools) {
    this.pools = pools;
  }

  /**
   * The routes.
   *
   * @return the routes of the default pool, then those of a named one
   */
  public List<HttpRoute> routes() {
    List<HttpRoute> routes = new ArrayList<>();
    for (String prefix : PoolPath.PREFIXES) {
      routes.add(new HttpRoute(
          "GET", prefix + "/restore", Optional.of(Role.READ), ExecutionLane.READ, this::report));
      routes.add(new HttpRoute(
          "POST",
          prefix + "/restore/accept",
          Optional.of(Role.ADMIN),
          ExecutionLane.WRITE,
          this::accept));
    }
    return HttpRoute.reaching(RouteReach.POOLS, routes);
  }

  private HttpReply report(HttpRequest request) {
    return HttpReply.json(
        200, RestoreMessages.report(PoolPath.pool(pools, request).restoreReport()));
  }

  private HttpReply accept(HttpRequest request) {
    RestErrors.none(request.body());
    PoolPath.pool(pools, request).acceptRestore(PoolPath.options(request));
    return HttpReply.done();
  }
}
