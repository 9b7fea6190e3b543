package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.client.message.EventMessages;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.CallerBudgets;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.options.MachinePrices;
import io.cloudadapter.server.options.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The routes that follow pools, ours: {@code /pool/events} has the history of a pool in pages, {@code /overview} a row
 * for each pool. With {@code watch=true} both go on as server-sent events.
 */
public final class EventRoutes implements AutoCloseable {
  private final CallerPools pools;
  private final SseStreams streams;
  private final OverviewRoutes overview;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   * @param stands whether a caller still has its credential and its rights
   * @param budgets what each caller may take
   * @param most how many may watch at once: each has a connection
   * @param prices the prices of machines, as far as they are known
   * @param nanos tells elapsed time
   */
  public EventRoutes(
      CallerPools pools,
      Predicate<Caller> stands,
      CallerBudgets budgets,
      int most,
      MachinePrices prices,
      LongSupplier nanos) {
    this.pools = pools;
    this.streams = new SseStreams(stands, budgets, most, nanos);
    this.overview = new OverviewRoutes(pools, streams, prices, nanos);
  }

  /**
   * The routes.
   *
   * @return the route of the default pool, then those of a named one, then the overview
   */
  public List<HttpRoute> routes() {
    List<String> templates = new ArrayList<>();
    PoolPath.PREFIXES.forEach(prefix -> templates.add(prefix + "/events"));
    templates.add("/pools/{pool}/events");
    List<HttpRoute> routes = new ArrayList<>();
    templates.forEach(template -> routes.add(
        new HttpRoute("GET", template, Optional.of(Role.READ), ExecutionLane.READ, this::events)
            .reaching(RouteReach.POOLS)));
    routes.add(overview.route());
    return routes;
  }

  private HttpReply events(HttpRequest request) {
    EventQueryReader.Asked asked = EventQueryReader.read(request.head());
    MachinePool pool = PoolPath.pool(pools, request);
    if (!asked.watches()) {
      return HttpReply.json(200, EventMessages.page(pool.events(asked.query())));
    }
    streams.requirePlace();
    // What is wrong with the query is answered, not streamed.
    return streams.open(request, new EventFrames(pool, asked.query(), pool.events(asked.query())));
  }

  /** Ends all watches. */
  @Override
  public void close() {
    streams.close();
  }
}
