package io.cloudadapter.server.kube;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.kube.KubeStatus.Details;
import io.cloudadapter.server.options.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The routes of the API of actions in the form of Kubernetes: a pool is a namespace, a machine a pod. */
public final class KubeRoutes {
  /** The namespace that clients name if they are given none. */
  static final String DEFAULT_NAMESPACE = "default";

  private static final String ROOT = "/api/v1";
  private static final String ACTIONS = "actions";

  private static final String REVIEWS_GROUP = "/apis/" + AccessRule.AUTHORIZATION;
  private static final String CALLERS_GROUP = "/apis/" + AccessRule.AUTHENTICATION;

  /** What follows the version in the paths of Arktos' clients. */
  private static final String TENANTED = "/tenants/{tenant}";

  /** What clients add to each write. A dry run is not among it, which must not be taken for a write. */
  private static final Set<String> WRITE_QUERY =
      Set.of("fieldManager", "fieldValidation", "pretty", "timeout");

  private static final Pattern TENANT = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  private final CallerPools pools;
  private final WatchHub watches;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   * @param watches those who watch
   */
  public KubeRoutes(CallerPools pools, WatchHub watches) {
    this.pools = pools;
    this.watches = watches;
  }

  /**
   * The routes.
   *
   * @return the routes, under /api, /apis and /version
   */
  public List<HttpRoute> routes() {
    List<HttpRoute> routes = new ArrayList<>();
    discovery(routes, "/version", ApiDiscovery.version());
    discovery(routes, "/api", ApiDiscovery.core());
    discovery(routes, "/apis", ApiDiscovery.groups());
    discovery(routes, ROOT, ApiDiscovery.resources());
    read(routes, "/openapi/v2", request -> SchemaDocument.reply(request.head()));
    discovery(routes, REVIEWS_GROUP, ApiDiscovery.authorization());
    discovery(routes, REVIEWS_GROUP + "/v1", ApiDiscovery.reviews());
    for (String root : List.of(REVIEWS_GROUP + "/v1", REVIEWS_GROUP + "/v1" + TENANTED)) {
      review(
          routes,
          root + "/selfsubjectaccessreviews",
          request -> AccessReviews.access(request, pools.of(request)));
      review(routes, root + "/selfsubjectrulesreviews", AccessReviews::rules);
    }
    discovery(routes, CALLERS_GROUP, ApiDiscovery.authentication());
    for (String version : CallerReview.VERSIONS) {
      String root = CALLERS_GROUP + "/" + version;
      discovery(routes, root, ApiDiscovery.callers(version));
      review(
          routes, root + "/selfsubjectreviews", request -> CallerReview.answer(request, version));
    }
    for (String root : List.of(ROOT, ROOT + TENANTED)) {
      String inPool = root + "/namespaces/{pool}";
      String action = inPool + "/actions/{action}";
      read(routes, root + "/namespaces", this::namespaces);
      // Asked by kubectl when an action is not there.
      read(routes, inPool, this::namespace);
      read(routes, root + "/actions", this::listAll);
      read(routes, inPool + "/actions", this::listOfPool);
      read(routes, action, this::action);
      read(routes, action + "/status", this::action);
      write(routes, "PUT", action + "/status", this::update);
      write(routes, "POST", inPool + "/pods/{machine}/action", this::submit);
    }
    return routes;
  }

  private static void discovery(List<HttpRoute> routes, String path, HttpReply reply) {
    // The same bytes for all; clients ask once in a while.
    routes.add(
        new HttpRoute("GET", path, Optional.of(Role.READ), ExecutionLane.AT_ONCE, request -> reply)
            .reaching(RouteReach.CALLER));
  }

  private static void read(List<HttpRoute> routes, String template, Handler handler) {
    routes.add(new HttpRoute("GET", template, Optional.of(Role.READ), ExecutionLane.READ, handler)
        .reaching(RouteReach.POOLS));
  }

