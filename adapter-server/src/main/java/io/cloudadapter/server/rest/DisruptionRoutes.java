package io.cloudadapter.server.rest;

import io.cloudadapter.client.message.DisruptionMessages;
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

/** The account of disruption of a pool, {@code /pool/disruption}, not part of the specification. */
public final class DisruptionRoutes {
  private final CallerPools pools;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   */
  public DisruptionRoutes(CallerPools pools) {
    this.pools = pools;
  }

  /**
   * The routes.
   *
   * @return the route of the default pool, then that of a named one
   */
  public List<HttpRoute> routes() {
    List<HttpRoute> routes = new ArrayList<>();
    for (String prefix : PoolPath.PREFIXES) {
      routes.add(new HttpRoute(
          "GET", prefix + "/disruption", Optional.of(Role.READ), ExecutionLane.READ, this::status));
    }
    return HttpRoute.reaching(RouteReach.POOLS, routes);
  }

  private HttpReply status(HttpRequest request) {
    return HttpReply.json(
        200, DisruptionMessages.status(PoolPath.pool(pools, request).disruption()));
  }
}
