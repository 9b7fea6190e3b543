package io.cloudadapter.server.senlin;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.options.PoolVerb;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.SenlinCatalog;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The routes of Senlin's clustering API v1. */
public final class SenlinRoutes {
  private static final Set<String> CLUSTER_FILTERS = Set.of("name", "status");
  private static final Set<String> CLUSTER_SORTS =
      Set.of("name", "status", "init_at", "created_at", "updated_at");
  private static final Set<String> NODE_FILTERS = Set.of("name", "status");
  private static final Set<String> NODE_SORTS =
      Set.of("index", "name", "status", "init_at", "created_at", "updated_at");
  private static final Set<String> POLICY_FILTERS = Set.of("name", "type");
  private static final Set<String> POLICY_SORTS =
      Set.of("type", "name", "created_at", "updated_at");
  private static final Set<String> BINDING_FILTERS =
      Set.of("enabled", "policy_name", "policy_type");
  private static final Set<String> BINDING_SORTS = Set.of("enabled", "policy_name", "policy_type");
  private static final Set<String> ACTION_FILTERS =
      Set.of("name", "target", "action", "status", "cluster_id");
  private static final Set<String> ACTION_SORTS =
      Set.of("name", "target", "action", "status", "created_at", "updated_at");

  private final CallerPools pools;
  private final PolicyFileStore policyFile;
  private final Clock clock;
  private final Supplier<UUID> ids;
  private final SenlinActions actions;
  private final ServerUrls urls;
  private final Optional<HealthAttachment> health;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   * @param policyFile where policies are kept that are made over HTTP; without it none can be made
   * @param clock dates actions and policies
   * @param ids makes ids of actions and policies, each new
   * @param catalog what the service catalog names
   * @param secure whether the server is reached by HTTPS
   * @param health attaches health policies; without it none can be attached
   * @throws IllegalArgumentException if the file is there and cannot be used
   */
  public SenlinRoutes(
      CallerPools pools,
      Optional<Path> policyFile,
      Clock clock,
      Supplier<UUID> ids,
      SenlinCatalog catalog,
      boolean secure,
      Optional<HealthAttachment> health) {
    this.health = health;
    this.urls = new ServerUrls(catalog, secure);
    this.pools = pools;
    this.policyFile = new PolicyFileStore(policyFile);
    this.clock = clock;
    this.ids = ids;
    this.actions = new SenlinActions(clock, ids);
  }

  /** The clusters, nodes and policies that a caller sees, and how it changes them. */
  private record Seen(Clusters clusters, Nodes nodes, Policies policies, ClusterActions writes) {}

  private Seen seen(HttpRequest request) {
    Clusters clusters = new Clusters(pools.of(request));
    Nodes nodes = new Nodes(clusters);
    boolean everyPool = request.caller().scope().pools().isEmpty();
    Policies policies = new Policies(clusters, policyFile, clock, ids, everyPool, health);
    return new Seen(
        clusters, nodes, policies, new ClusterActions(clusters, nodes, policies, actions));
  }

  /** Applies the health policies that a crash has left bound to a pool, and not in its configuration. */
  public void recoverHealthPolicies() {
    new HealthBindings(policyFile, health).recover();
  }

  /**
   * The routes.
   *
   * @return the routes, all under /v1 but for the list of versions
   */
  public List<HttpRoute> routes() {
    List<HttpRoute> routes = new ArrayList<>(UnsupportedRoutes.ahead());
    for (String end : List.of("", "/")) {
      anybody(routes, EndpointPaths.VERSION + end, this::version);
      anybody(routes, EndpointPaths.ENDPOINT + end, this::versions);
    }
    addClusters(routes);
    addPolicies(routes);
    read(routes, "/v1/nodes", this::nodes);
    read(routes, "/v1/nodes/{node}", this::node);
    write(
        routes,
        "DELETE",
        "/v1/nodes/{node}",
        request -> seen(request).writes().deleteNode(request));
    read(routes, "/v1/actions", this::actions);
    read(routes, "/v1/actions/{action}", this::action);
    routes.add(get("/v1/build-info", request -> buildInfo()).reaching(RouteReach.CALLER));
    routes.addAll(UnsupportedRoutes.routes());
    return routes;
  }

