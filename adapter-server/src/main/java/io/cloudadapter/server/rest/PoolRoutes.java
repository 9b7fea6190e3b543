package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.client.message.PoolMessages;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.ListedPool;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The routes of a pool: the specification's at {@code /pool}, {@code /pool/size} and {@code
 * /pool/<id>/<verb>}, ours at {@code /pool/<word>}, all of them once for the default pool and once
 * under {@code /pools/<name>}.
 */
public final class PoolRoutes {
  private static final String SIZE = "{ \"desiredSize\": <number> }";
  /** The pool refuses what exceeds its maxSize. */
  private static final String ANY_SIZE = "a whole number from 0 to the pool's maxSize";

  private static final String DECREMENT = "{ \"decrementDesiredSize\": <boolean> }";
  private static final String SERVICE_STATE = "{ \"serviceState\": \"<service state>\" }";
  private static final String HEALTH =
      "{\"verdict\": \"OK, BAD or CANNOT_TELL\", \"reason\": \"<text>\"}";
  private static final String MEMBERSHIP =
      "{\"membershipStatus\": {\"active\": true, \"evictable\": false}}";
  private static final String PROTECTED = "{ \"protected\": <boolean> }";

  /** Names the limit of disruption that a write has exceeded, and by how many machines. */
  private static final String EXCEEDED = "Disruption-Exceeded";

  private final CallerPools pools;
  private final PoolGetHandler reader;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   * @param salt distinguishes this life of the server in ETags
   */
  public PoolRoutes(CallerPools pools, String salt) {
    this.pools = pools;
    this.reader = new PoolGetHandler(salt);
  }

  /**
   * The routes.
   *
   * @return the routes of the default pool, then those of a named one
   */
  public List<HttpRoute> routes() {
    List<HttpRoute> routes = new ArrayList<>();
    for (String prefix : PoolPath.PREFIXES) {
      addReads(routes, prefix);
      addWrites(routes, prefix);
      addAnswers(routes, prefix);
    }
    return HttpRoute.reaching(RouteReach.POOLS, routes);
  }

  private void addReads(List<HttpRoute> routes, String prefix) {
    read(routes, prefix, request -> reader.read(request, ListedPool.view(pool(request))));
    read(routes, prefix + "/size", request -> {
      return HttpReply.json(
          200, PoolMessages.size(ListedPool.view(pool(request)).size()));
    });
    read(routes, prefix + "/plan", request -> {
      OptionalInt size = plannedSize(request.head().query().orElse(""));
      MachinePool pool = pool(request);
      return HttpReply.json(
          200, PoolMessages.plan(size.isPresent() ? pool.planFor(size.getAsInt()) : pool.plan()));
    });
    read(routes, prefix + "/status", request -> {
      return HttpReply.json(200, PoolMessages.status(pool(request).view()));
    });
  }

  /** The size that a plan is asked for; empty for the plan as it is. */
  private static OptionalInt plannedSize(String query) {
    if (query.isEmpty()) {
      return OptionalInt.empty();
    }
    String[] parts = query.split("=", 2);
    if (!parts[0].equals("desiredSize")) {
      throw HttpError.badRequest(
          "the query may have desiredSize, had " + SafeText.quoted(parts[0]), "");
    }
    if (parts.length != 2 || !parts[1].matches("-?[0-9]{1,9}")) {
      throw HttpError.badRequest(
          "desiredSize must be " + ANY_SIZE + ", was "
              + SafeText.quoted(parts.length == 2 ? parts[1] : ""),
          "");
    }
    return OptionalInt.of(Integer.parseInt(parts[1]));
  }

  private void addWrites(List<HttpRoute> routes, String prefix) {
    String machine = prefix + "/{machine}/";
    taking(routes, prefix + "/size", request -> {
      int size = RestErrors.single(request.body(), "desiredSize", SIZE)
          .number("desiredSize", Integer.MIN_VALUE, Integer.MAX_VALUE, ANY_SIZE)
          .orElseThrow();
      pool(request).setDesiredSize(size, options(request));
    });
    taking(routes, machine + "terminate", request -> {
      pool(request).terminate(machine(request), decrement(request), options(request));
    });
    write(routes, machine + "serviceState", request -> {
      ServiceState state = RestErrors.single(request.body(), "serviceState", SERVICE_STATE)
          .oneOf("serviceState", ServiceState.class)
          .orElseThrow();
      pool(request).setServiceState(machine(request), state, options(request));
    });
    write(routes, machine + "health", request -> {
      pool(request)
          .reportHealth(HealthSource.AGENT, List.of(healthReport(request)), options(request));
    });
    taking(routes, machine + "detach", request -> {
      pool(request).detach(machine(request), decrement(request), options(request));
    });
    write(routes, machine + "attach", Role.OPERATE, ExecutionLane.CLOUD, request -> {
      RestErrors.none(request.body());
      pool(request).attach(machine(request), options(request));
    });
    write(routes, machine + "protection", request -> {
      boolean isProtected = flag(request, "protected", PROTECTED);
      pool(request).protect(machine(request), isProtected, options(request));
    });
    write(routes, machine + "membershipStatus", request -> {
      pool(request).setMembershipStatus(machine(request), membership(request), options(request));
    });
  }

