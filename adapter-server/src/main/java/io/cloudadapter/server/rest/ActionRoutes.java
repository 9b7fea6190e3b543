package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.client.message.ActionMessages;
import io.cloudadapter.client.message.MessageFields;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Actions of machines, ours: {@code POST /pool/<machine>/actions} asks for one, {@code /pool/actions} lists them,
 * {@code /pool/actions/changes} returns the changes since a version and waits for them, {@code /pool/actions/<id>}
 * shows one, and {@code /pool/actions/<id>/cancel} cancels it. Executors outside of the server claim one with
 * {@code /claim}, and report on it with {@code /report}.
 */
public final class ActionRoutes implements AutoCloseable {
  /** Connections on which nothing moves for half a minute are closed. */
  private static final long LONGEST_WAIT = 25;

  private final CallerPools pools;
  private final Set<ActionWatch> waiting = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   */
  public ActionRoutes(CallerPools pools) {
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
      String action = prefix + "/actions/{action}";
      routes.add(read(prefix + "/actions", ExecutionLane.READ, this::actions));
      routes.add(read(prefix + "/actions/changes", ExecutionLane.CLOUD, this::changes));
      routes.add(read(action, ExecutionLane.READ, this::action));
      routes.add(write(action + "/cancel", this::cancel));
      routes.add(write(action + "/claim", this::claim));
      routes.add(write(action + "/report", this::report));
      routes.add(write(prefix + "/{machine}/actions", this::submit));
    }
    return HttpRoute.reaching(RouteReach.POOLS, routes);
  }

  private static HttpRoute read(String template, ExecutionLane lane, Handler handler) {
    return new HttpRoute("GET", template, Optional.of(Role.READ), lane, handler);
  }

  private static HttpRoute write(String template, Handler handler) {
    return new HttpRoute("POST", template, Optional.of(Role.OPERATE), ExecutionLane.WRITE, handler);
  }

  private HttpReply actions(HttpRequest request) {
    ActionList list = PoolPath.pool(pools, request).actions();
    return HttpReply.json(200, ActionMessages.list(list));
  }

  private HttpReply action(HttpRequest request) {
    UUID uid = uid(request);
    ActionStatus action =
        PoolPath.pool(pools, request).action(uid).orElseThrow(() -> unknown(uid.toString()));
    return HttpReply.json(200, ActionMessages.action(action));
  }

  private HttpReply changes(HttpRequest request) {
    Map<String, Long> query = query(request);
    MachinePool pool = PoolPath.pool(pools, request);
    Duration wait = Duration.ofSeconds(query.getOrDefault("wait", 0L));
    Long since = query.get("since");
    long from = since == null ? pool.actions().version() : since;
    try (ActionWatch watch = pool.watchActions(from)) {
      List<ActionChange> changes = next(watch, wait);
      return HttpReply.json(200, ActionMessages.changes(watch.version(), changes));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PoolException(Reason.UNAVAILABLE, "the server is stopping", "Ask again.", e);
    }
  }

  /** What there is, once there is something, the time is over, or the server stops. */
  private List<ActionChange> next(ActionWatch watch, Duration wait) throws InterruptedException {
    waiting.add(watch);
    try {
      return watch.next(closed ? Duration.ZERO : wait);
    } catch (PoolException e) {
      if (closed && e.reason() == Reason.UNAVAILABLE) {
        return List.of();
      }
      throw e;
    } finally {
      waiting.remove(watch);
    }
  }

  /** Has those that wait for changes answered at once, with what there is. */
  @Override
  public void close() {
    closed = true;
    waiting.forEach(ActionWatch::close);
  }

  private static Map<String, Long> query(HttpRequest request) {
    Map<String, Long> values = new TreeMap<>();
    String query = request.head().query().orElse("");
    for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      String[] parts = pair.split("=", 2);
      long most = parts[0].equals("wait") ? LONGEST_WAIT : Long.MAX_VALUE;
      if (!parts[0].equals("since") && !parts[0].equals("wait")) {
        throw HttpError.badRequest(
            "the query may have since and wait, had " + SafeText.quoted(parts[0]), "");
      }
      long value =
          parts.length == 2 && parts[1].matches("-0|[0-9]{1,18}") ? Long.parseLong(parts[1]) : -1;
      if (value < 0 || value > most || values.put(parts[0], value) != null) {
        throw HttpError.badRequest(
            parts[0] + " must be one whole number of 0 or more"
                + (parts[0].equals("wait") ? ", at most " + LONGEST_WAIT : "") + ", was "
                + SafeText.quoted(pair),
            "");
      }
    }
    return values;
  }

  private HttpReply submit(HttpRequest request) {
    MachineId machine = machine(request);
    UUID uid = PoolPath.pool(pools, request)
        .submit(ActionJson.read(request.body(), machine), PoolPath.options(request));
    String pool = request.parameters().get("pool");
    String path = (pool == null ? "" : "/pools/" + pool) + "/pool/actions/" + uid;
    return HttpReply.json(202, MessageFields.of("id", uid)).with("Location", path);
  }

  private HttpReply cancel(HttpRequest request) {
    RestErrors.none(request.body());
    PoolPath.pool(pools, request).cancelAction(uid(request), PoolPath.options(request));
    return HttpReply.done();
  }

  private HttpReply claim(HttpRequest request) {
    ExecutorJson.Claim claim = ExecutorJson.claim(request.body());
    ActionLease lease = PoolPath.pool(pools, request)
        .claimAction(uid(request), claim.holder(), claim.lease(), PoolPath.options(request));
    return HttpReply.json(200, ActionMessages.lease(lease));
  }

  private HttpReply report(HttpRequest request) {
    ExecutorJson.Report report = ExecutorJson.report(request.body());
    PoolPath.pool(pools, request)
        .reportAction(uid(request), report.epoch(), report.progress(), PoolPath.options(request));
    return HttpReply.done();
  }

  private static MachineId machine(HttpRequest request) {
    String id = request.parameter("machine");
    try {
      return new MachineId(id);
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(
          "machine id must be 1 to 128 of [A-Za-z0-9._~@-], was: " + SafeText.quoted(id), "");
    }
  }

  /** A malformed id is an unknown one. */
  private static UUID uid(HttpRequest request) {
    String text = request.parameter("action");
    try {
      UUID uid = UUID.fromString(text);
      if (uid.toString().equals(text)) {
        return uid;
      }
    } catch (IllegalArgumentException none) {
      // Said below, as for others of another form.
    }
    throw unknown(text);
  }

  private static HttpError unknown(String id) {
    return HttpError.of(
        404, "there is no action " + SafeText.quoted(id), "GET /pool/actions lists them");
  }
}