  /** Asks by POST, and changes nothing. */
  private static void review(List<HttpRoute> routes, String template, Handler handler) {
    routes.add(new HttpRoute(
        "POST",
        template,
        Optional.of(Role.READ),
        ExecutionLane.READ,
        handler,
        WRITE_QUERY,
        Set.of(ReviewProtobuf.TYPE),
        RouteReach.POOLS));
  }

  private static void write(
      List<HttpRoute> routes, String method, String template, Handler handler) {
    routes.add(new HttpRoute(
        method,
        template,
        Optional.of(Role.OPERATE),
        ExecutionLane.WRITE,
        handler,
        WRITE_QUERY,
        Set.of(),
        RouteReach.POOLS));
  }

  private HttpReply namespaces(HttpRequest request) {
    tenant(request);
    return ApiDiscovery.namespaces(
        pools.of(request).all().stream().map(pool -> pool.name().value()).toList());
  }

  private HttpReply namespace(HttpRequest request) {
    tenant(request);
    pool(request);
    return ApiDiscovery.namespace(request.parameter("pool"));
  }

  private HttpReply listAll(HttpRequest request) {
    return list(request, Optional.empty(), new ObjectScope(Optional.empty(), tenant(request)));
  }

  private HttpReply listOfPool(HttpRequest request) {
    MachinePool pool = pool(request);
    return list(request, Optional.of(pool), scope(request, pool));
  }

  private HttpReply list(HttpRequest request, Optional<MachinePool> pool, ObjectScope scope) {
    KubeListQuery query = KubeListQuery.of(request.head());
    boolean watch = query.flag("watch").orElse(false);
    Representation form = Representation.of(
        request.head(),
        query,
        scope,
        watch ? Representation.Reading.WATCH : Representation.Reading.LIST);
    Selector selection = Selector.of(query, scope);
    if (watch && !request.head().method().equals("HEAD")) {
      return watches.open(
          WatchOptions.of(query, form, selection), request, pools.of(request), pool);
    }
    ActionList list = pool.map(MachinePool::actions).orElseGet(pools.of(request)::actions);
    checkVersion(query, list.version());
    return form.list(list.version(), list.actions(), selection::has);
  }

  /** A list is of now: one of another moment is refused. */
  private static void checkVersion(KubeListQuery query, long now) {
    long wanted = query.number("resourceVersion").orElse(0L);
    if (wanted > now) {
      throw KubeStatus.failure(504, "Too large resource version: " + wanted + ", current: " + now)
          .about(Details.NONE
              .cause("ResourceVersionTooLarge", "Too large resource version", "resourceVersion")
              .retryAfter(1))
          .error();
    }
    boolean exact = query.text("resourceVersionMatch").equals(Optional.of("Exact"));
    if ((exact && wanted < now) || query.text("continue").isPresent()) {
      throw KubeStatus.failure(410, "lists of an earlier moment are not kept; list anew")
          .error();
    }
  }

  private HttpReply action(HttpRequest request) {
    MachinePool pool = pool(request);
    Representation form = Representation.of(
        request.head(),
        KubeListQuery.of(request.head()),
        scope(request, pool),
        Representation.Reading.ONE);
    ActionStatus action = find(pool, request.parameter("action"));
    return HttpReply.json(200, json -> form.write(json, action, action.version()));
  }

  private HttpReply submit(HttpRequest request) {
    MachinePool pool = pool(request);
    MachineId machine = machine(request);
    ActionRequest wanted =
        CustomActionRequest.read(request.body(), request.parameter("pool"), machine);
    UUID uid = pool.submit(wanted, options(request));
    String name = ActionResource.name(wanted.action().type(), uid);
    return KubeStatus.success(
            201,
            wanted.action().type() + " of machine " + machine + " is accepted as action " + name,
            Details.of(name, ACTIONS).uid(uid.toString()))
        .reply()
        .with(
            "Location",
            tenant(request).map(tenant -> ROOT + "/tenants/" + tenant).orElse(ROOT) + "/namespaces/"
                + request.parameter("pool") + "/actions/" + name);
  }

