package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.client.message.EventMessages;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.CallerBudgets;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.options.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The history of pools, ours: {@code /pool/events} has its events in pages, and with {@code watch=true} goes on with
 * events to come, as server-sent events. One thread serves all watches, as long as there is one.
 */
public final class EventRoutes implements AutoCloseable {
  private static final long ROUND = TimeUnit.MILLISECONDS.toNanos(500);

  private final CallerPools pools;
  private final Predicate<Caller> stands;
  private final CallerBudgets budgets;
  private final int most;
  private final LongSupplier nanos;
  private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();

  /** Guarded by this. */
  private boolean serving;

  private volatile boolean closed;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   * @param stands whether a caller still has its credential and its rights
   * @param budgets what each caller may take
   * @param most how many may watch at once: each has a connection
   * @param nanos tells elapsed time
   */
  public EventRoutes(
      CallerPools pools,
      Predicate<Caller> stands,
      CallerBudgets budgets,
      int most,
      LongSupplier nanos) {
    this.pools = pools;
    this.stands = stands;
    this.budgets = budgets;
    this.most = most;
    this.nanos = nanos;
  }

  /**
   * The routes.
   *
   * @return the route of the default pool, then those of a named one
   */
  public List<HttpRoute> routes() {
    List<String> templates = new ArrayList<>();
    PoolPath.PREFIXES.forEach(prefix -> templates.add(prefix + "/events"));
    templates.add("/pools/{pool}/events");
    return templates.stream()
        .map(template -> new HttpRoute(
                "GET", template, Optional.of(Role.READ), ExecutionLane.READ, this::events)
            .reaching(RouteReach.POOLS))
        .toList();
  }

  private HttpReply events(HttpRequest request) {
    EventQueryReader.Asked asked = EventQueryReader.read(request.head());
    MachinePool pool = PoolPath.pool(pools, request);
    if (!asked.watches()) {
      return HttpReply.json(200, EventMessages.page(pool.events(asked.query())));
    }
    if (streams.size() >= most || closed) {
      throw HttpError.of(429, most + " watch already, which is the most allowed", "Ask again.");
    }
    // What is wrong with the query is answered, not streamed.
    EventStream stream = new EventStream(
        pool,
        asked.query(),
        pool.events(asked.query()),
        nanos,
        () -> stands.test(request.caller()),
        () -> budgets.endWatch(request.caller()));
    budgets.checkWatch(request);
    return HttpReply.stream("text/event-stream", wire -> {
      budgets.beginWatch(request.caller());
      streams.add(stream);
      stream.begin(wire);
      serve();
    });
  }

  private synchronized void serve() {
    if (!serving) {
      serving = true;
      Thread thread = new Thread(this::serveStreams, "adapter-events");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private synchronized boolean needed() {
    serving = !streams.isEmpty();
    return serving;
  }

  private void serveStreams() {
    while (needed()) {
      for (EventStream stream : List.copyOf(streams)) {
        try {
          if (closed || !stream.mayGoOn()) {
            stream.end();
          }
          stream.pump();
        } catch (PoolException e) {
          stream.end();
        }
        if (stream.isOver()) {
          streams.remove(stream);
          stream.left();
        }
      }
      LockSupport.parkNanos(this, ROUND);
    }
  }

  /** Ends all watches. */
  @Override
  public void close() {
    closed = true;
  }
}
