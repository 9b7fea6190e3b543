package io.cloudadapter.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.ListedPool;
import io.cloudadapter.server.http.OutgoingBytes;
import io.cloudadapter.server.http.RequestMetrics;
import io.cloudadapter.server.http.VersionList;
import io.cloudadapter.server.options.Role;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The routes about the server itself: index, pools, health, metrics, and the OpenAPI document. */
public final class ServerRoutes {
  private final Pools pools;
  private final MetricsPage metricsPage;
  private final VersionList identity;

  /**
   * Routes about a server.
   *
   * @param pools the pools that it publishes
   * @param metrics its own counts
   * @param outgoing what readers have not taken yet
   * @param nanos tells elapsed time
   * @param identity the versions of the identity API, which Keystone's clients look for at the root
   */
  public ServerRoutes(
      Pools pools,
      RequestMetrics metrics,
      OutgoingBytes outgoing,
      LongSupplier nanos,
      VersionList identity) {
    this.pools = pools;
    this.identity = identity;
    this.metricsPage =
        new MetricsPage(() -> PrometheusText.of(pools.metrics(), metrics), outgoing, nanos);
  }

  /**
   * The routes.
   *
   * @return the routes
   */
  public List<HttpRoute> routes() {
    Optional<Role> read = Optional.of(Role.READ);
    return List.of(
        new HttpRoute("GET", "/", read, ExecutionLane.READ, this::index),
        new HttpRoute("GET", "/pools", read, ExecutionLane.READ, request -> pools()),
        new HttpRoute("GET", "/replicas", read, ExecutionLane.READ, request -> replicas()),
        health("/healthz", this::healthy),
        health("/readyz", this::ready),
        new HttpRoute(
            "GET",
            "/livez",
            Optional.empty(),
            ExecutionLane.AT_ONCE,
            request -> HealthText.of("livez", healthy(), HealthText.verbose(request.head()))),
        new HttpRoute("GET", "/metrics", read, ExecutionLane.READ, request -> metrics()),
        new HttpRoute("GET", "/openapi.yaml", read, ExecutionLane.READ, request -> openApi()));
  }

  /** Answers JSON, or a text as Kubernetes does to those who ask for more words. */
  private static HttpRoute health(String path, Supplier<HttpReply> check) {
    return new HttpRoute("GET", path, Optional.empty(), ExecutionLane.AT_ONCE, request -> {
      HttpReply reply = check.get();
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
        "metrics",
        "openapi.yaml",
        "healthz",
        "livez",
        "readyz")) {
      json.writeStringField(path, "/" + path);
    }
  }

  private HttpReply pools() {
    String preferred = pools.defaultPool().name().value();
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeArrayFieldStart("pools");
      for (MachinePool pool : pools.all()) {
        String name = pool.name().value();
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeStringField("url", "/pools/" + name + "/pool");
        json.writeBooleanField("default", name.equals(preferred));
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  /** What part this server has among those that keep the same pools, and who they are. */
  private HttpReply replicas() {
    Optional<ReplicaRole> part = pools.replica();
    List<ReplicaInfo> all = everybody();
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      if (part.isPresent()) {
        json.writeStringField("name", part.get().name());
        json.writeStringField("role", role(part.get()));
        json.writeNumberField("ageSeconds", seconds(part.get().age()));
        json.writeNumberField("leaseSeconds", seconds(part.get().lease()));
        json.writeNumberField("leaseLeftSeconds", seconds(part.get().left()));
        json.writeStringField("trouble", part.get().trouble());
      }
      json.writeArrayFieldStart("replicas");
      for (ReplicaInfo replica : all) {
        json.writeStartObject();
        json.writeStringField("name", replica.name());
        if (replica.url().isPresent()) {
          json.writeStringField("url", replica.url().get());
        }
        json.writeStringField("role", replica.leads() ? "leader" : "follower");
        json.writeNumberField("revision", replica.revision());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  /** Those that can be told of: whoever is cut off still says what it knows of itself. */
  private List<ReplicaInfo> everybody() {
    try {
      return pools.replicas();
    } catch (PoolException e) {
      return List.of();
    }
  }

  private static String role(ReplicaRole part) {
    return part.leads() ? "leader" : "follower";
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }

  /** Fails only if a restart of this process would help, since that is what a failure brings about. */
  private HttpReply healthy() {
    Optional<String> lost = pools.beyondHelp();
    return lost.isPresent() ? HttpReply.error(503, lost.get(), "restart this server") : fine();
  }

  private HttpReply fine() {
    Optional<ReplicaRole> part = pools.replica();
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeStringField("status", "ok");
      if (part.isPresent()) {
        json.writeStringField("role", role(part.get()));
      }
      json.writeEndObject();
    });
  }

  /** Ready if it can do what it is for. Names no pool and no place, since anybody may ask. */
  private HttpReply ready() {
    Optional<String> why = pools.unready();
    if (why.isPresent()) {
      return HttpReply.error(503, why.get(), "ask GET /pool for the reason")
          .with("Retry-After", "1");
    }
    int all = 0;
    int readable = 0;
    for (MachinePool pool : pools.all()) {
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
      return false; // Its own routes tell why.
    }
  }

  private HttpReply metrics() {
    return HttpReply.bytes(PrometheusText.CONTENT_TYPE, metricsPage.bytes());
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