  private void addClusters(List<HttpRoute> routes) {
    read(routes, "/v1/clusters", this::clusters);
    read(
        routes,
        "/v1/clusters/{cluster}",
        request -> ResourceRow.one(200, "cluster", cluster(seen(request), pool(request))));
    write(
        routes,
        "POST",
        "/v1/clusters/{cluster}/actions",
        request -> seen(request).writes().act(request));
    read(routes, "/v1/clusters/{cluster}/policies", this::bindings);
    read(
        routes,
        "/v1/clusters/{cluster}/policies/{policy}",
        request -> ResourceRow.one(
            200,
            "cluster_policy",
            seen(request)
                .policies()
                .find(pool(request), request.parameter("policy"))
                .row()));
  }

  private void addPolicies(List<HttpRoute> routes) {
    read(routes, "/v1/policies", this::policies);
    // Made and deleted for all pools.
    routes.add(
        change("POST", "/v1/policies", request -> seen(request).policies().create(request)));
    // Before {policy}, which would match it.
    routes.add(
        change("POST", "/v1/policies/validate", request -> Policies.validate(request, health))
            .reaching(RouteReach.CALLER));
    read(
        routes,
        "/v1/policies/{policy}",
        request -> ResourceRow.one(
            200,
            "policy",
            seen(request).policies().find(request.parameter("policy")).row()));
    routes.add(change(
        "DELETE", "/v1/policies/{policy}", request -> seen(request).policies().delete(request)));
  }

  private HttpReply clusters(HttpRequest request) {
    ListParameters listing = ListParameters.of(request.head(), CLUSTER_FILTERS, CLUSTER_SORTS);
    Seen seen = seen(request);
    return ResourceRow.many(
        "clusters",
        listing.of(
            seen.clusters().all().stream().map(pool -> cluster(seen, pool)).toList()));
  }

  private static ResourceRow cluster(Seen seen, MachinePool pool) {
    List<String> bound =
        seen.policies().of(pool).stream().map(policy -> policy.policy().id()).toList();
    return seen.clusters().row(pool).put("policies", bound);
  }

  private HttpReply bindings(HttpRequest request) {
    ListParameters listing = ListParameters.of(request.head(), BINDING_FILTERS, BINDING_SORTS);
    return ResourceRow.many(
        "cluster_policies",
        listing.of(seen(request).policies().of(pool(request)).stream()
            .map(Policies.Bound::row)
            .toList()));
  }

  private HttpReply policies(HttpRequest request) {
    ListParameters listing = ListParameters.of(request.head(), POLICY_FILTERS, POLICY_SORTS);
    return ResourceRow.many(
        "policies",
        listing.of(
            seen(request).policies().all().stream().map(Policies.Known::row).toList()));
  }

  private HttpReply version(HttpRequest request) {
    return ResourceRow.reply(
        200, Map.of("version", document(request.head(), request.head().base())));
  }

  /** What there is at the catalog's endpoint, of which the version is no part. */
  private HttpReply versions(HttpRequest request) {
    return ResourceRow.reply(
        300, Map.of("versions", List.of(document(request.head(), EndpointPaths.ENDPOINT))));
  }

