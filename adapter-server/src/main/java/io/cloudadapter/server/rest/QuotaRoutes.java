package io.cloudadapter.server.rest;

import io.cloudadapter.api.TenantQuota;
import io.cloudadapter.client.message.MessageFields;
import io.cloudadapter.client.message.QuotaMessages;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.Role;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The routes about tenants, not part of the specification: {@code GET /quotas} shows what their pools use, and {@code
 * GET /quotas/<tenant>} one of them. A limited caller sees the tenants that have one of its pools.
 */
public final class QuotaRoutes {
  private final CallerPools pools;

  /**
   * Routes to quotas.
   *
   * @param pools the pools as callers have them
   */
  public QuotaRoutes(CallerPools pools) {
    this.pools = pools;
  }

  /**
   * The routes.
   *
   * @return the routes
   */
  public List<HttpRoute> routes() {
    return List.of(
        route(
            "/quotas",
            request -> HttpReply.json(
                200,
                MessageFields.of(
                    "tenants",
                    pools.of(request).quotas().stream()
                        .map(QuotaMessages::message)
                        .toList()))),
        route(
            "/quotas/{tenant}",
            request -> HttpReply.json(200, QuotaMessages.message(one(request)))));
  }

  private static HttpRoute route(String template, Handler handler) {
    return new HttpRoute(
        "GET",
        template,
        Optional.of(Role.READ),
        ExecutionLane.READ,
        handler,
        Set.of(),
        Set.of(),
        RouteReach.POOLS);
  }

  private TenantQuota one(HttpRequest request) {
    String name = request.parameter("tenant");
    return pools.of(request).quotas().stream()
        .filter(quota -> quota.tenant().equals(name))
        .findFirst()
        .orElseThrow(() -> HttpError.of(
            404,
            "there is no tenant " + SafeText.quoted(name),
            "GET /quotas lists the tenants of this caller"));
  }
}