  /** Answers to what a pool asks of people. */
  private void addAnswers(List<HttpRoute> routes, String prefix) {
    write(routes, prefix + "/adopt", Role.ADMIN, ExecutionLane.WRITE, request -> {
      RestErrors.none(request.body());
      pool(request).adopt(options(request));
    });
    write(routes, prefix + "/disown", Role.ADMIN, ExecutionLane.WRITE, request -> {
      RestErrors.none(request.body());
      pool(request).disown(options(request));
    });
    write(routes, prefix + "/thaw", Role.ADMIN, ExecutionLane.WRITE, request -> {
      RestErrors.none(request.body());
      pool(request).thaw(options(request));
    });
  }

  private static void read(List<HttpRoute> routes, String template, Handler handler) {
    routes.add(new HttpRoute("GET", template, Optional.of(Role.READ), ExecutionLane.READ, handler));
  }

  /** A write that may take machines out of service; its answer names the limit that is exceeded since. */
  private void taking(List<HttpRoute> routes, String template, Write write) {
    routes.add(new HttpRoute(
        "POST", template, Optional.of(Role.OPERATE), ExecutionLane.WRITE, request -> {
          write.carryOut(request);
          HttpReply done = HttpReply.done();
          return exceeded(pool(request))
              .map(text -> {
                Map<String, String> headers = new LinkedHashMap<>(done.headers());
                headers.put(EXCEEDED, text);
                return new HttpReply(done.status(), headers, done.body());
              })
              .orElse(done);
        }));
  }

  private static Optional<String> exceeded(MachinePool pool) {
    try {
      int by = pool.disruption().exceededBy();
      return by == 0 ? Optional.empty() : Optional.of("disruption.maxUnavailable by " + by);
    } catch (PoolException unknown) {
      // The write is done, whether or not the account can be read.
      return Optional.empty();
    }
  }

  private static void write(List<HttpRoute> routes, String template, Write write) {
    write(routes, template, Role.OPERATE, ExecutionLane.WRITE, write);
  }

  private static void write(
      List<HttpRoute> routes, String template, Role role, ExecutionLane lane, Write write) {
    routes.add(new HttpRoute("POST", template, Optional.of(role), lane, request -> {
      write.carryOut(request);
      return HttpReply.done();
    }));
  }

  private MachinePool pool(HttpRequest request) {
    return PoolPath.pool(pools, request);
  }

  private static MachineId machine(HttpRequest request) {
    return PoolPath.machine(request);
  }

  private static boolean decrement(HttpRequest request) {
    return flag(request, "decrementDesiredSize", DECREMENT);
  }

  private static boolean flag(HttpRequest request, String field, String sample) {
    return RestErrors.single(request.body(), field, sample).flag(field).orElseThrow();
  }

  /** Both fields are required: one that was left out by mistake would end a machine, or keep it for ever. */
  private static HealthReport healthReport(HttpRequest request) {
    JsonBody body = JsonBody.read(request.body(), new RestErrors(HEALTH)).only("verdict", "reason");
    HealthVerdict verdict = body.oneOf("verdict", HealthVerdict.class)
        .orElseThrow(() -> HttpError.badRequest("field verdict is missing", HEALTH));
    String reason = body.text("reason").orElse("");
    try {
      return new HealthReport(machine(request), verdict, reason);
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(String.valueOf(e.getMessage()), "");
    }
  }

  private static MembershipStatus membership(HttpRequest request) {
    JsonBody status = RestErrors.single(request.body(), "membershipStatus", MEMBERSHIP)
        .object("membershipStatus")
        .orElseThrow()
        .only("active", "evictable")
        .required();
    return new MembershipStatus(
        status.flag("active").orElseThrow(), status.flag("evictable").orElseThrow());
  }

  private static WriteOptions options(HttpRequest request) {
    return PoolPath.options(request);
  }

  /** A change that a caller requests; a normal return means success. */
  @FunctionalInterface
  private interface Write {
    void carryOut(HttpRequest request);
  }
}