  private Map<String, Object> document(RequestHead head, String base) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("id", "1.0");
    document.put("status", "CURRENT");
    document.put("updated", "2016-01-18T00:00:00Z");
    document.put("min_version", ApiVersion.LEAST);
    document.put("max_version", ApiVersion.MOST);
    document.put(
        "links",
        List.of(Map.of("rel", "self", "href", urls.self(head, base + EndpointPaths.VERSION))));
    document.put(
        "media-types",
        List.of(Map.of(
            "base", "application/json", "type", "application/vnd.openstack.clustering-v1+json")));
    return document;
  }

  private HttpReply nodes(HttpRequest request) {
    QueryParameters query = QueryParameters.of(
        request.head(),
        Set.of(
            "cluster_id",
            "show_details",
            "name",
            "status",
            "limit",
            "marker",
            "sort",
            "global_project"));
    Seen seen = seen(request);
    List<Nodes.Node> all = query
        .one("cluster_id")
        .map(cluster -> seen.nodes().of(seen.clusters().find(cluster)))
        .orElseGet(seen.nodes()::all);
    return ResourceRow.many(
        "nodes", ListParameters.over(query, NODE_FILTERS, NODE_SORTS).of(Nodes.rows(all)));
  }

  private HttpReply node(HttpRequest request) {
    boolean details =
        QueryParameters.of(request.head(), Set.of("show_details")).flag("show_details");
    Nodes.Node node = Nodes.find(seen(request).nodes().all(), request.parameter("node"));
    ResourceRow row = Nodes.row(node);
    return ResourceRow.one(
        200, "node", details ? row.put("details", Nodes.details(node.machine())) : row);
  }

  private HttpReply actions(HttpRequest request) {
    return ResourceRow.many(
        "actions",
        ListParameters.of(request.head(), ACTION_FILTERS, ACTION_SORTS).of(actionRows(request)));
  }

  /** What was asked for, and for those who may complete it what waits for that. */
  private List<ResourceRow> actionRows(HttpRequest request) {
    Caller caller = request.caller();
    boolean operates = caller.role().covers(Role.OPERATE) && caller.scope().allows(PoolVerb.HOOKS);
    Clusters clusters = seen(request).clusters();
    Set<String> own = clusters.all().stream()
        .map(pool -> StableUuids.cluster(pool.name()))
        .collect(Collectors.toSet());
    List<ResourceRow> rows = new ArrayList<>(
        actions.rows(id -> caller.scope().pools().isEmpty() || own.contains(id), operates));
    if (operates) {
      rows.addAll(WaitingHookActions.rows(clusters));
    }
    return rows;
  }

  private HttpReply action(HttpRequest request) {
    return ResourceRow.one(
        200,
        "action",
        ResourceFinder.find(
            actionRows(request),
            ResourceRow::id,
            row -> List.of(row.text("name")),
            "action",
            request.parameter("action")));
  }

  private static HttpReply buildInfo() {
    Map<String, String> revision = Map.of("revision", "1.0");
    return ResourceRow.reply(
        200, Map.of("build_info", Map.of("api", revision, "engine", revision)));
  }

  private MachinePool pool(HttpRequest request) {
    return seen(request).clusters().find(request.parameter("cluster"));
  }

  private static void anybody(List<HttpRoute> routes, String template, Handler handler) {
    routes.add(new HttpRoute("GET", template, Optional.empty(), ExecutionLane.AT_ONCE, handler));
  }

  private static void read(List<HttpRoute> routes, String template, Handler handler) {
    routes.add(get(template, handler).reaching(RouteReach.POOLS));
  }

  private static HttpRoute get(String template, Handler handler) {
    return new HttpRoute(
        "GET", template, Optional.of(Role.READ), ExecutionLane.READ, versioned(handler));
  }

  private static void write(
      List<HttpRoute> routes, String method, String template, Handler handler) {
    routes.add(change(method, template, handler).reaching(RouteReach.POOLS));
  }

  /** A change of what all pools share, unless it reaches pools. */
  private static HttpRoute change(String method, String template, Handler handler) {
    return new HttpRoute(
        method, template, Optional.of(Role.OPERATE), ExecutionLane.WRITE, versioned(handler));
  }

  /** Refuses a version that is not served. */
  private static Handler versioned(Handler handler) {
    return request -> {
      ApiVersion.of(request.head());
      return handler.handle(request);
    };
  }
}
