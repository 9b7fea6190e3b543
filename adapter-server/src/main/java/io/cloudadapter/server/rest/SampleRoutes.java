package io.cloudadapter.server.rest;

import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.client.message.SampleMessages;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The samples of a pool over the last hour, day or week, {@code /pool/samples}, not part of the specification. */
public final class SampleRoutes {
  private static final String SPAN = "span=";

  private final CallerPools pools;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   */
  public SampleRoutes(CallerPools pools) {
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
          "GET", prefix + "/samples", Optional.of(Role.READ), ExecutionLane.READ, this::samples));
    }
    return HttpRoute.reaching(RouteReach.POOLS, routes);
  }

  private HttpReply samples(HttpRequest request) {
    SampleSpan span = span(request.head().query().orElse(""));
    return HttpReply.json(
        200, SampleMessages.samples(PoolPath.pool(pools, request).samples(span)));
  }

  private static SampleSpan span(String query) {
    if (query.isEmpty()) {
      return SampleSpan.HOUR;
    }
    return Optional.of(query)
        .filter(all -> all.startsWith(SPAN))
        .flatMap(all -> SampleMessages.span(all.substring(SPAN.length())))
        .orElseThrow(() -> HttpError.badRequest(
            "the query may be span=hour, span=day or span=week, was " + SafeText.quoted(query),
            ""));
  }
}
