package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.client.message.PoolMessages;
import io.cloudadapter.core.PoolAdministration;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.ManagedBy;
import io.cloudadapter.core.config.ManagedPool;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.config.PoolDocumentReader;
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
import io.cloudadapter.spi.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The paths of elastisys' multipool, so that its clients work: {@code /cloudpools} lists URLs of pools, and below each
 * are its configuration, whether it is started, its machines and its size. A stopped pool is suspended. The bodies of
 * configurations are ours.
 */
public final class MultipoolRoutes {
  private static final String POOL = "/cloudpools/{pool}";

  private final CallerPools pools;
  private final PoolAdministration administration;
  private final PoolDocumentReader documents;
  private final String scheme;

  /**
   * Makes the routes to some pools.
   *
   * @param pools the pools
   * @param administration changes which there are
   * @param documents reads and writes configurations
   * @param secure whether the server is reached by HTTPS
   */
  public MultipoolRoutes(
      CallerPools pools,
      PoolAdministration administration,
      PoolDocumentReader documents,
      boolean secure) {
    this.pools = pools;
    this.administration = administration;
    this.documents = documents;
    this.scheme = secure ? "https" : "http";
  }

  /**
   * The routes.
   *
   * @return the routes of all pools, then those of a named one
   */
  public List<HttpRoute> routes() {
    List<HttpRoute> routes = new ArrayList<>();
    routes.add(route("GET", "/cloudpools", Role.READ, this::list));
    routes.add(route("POST", POOL, Role.ADMIN, this::create));
    routes.add(new HttpRoute(
        "DELETE",
        POOL,
        Optional.of(Role.ADMIN),
        ExecutionLane.WRITE,
        this::delete,
        Set.of("mode"),
        Set.of(),
        RouteReach.SERVER));
    routes.add(route("GET", POOL + "/config", Role.READ, this::config));
    routes.add(route("POST", POOL + "/config", Role.ADMIN, this::configure));
    routes.add(route("POST", POOL + "/start", Role.ADMIN, sets(OperatingState.RUNNING)));
    routes.add(route("POST", POOL + "/stop", Role.ADMIN, sets(OperatingState.SUSPENDED)));
    routes.add(route("GET", POOL + "/status", Role.READ, this::status));
    routes.add(route(
        "GET",
        POOL + "/pool",
        Role.READ,
        request -> HttpReply.json(200, PoolMessages.specified(ListedPool.view(pool(request))))));
    routes.add(route(
        "GET",
        POOL + "/pool/size",
        Role.READ,
        request ->
            HttpReply.json(200, PoolMessages.size(ListedPool.view(pool(request)).size()))));
    routes.add(route("POST", POOL + "/pool/size", Role.OPERATE, this::resize));
    routes.add(route("POST", POOL + "/terminate", Role.OPERATE, this::terminate));
    routes.add(route("POST", POOL + "/detach", Role.OPERATE, this::detach));
    routes.add(new HttpRoute(
        "POST", POOL + "/attach", Optional.of(Role.OPERATE), ExecutionLane.CLOUD, this::attach));
    routes.add(route("POST", POOL + "/serviceState", Role.OPERATE, this::setServiceState));
    return routes;
  }

  private static HttpRoute route(String method, String template, Role role, Handler handler) {
    ExecutionLane lane = method.equals("GET") ? ExecutionLane.READ : ExecutionLane.WRITE;
    return new HttpRoute(method, template, Optional.of(role), lane, handler);
  }

  private HttpReply list(HttpRequest request) {
    String base = scheme + "://" + SafeText.bare(host(request), 300) + "/cloudpools/";
    return HttpReply.json(
        200,
        json -> json.writeObject(
            pools.of(request).all().stream().map(pool -> base + pool.name()).toList()));
  }

  private static String host(HttpRequest request) {
    return request.head().header("Host").orElse("localhost");
  }

  /** A pool begins unconfigured and stopped, in the only account that there is. */
  private HttpReply create(HttpRequest request) {
    RestErrors.none(request.body());
    String name = request.parameter("pool");
    List<String> accounts = documents.accounts();
    if (accounts.size() != 1) {
      throw HttpError.badRequest(
          "a pool is created here only if the server has one account, has " + accounts,
          "POST /pools/" + SafeText.bare(name, 30) + " takes the account.");
    }
    PoolConfig config;
    try {
      config = PoolConfig.named(name, accounts.get(0), 1).build();
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(SafeText.bare(String.valueOf(e.getMessage()), 300), "");
    }
    administration.create(config, author(request));
    administration.setState(name, OperatingState.SUSPENDED, author(request));
    return HttpReply.empty(201).with("Location", "/cloudpools/" + name);
  }

