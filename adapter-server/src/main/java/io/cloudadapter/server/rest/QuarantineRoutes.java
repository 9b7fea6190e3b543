package io.cloudadapter.server.rest;

import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.client.message.PoolMessages;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.options.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Machines in quarantine, not part of the specification: {@code /pool/quarantine} lists them, and
 * {@code /pool/quarantine/<machine>/adopt}, {@code disown} and {@code terminate} decide about one.
 */
public final class QuarantineRoutes {
  private final CallerPools pools;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   */
  public QuarantineRoutes(CallerPools pools) {
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
          "GET", prefix + "/quarantine", Optional.of(Role.READ), ExecutionLane.READ, this::list));
      for (QuarantineDecision decision : QuarantineDecision.values()) {
        routes.add(new HttpRoute(
            "POST",
            prefix + "/quarantine/{machine}/" + decision.word(),
            Optional.of(Role.ADMIN),
            ExecutionLane.WRITE,
            settle(decision)));
      }
    }
    return HttpRoute.reaching(RouteReach.POOLS, routes);
  }

  private HttpReply list(HttpRequest request) {
    List<QuarantinedMachine> machines = PoolPath.pool(pools, request).quarantine();
    return HttpReply.json(200, PoolMessages.quarantine(machines));
  }

  private Handler settle(QuarantineDecision decision) {
    return request -> {
      RestErrors.none(request.body());
      PoolPath.pool(pools, request)
          .settleQuarantine(PoolPath.machine(request), decision, PoolPath.options(request));
      return HttpReply.done();
    };
  }
}
