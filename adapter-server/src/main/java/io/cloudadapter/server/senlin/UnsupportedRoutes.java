package io.cloudadapter.server.senlin;

import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.options.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The operations of Senlin's API that have no meaning for pools. Each is refused as Senlin refuses a feature that it
 * does not support, with what to do in its place: a 404 would read as an empty list to some clients.
 */
final class UnsupportedRoutes {
  /** The type of the error, as Senlin calls it. */
  static final String TYPE = "FeatureNotSupported";

  private static final String POOLS =
      "a cluster is a pool of the server's configuration, which makes, changes and ends it there";
  private static final String MACHINES =
      "only the pool makes machines: resize the cluster, or scale it out";
  private static final String PROFILES =
      "what a machine is made of is in pools.NAME of the server's configuration";
  private static final String TYPES =
      "the types of policies that can be made are senlin.policy.scaling-1.0, senlin.policy.deletion-1.1,"
          + " senlin.policy.health-1.2, senlin.policy.zone_placement-1.0 and senlin.policy.region_placement-1.0";
  private static final String RECEIVERS =
      "send POST /v1/clusters/{cluster}/actions instead of a webhook or message";
  private static final String EVENTS =
      "look at GET /v1/actions, or at the server's logs and metrics";
  private static final String SERVICES = "look at GET /healthz, /readyz and /replicas";
  private static final String POLICIES = "make another policy, attach that one and detach this one";
  private static final String ACTIONS = "an action is made by what it does, and runs to its end";
  private static final String OPERATIONS =
      "only the pool changes its machines; POST /pools/{pool}/pool/{machine}/actions reboots one";

  private static final String ADOPTION =
      "POST /pools/{pool}/pool/{machine}/attach takes a running machine into a pool";

  /** Actions of clusters and nodes, by name. */
  private static final Map<String, String> BY_NAME = Map.of(
      "add_nodes", ADOPTION,
      "replace_nodes", MACHINES,
      "check", OPERATIONS,
      "recover", OPERATIONS);

  private UnsupportedRoutes() {}

  /** The routes that another one would match, which come before all. */
  static List<HttpRoute> ahead() {
    List<HttpRoute> routes = new ArrayList<>();
    refuse(routes, ADOPTION, "/v1/nodes/adopt", "POST");
    refuse(routes, ADOPTION, "/v1/nodes/adopt-preview", "POST");
    return routes;
  }

  /** The other routes; all that share a template with one that is served only add methods to it. */
  static List<HttpRoute> routes() {
    List<HttpRoute> routes = new ArrayList<>();
    refuse(routes, POOLS, "/v1/clusters", "POST");
    refuse(routes, POOLS, "/v1/clusters/{cluster}", "PATCH", "DELETE");
    refuse(routes, OPERATIONS, "/v1/clusters/{cluster}/ops", "POST");
    refuse(
        routes,
        "GET /v1/nodes?cluster_id={cluster} and /v1/nodes/{node}?show_details=true show machines",
        "/v1/clusters/{cluster}/attrs/{path...}",
        "GET");
    refuse(routes, MACHINES, "/v1/nodes", "POST");
    refuse(routes, PROFILES, "/v1/nodes/{node}", "PATCH");
    refuse(routes, OPERATIONS, "/v1/nodes/{node}/actions", "POST");
    refuse(routes, OPERATIONS, "/v1/nodes/{node}/ops", "POST");
    refuse(routes, POLICIES, "/v1/policies/{policy}", "PATCH");
    refuse(routes, TYPES, "/v1/policy-types", "GET");
    refuse(routes, TYPES, "/v1/policy-types/{type}", "GET");
    refuse(routes, PROFILES, "/v1/profile-types", "GET");
    refuse(routes, PROFILES, "/v1/profile-types/{type}", "GET");
    refuse(routes, PROFILES, "/v1/profile-types/{type}/ops", "GET");
    refuse(routes, PROFILES, "/v1/profiles", "GET", "POST");
    refuse(routes, PROFILES, "/v1/profiles/validate", "POST");
    refuse(routes, PROFILES, "/v1/profiles/{profile}", "GET", "PATCH", "DELETE");
    refuse(routes, ACTIONS, "/v1/actions", "POST");
    refuse(routes, ACTIONS, "/v1/actions/{action}", "PATCH");
    refuse(routes, RECEIVERS, "/v1/receivers", "GET", "POST");
    refuse(routes, RECEIVERS, "/v1/receivers/{receiver}", "GET", "PATCH", "DELETE");
    refuse(routes, RECEIVERS, "/v1/receivers/{receiver}/notify", "POST");
    refuse(routes, RECEIVERS, "/v1/webhooks/{webhook}/trigger", "POST");
    refuse(routes, EVENTS, "/v1/events", "GET");
    refuse(routes, EVENTS, "/v1/events/{event}", "GET");
    refuse(routes, SERVICES, "/v1/services", "GET");
    return routes;
  }

  /** Refuses an action of a cluster by its name, if Senlin has one of that name. */
  static void check(String name) {
    String instead = BY_NAME.get(name);
    if (instead != null) {
      throw error("POST /v1/clusters/{cluster}/actions with '" + name + "'", instead);
    }
  }

  private static void refuse(
      List<HttpRoute> routes, String instead, String template, String... methods) {
    for (String method : methods) {
      String what = method + " " + template.replace("...}", "}");
      routes.add(new HttpRoute(
              method, template, Optional.of(Role.READ), ExecutionLane.AT_ONCE, request -> {
                throw error(what, instead);
              })
          .reaching(RouteReach.CALLER));
    }
  }

  private static HttpError error(String what, String instead) {
    String message = what + " is not supported";
    return HttpError.of(
        HttpReply.error(409, message, instead).with(OpenStackErrorFormat.TYPE_HEADER, TYPE),
        message);
  }
}
