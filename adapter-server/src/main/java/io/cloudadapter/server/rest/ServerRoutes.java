package io.cloudadapter.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.client.message.MessageFields;
import io.cloudadapter.client.message.ServerMessages;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.ListedPool;
import io.cloudadapter.server.http.OutgoingBytes;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.http.VersionList;
import io.cloudadapter.server.options.Role;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The routes about the server itself: index, pools, health, metrics, and the OpenAPI document. */
public final class ServerRoutes {
  private final CallerPools pools;
  private final MetricsPage metricsPage;
  private final VersionList identity;

  /**
   * Routes about a server.
   *
   * @param pools the pools that it publishes
   * @param metrics what it measures
   * @param outgoing what readers have not taken yet
   * @param nanos tells elapsed time
   * @param identity the versions of the identity API, which Keystone's clients look for at the root
   */
  public ServerRoutes(
      CallerPools pools,
      ServerMetrics metrics,
      OutgoingBytes outgoing,
      LongSupplier nanos,
      VersionList identity) {
    this.pools = pools;
    this.identity = identity;
    this.metricsPage = new MetricsPage(metrics::text, outgoing, nanos);
  }

  /**
   * The routes.
   *
   * @return the routes
   */
  public List<HttpRoute> routes() {
    Optional<Role> read = Optional.of(Role.READ);
    return List.of(
        new HttpRoute("GET", "/", read, ExecutionLane.READ, this::index)
            .reaching(RouteReach.CALLER),
        new HttpRoute("GET", "/pools", read, ExecutionLane.READ, this::pools)
            .reaching(RouteReach.POOLS),
        new HttpRoute("GET", "/replicas", read, ExecutionLane.READ, request -> replicas()),
        health("/healthz", request -> healthy()),
        health("/readyz", this::ready),
        new HttpRoute(
            "GET",
            "/livez",
            Optional.empty(),
            ExecutionLane.AT_ONCE,
            request -> HealthText.of("livez", healthy(), HealthText.verbose(request.head()))),
        new HttpRoute("GET", "/metrics", read, ExecutionLane.READ, this::metrics)
            .reaching(RouteReach.POOLS),
        new HttpRoute("GET", "/openapi.yaml", read, ExecutionLane.READ, request -> openApi())
            .reaching(RouteReach.CALLER));
  }

  /** Answers JSON, or a text as Kubernetes does to those who ask for more words. */
  private static HttpRoute health(String path, Function<HttpRequest, HttpReply> check) {
    return new HttpRoute("GET", path, Optional.empty(), ExecutionLane.AT_ONCE, request -> {
      HttpReply reply = check.apply(request);
      return HealthText.verbose(request.head())
          ? HealthText.of(path.substring(1), reply, true)
          : reply;
    });
  }

  /** What there is; for a caller who has shown no credential, only how to show one. */
  private HttpReply index(HttpRequest request) {
    boolean stranger = request.caller().equals(Caller.ANYBODY);
    HttpReply reply = HttpReply.json(stranger ? 300 : 200, json -> {
      json.writeStartObject();
      if (!stranger) {
        writeIndex(json);
      }
      identity.write(request.head(), json);
      json.writeEndObject();
    });
    return stranger ? reply.with("Location", identity.preferred(request.head())) : reply;
  }

  private static void writeIndex(JsonGenerator json) throws IOException {
    json.writeStringField("api", "cloud adapter REST API 2.0");
    for (String path : List.of(
        "pool",
        "pools",
        "accounts",
        "replicas",
        "notifications/receivers",
        "metrics",
        "openapi.yaml",
        "healthz",
        "livez",
        "readyz")) {
      json.writeStringField(path, "/" + path);
    }
  }

  private HttpReply pools(HttpRequest request) {
    List<PoolName> names =
        pools.of(request).all().stream().map(MachinePool::name).toList();
    PoolName preferred = pools.all().defaultPool().name();
    return HttpReply.json(
        200, ServerMessages.directory(names, Optional.of(preferred).filter(names::contains)));
  }

  /** What part this server has among those that keep the same pools, and who they are. */
  private HttpReply replicas() {
    return HttpReply.json(200, ServerMessages.replicas(pools.all().replica(), everybody()));
  }

  /** Returns the replicas that can be read: a server without connection to the store still describes itself. */
  private List<ReplicaInfo> everybody() {
    try {
      return pools.all().replicas();
    } catch (PoolException e) {
      return List.of();
    }
  }

  /** Fails only if a restart of this process would help, since that is what a failure brings about. */
  private HttpReply healthy() {
    Optional<String> lost = pools.all().beyondHelp();
    return lost.isPresent() ? HttpReply.error(503, lost.get(), "restart this server") : fine();
  }

  private HttpReply fine() {
    Optional<String> role = pools.all().replica().map(part -> ServerMessages.role(part.leads()));
    return HttpReply.json(200, MessageFields.of("status", "ok", "role", role));
  }

  /**
   * Ready if it can do what it is for, and with the query {@code leader} only if it leads, for ports that a leader
   * alone serves. Names no pool and no place, since anybody may ask.
   */
  private HttpReply ready(HttpRequest request) {
    boolean follows = pools.all().replica().filter(part -> !part.leads()).isPresent();
    if (follows && HealthText.asks(request.head(), "leader")) {
      return HttpReply.error(503, "this server follows another one", "ask the leader")
          .with("Retry-After", "1");
    }
    Optional<String> why = pools.all().unready();
    if (why.isPresent()) {
      return HttpReply.error(503, why.get(), "ask GET /pool for the reason")
          .with("Retry-After", "1");
    }
    int all = 0;
    int readable = 0;
    for (MachinePool pool : pools.all().all()) {
      all++;
      readable += readable(pool) ? 1 : 0;
    }
    return readable == all
        ? fine()
        : HttpReply.error(
                503, readable + " of " + all + " pools can be read", "ask GET /pool for the reason")
            .with("Retry-After", "1");
  }

  private static boolean readable(MachinePool pool) {
    try {
      return ListedPool.view(pool).everListed();
    } catch (PoolException e) {
      return false; // Its own routes report why.
    }
  }

  /** A caller that is limited to some pools gets the rows of these, and none of the server. */
  private HttpReply metrics(HttpRequest request) {
    byte[] page = request.caller().scope().pools().isEmpty()
        ? metricsPage.bytes()
        : ServerMetrics.text(pools.of(request).metrics()).getBytes(StandardCharsets.UTF_8);
    return HttpReply.bytes(ServerMetrics.CONTENT_TYPE, page);
  }

  private static HttpReply openApi() {
    try (InputStream in = ServerRoutes.class.getResourceAsStream("openapi.yaml")) {
      if (in == null) {
        throw new IllegalStateException("openapi.yaml is missing from the server's jar");
      }
      return HttpReply.text(
          "application/yaml", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("openapi.yaml cannot be read from the server's jar", e);
    }
  }
}