  private HttpReply update(HttpRequest request) {
    MachinePool pool = pool(request);
    ActionStatus action = find(pool, request.parameter("action"));
    StatusUpdate.Written written = StatusUpdate.read(request.body(), ActionResource.name(action));
    checkSame(written, action);
    if (written.update() instanceof StatusUpdate.Claim claim) {
      pool.claimAction(action.uid(), claim.holder(), claim.lease(), options(request));
    } else if (written.update() instanceof StatusUpdate.Report report) {
      pool.reportAction(action.uid(), report.epoch(), report.progress(), options(request));
    } else {
      throw new IllegalStateException(
          "nothing carries out " + written.update().getClass().getName());
    }
    ActionStatus now = find(pool, request.parameter("action"));
    Representation form = Representation.object(scope(request, pool));
    return HttpReply.json(200, json -> form.write(json, now, now.version()));
  }

  /** An update with a version or uid is refused if these are outdated; the epoch fences all others. */
  private static void checkSame(StatusUpdate.Written written, ActionStatus action) {
    String version = Long.toString(action.version());
    String uid = action.uid().toString();
    boolean same = written.version().orElse(version).equals(version)
        && written.uid().orElse(uid).equals(uid);
    if (!same) {
      throw KubeStatus.failure(
              409,
              "the action has changed since it was read: it is " + uid + " at version " + version)
          .about(Details.of(ActionResource.name(action), ACTIONS))
          .error();
    }
  }

  private static ActionStatus find(MachinePool pool, String name) {
    return ActionResource.uid(name)
        .flatMap(pool::action)
        .filter(action ->
            name.equals(ActionResource.name(action)) || name.equals(action.uid().toString()))
        .orElseThrow(() -> KubeStatus.failure(
                404, "pool " + pool.name() + " has no action " + SafeText.quoted(name))
            .about(Details.of(SafeText.bare(name), ACTIONS))
            .error());
  }

  /** What objects carry: the names by which the request addresses them. */
  private static ObjectScope scope(HttpRequest request, MachinePool pool) {
    String namespace = request.parameter("pool");
    return new ObjectScope(
        namespace.equals(pool.name().value()) ? Optional.empty() : Optional.of(namespace),
        tenant(request));
  }

  /**
   * The tenant of the path, if it has one: it has no meaning of its own, since the caller's scope says which pools it
   * sees.
   */
  private static Optional<String> tenant(HttpRequest request) {
    Optional<String> tenant = Optional.ofNullable(request.parameters().get("tenant"));
    tenant.filter(name -> !TENANT.matcher(name).matches()).ifPresent(name -> {
      throw HttpError.badRequest(
          "a tenant must be 1 to 63 of [a-z0-9-], was: " + SafeText.quoted(name), "");
    });
    return tenant;
  }

  /** A pool by its name; where none is called default, that name stands for the default one. */
  private MachinePool pool(HttpRequest request) {
    String name = request.parameter("pool");
    Pools seen = pools.of(request);
    return seen.find(name)
        .or(() ->
            name.equals(DEFAULT_NAMESPACE) ? Optional.of(seen.defaultPool()) : Optional.empty())
        .orElseThrow(() -> KubeStatus.failure(
                404,
                "there is no pool " + SafeText.quoted(name) + " (there are "
                    + seen.all().stream()
                        .map(pool -> pool.name().value())
                        .collect(Collectors.joining(", "))
                    + ")")
            .about(Details.of(SafeText.bare(name), "namespaces"))
            .error());
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

  private static WriteOptions options(HttpRequest request) {
    return new WriteOptions(request.idempotencyKey(), request.caller().principal())
        .from("kubernetes", request.head().id());
  }
}