  private HttpReply delete(HttpRequest request) {
    RestErrors.none(request.body());
    ManagedPool known = managed(request);
    String mode = request.head().query().orElse("mode=refuse").replace("mode=", "");
    DeletionMode chosen;
    try {
      chosen = DeletionMode.valueOf(mode.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(
          "mode must be one of [refuse, terminate, release], was: " + SafeText.quoted(mode), "");
    }
    Optional<ManagedPool> going =
        administration.delete(known.name().value(), chosen, known.version(), author(request));
    return HttpReply.empty(going.isPresent() ? 202 : 200);
  }

  private HttpReply config(HttpRequest request) {
    return HttpReply.json(
        200,
        managed(request)
            .config()
            .map(documents::write)
            .orElseThrow(() -> HttpError.of(404, "the pool has no configuration", "")));
  }

  private HttpReply configure(HttpRequest request) {
    ManagedPool before = managed(request);
    try {
      PoolConfig config = documents.read(
          before.name().value(),
          JsonBody.read(request.body(), new RestErrors("{ \"maxSize\": 10 }")).toMap(),
          before.config());
      administration.update(config, before.version(), author(request));
    } catch (ConfigException e) {
      throw HttpError.badRequest(
          SafeText.bare(e.faults().get(0).key() + " " + e.faults().get(0).problem(), 600), "");
    }
    return HttpReply.done();
  }

  private Handler sets(OperatingState state) {
    return request -> {
      RestErrors.none(request.body());
      administration.setState(managed(request).name().value(), state, author(request));
      return HttpReply.done();
    };
  }

  private HttpReply status(HttpRequest request) {
    ManagedPool known = managed(request);
    boolean configured =
        known.version() > 1 || known.manager().filter(ManagedBy.FILE::equals).isPresent();
    return HttpReply.json(
        200, Map.of("started", known.state() == OperatingState.RUNNING, "configured", configured));
  }

  private HttpReply resize(HttpRequest request) {
    int size = RestErrors.single(request.body(), "desiredSize", "{ \"desiredSize\": <number> }")
        .number("desiredSize", Integer.MIN_VALUE, Integer.MAX_VALUE, "a whole number from 0")
        .orElseThrow();
    pool(request).setDesiredSize(size, options(request));
    return HttpReply.done();
  }

  private HttpReply terminate(HttpRequest request) {
    JsonBody body = body(request, "machineId", "decrementDesiredSize");
    pool(request)
        .terminate(
            machine(body), body.flag("decrementDesiredSize").orElseThrow(), options(request));
    return HttpReply.done();
  }

  private HttpReply detach(HttpRequest request) {
    JsonBody body = body(request, "machineId", "decrementDesiredSize");
    pool(request)
        .detach(machine(body), body.flag("decrementDesiredSize").orElseThrow(), options(request));
    return HttpReply.done();
  }

  private HttpReply attach(HttpRequest request) {
    pool(request).attach(machine(body(request, "machineId")), options(request));
    return HttpReply.done();
  }

  private HttpReply setServiceState(HttpRequest request) {
    JsonBody body = body(request, "machineId", "serviceState");
    ServiceState state = body.oneOf("serviceState", ServiceState.class).orElseThrow();
    pool(request).setServiceState(machine(body), state, options(request));
    return HttpReply.done();
  }

  private static JsonBody body(HttpRequest request, String... fields) {
    return JsonBody.read(
            request.body(), new RestErrors("{ \"" + String.join("\": …, \"", fields) + "\": … }"))
        .only(fields)
        .required();
  }

  private static MachineId machine(JsonBody body) {
    String id = body.text("machineId").orElseThrow();
    try {
      return new MachineId(id);
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(SafeText.bare(String.valueOf(e.getMessage()), 300), "");
    }
  }

  private MachinePool pool(HttpRequest request) {
    return PoolPath.pool(pools, request);
  }

  private ManagedPool managed(HttpRequest request) {
    String name = request.parameter("pool");
    return administration
        .pool(name)
        .orElseThrow(() -> HttpError.of(404, "there is no pool " + SafeText.quoted(name), ""));
  }

  private static WriteOptions options(HttpRequest request) {
    return PoolPath.options(request);
  }

  private static ConfigAuthor author(HttpRequest request) {
    return ConfigAuthor.api(request.caller().principal());
  }
}
