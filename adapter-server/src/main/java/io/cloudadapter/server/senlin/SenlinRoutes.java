package io.cloudadapter.server.senlin;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Pools;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RequestHead;
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

  private final Clusters clusters;
  private final Nodes nodes;
  private final Policies policies;
  private final SenlinActions actions;
  private final ClusterActions writes;
  private final ServerUrls urls;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   * @param policyFile where policies are kept that are made over HTTP; without it none can be made
   * @param clock dates actions and policies
   * @param ids makes ids of actions and policies, each new
   * @param catalog what the service catalog names
   * @param secure whether the server is reached by HTTPS
   * @throws IllegalArgumentException if the file is there and cannot be used
   */
  public SenlinRoutes(
      Pools pools,
      Optional<Path> policyFile,
      Clock clock,
      Supplier<UUID> ids,
      SenlinCatalog catalog,
      boolean secure) {
    this.urls = new ServerUrls(catalog, secure);
    this.clusters = new Clusters(pools);
    this.nodes = new Nodes(clusters);
    this.policies = new Policies(clusters, new PolicyFileStore(policyFile), clock, ids);
    this.actions = new SenlinActions(clock, ids);
    this.writes = new ClusterActions(clusters, nodes, policies, actions);
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
    write(routes, "DELETE", "/v1/nodes/{node}", writes::deleteNode);
    read(routes, "/v1/actions", this::actions);
    read(routes, "/v1/actions/{action}", this::action);
    read(routes, "/v1/build-info", request -> buildInfo());
    routes.addAll(UnsupportedRoutes.routes());
    return routes;
  }

  private void addClusters(List<HttpRoute> routes) {
    read(routes, "/v1/clusters", this::clusters);
    read(
        routes,
        "/v1/clusters/{cluster}",
        request -> ResourceRow.one(200, "cluster", cluster(pool(request))));
    write(routes, "POST", "/v1/clusters/{cluster}/actions", writes::act);
    read(routes, "/v1/clusters/{cluster}/policies", this::bindings);
    read(
        routes,
        "/v1/clusters/{cluster}/policies/{policy}",
        request -> ResourceRow.one(
            200,
            "cluster_policy",
            policies.find(pool(request), request.parameter("policy")).row()));
  }

  private void addPolicies(List<HttpRoute> routes) {
    read(routes, "/v1/policies", this::policies);
    write(routes, "POST", "/v1/policies", policies::create);
    // Before {policy}, which would match it.
    write(routes, "POST", "/v1/policies/validate", Policies::validate);
    read(
        routes,
        "/v1/policies/{policy}",
        request -> ResourceRow.one(
            200, "policy", policies.find(request.parameter("policy")).row()));
    write(routes, "DELETE", "/v1/policies/{policy}", policies::delete);
  }

  private HttpReply clusters(HttpRequest request) {
    ListParameters listing = ListParameters.of(request.head(), CLUSTER_FILTERS, CLUSTER_SORTS);
    return ResourceRow.many(
        "clusters", listing.of(clusters.all().stream().map(this::cluster).toList()));
  }

  private ResourceRow cluster(MachinePool pool) {
    List<String> bound =
        policies.of(pool).stream().map(policy -> policy.policy().id()).toList();
    return clusters.row(pool).put("policies", bound);
  }

  private HttpReply bindings(HttpRequest request) {
    ListParameters listing = ListParameters.of(request.head(), BINDING_FILTERS, BINDING_SORTS);
    return ResourceRow.many(
        "cluster_policies",
        listing.of(policies.of(pool(request)).stream().map(Policies.Bound::row).toList()));
  }

  private HttpReply policies(HttpRequest request) {
    ListParameters listing = ListParameters.of(request.head(), POLICY_FILTERS, POLICY_SORTS);
    return ResourceRow.many(
        "policies", listing.of(policies.all().stream().map(Policies.Known::row).toList()));
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
    List<Nodes.Node> all = query
        .one("cluster_id")
        .map(cluster -> nodes.of(clusters.find(cluster)))
        .orElseGet(nodes::all);
    return ResourceRow.many(
        "nodes", ListParameters.over(query, NODE_FILTERS, NODE_SORTS).of(Nodes.rows(all)));
  }

  private HttpReply node(HttpRequest request) {
    boolean details =
        QueryParameters.of(request.head(), Set.of("show_details")).flag("show_details");
    Nodes.Node node = Nodes.find(nodes.all(), request.parameter("node"));
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
    boolean operates = request.caller().role().covers(Role.OPERATE);
    List<ResourceRow> rows = new ArrayList<>(actions.rows(operates));
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
    return clusters.find(request.parameter("cluster"));
  }

  private static void anybody(List<HttpRoute> routes, String template, Handler handler) {
    routes.add(new HttpRoute("GET", template, Optional.empty(), ExecutionLane.AT_ONCE, handler));
  }

  private static void read(List<HttpRoute> routes, String template, Handler handler) {
    routes.add(new HttpRoute(
        "GET", template, Optional.of(Role.READ), ExecutionLane.READ, versioned(handler)));
  }

  private static void write(
      List<HttpRoute> routes, String method, String template, Handler handler) {
    routes.add(new HttpRoute(
        method, template, Optional.of(Role.OPERATE), ExecutionLane.WRITE, versioned(handler)));
  }

  /** Refuses a version that is not served. */
  private static Handler versioned(Handler handler) {
    return request -> {
      ApiVersion.of(request.head());
      return handler.handle(request);
    };
  }
}
