package io.cloudadapter.server.cloudprovider;

import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.CloudproviderOptions;
import io.cloudadapter.server.options.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The routes of the HTTP cloudprovider API over one account. */
public final class CloudproviderRoutes {
  /** The path as the client spells it, and as it was meant. */
  static final List<String> PREFIXES =
      List.of("/cloudprovider/v1aplha1", "/cloudprovider/v1alpha1");

  private final String providerName;
  private final InstanceEndpoints instances;
  private final LoadBalancerEndpoints balancers;
  private final ZoneEndpoints places;
  private final RouteEndpoints routes;
  private final Map<String, BooleanSupplier> interfaces = new LinkedHashMap<>();

  /**
   * Routes to an account.
   *
   * @param cloud the account
   * @param settings how the API is served
   */
  public CloudproviderRoutes(Cloud cloud, CloudproviderOptions settings) {
    this.providerName = settings.name().orElse(cloud.provider());
    this.instances = new InstanceEndpoints(cloud, providerName);
    this.balancers = new LoadBalancerEndpoints(cloud, settings.semantic());
    this.places = new ZoneEndpoints(cloud, instances, settings.zone());
    this.routes = new RouteEndpoints(cloud, instances);
    interfaces.put("instances", instances::supported);
    interfaces.put("tcpLoadBalancers", balancers::supported);
    interfaces.put("zones", places::hasZones);
    interfaces.put("clusters", places::hasClusters);
    interfaces.put("routes", routes::supported);
  }

  /**
   * The routes.
   *
   * @return the same under both prefixes, and with a slash at the end
   */
  public List<HttpRoute> routes() {
    List<HttpRoute> all = new ArrayList<>();
    for (String prefix : PREFIXES) {
      for (HttpRoute route : under(prefix)) {
        all.add(route);
        if (!route.template().endsWith("...}")) {
          all.add(new HttpRoute(
              route.method(), route.template() + "/", route.role(), route.lane(), route.handler()));
        }
      }
      all.add(instances(prefix));
    }
    return all;
  }

  /** Everything below instances; with nothing behind the slash, all of them. */
  private HttpRoute instances(String prefix) {
    return cloud(
        "GET",
        prefix + "/instances/{" + InstanceEndpoints.REST + "...}",
        Role.READ,
        instances::read);
  }

  private List<HttpRoute> under(String prefix) {
    List<HttpRoute> all = new ArrayList<>();
    all.add(atOnce("GET", prefix, request -> document()));
    all.add(atOnce("GET", prefix + "/providerName", request -> name()));
    interfaces.forEach((name, supported) -> all.add(atOnce(
        "OPTIONS",
        prefix + "/" + name,
        request -> HttpReply.empty(supported.getAsBoolean() ? 200 : 501))));
    String some = prefix + "/instances";
    all.add(cloud("GET", some, Role.READ, instances::read));
    all.add(cloud("POST", some + "/sshKey", Role.OPERATE, instances::addSshKey));
    all.add(
        cloud("GET", some + "/sshKey", Role.READ, request -> instances.read(request, "sshKey")));
    String balancer = prefix + "/tcpLoadBalancers";
    all.add(cloud("POST", balancer, Role.OPERATE, balancers::ensure));
    all.add(cloud("GET", balancer + "/{region}/{name}", Role.READ, balancers::get));
    all.add(cloud("GET", balancer + "/{region}/{name}/hosts", Role.READ, balancers::hosts));
    all.add(cloud("PUT", balancer + "/{region}/{name}", Role.OPERATE, balancers::setHosts));
    all.add(cloud("DELETE", balancer + "/{region}/{name}", Role.OPERATE, balancers::delete));
    all.add(cloud("GET", prefix + "/zones", Role.READ, places::zone));
    all.add(cloud("GET", prefix + "/zones/{instance}", Role.READ, places::zoneOf));
    all.add(cloud("GET", prefix + "/clusters", Role.READ, places::clusters));
    all.add(cloud("GET", prefix + "/clusters/{cluster}/master", Role.READ, places::master));
    all.add(cloud("POST", prefix + "/routes", Role.OPERATE, routes::create));
    all.add(cloud("GET", prefix + "/routes/{cluster}", Role.READ, routes::list));
    all.add(cloud("DELETE", prefix + "/routes/{cluster}/{route}", Role.OPERATE, routes::delete));
    // Last, since these would match the others.
    all.add(atOnce("OPTIONS", prefix + "/{interface}", request -> HttpReply.empty(501)));
    for (String method : List.of("GET", "POST", "PUT", "DELETE")) {
      Role role = method.equals("GET") ? Role.READ : Role.OPERATE;
      all.add(new HttpRoute(
          method, prefix + "/{interface}", Optional.of(role), ExecutionLane.READ, this::unknown));
    }
    return all;
  }

  /** Without it, OPTIONS would be all that is allowed for what is not there at all. */
  private HttpReply unknown(HttpRequest request) {
    throw HttpError.of(
        404,
        "there is no interface " + SafeText.quoted(request.parameter("interface")),
        "there are " + String.join(", ", interfaces.keySet()));
  }

  /**
   * What is served, for a listener where nothing else is.
   *
   * @return the route of its root
   */
  public static HttpRoute index() {
    return atOnce(
        "GET",
        "/",
        request -> HttpReply.json(200, json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("paths");
          for (String prefix : PREFIXES) {
            json.writeString(prefix);
          }
          json.writeEndArray();
          json.writeEndObject();
        }));
  }

  private HttpReply name() {
    return HttpReply.json(200, json -> Replies.one(json, "providerName", providerName));
  }

  /** Ours: what asking for the options of each interface would tell. */
  private HttpReply document() {
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeStringField("providerName", providerName);
      json.writeObjectFieldStart("interfaces");
      for (Map.Entry<String, BooleanSupplier> known : interfaces.entrySet()) {
        json.writeBooleanField(known.getKey(), known.getValue().getAsBoolean());
      }
      json.writeEndObject();
      json.writeArrayFieldStart("extensions");
      json.writeString("instances/{providerID or name}/metadata");
      json.writeString("zones/{instanceName}");
      json.writeString("tcpLoadBalancers/{region}/{name}/hosts");
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  private static HttpRoute atOnce(String method, String template, Handler handler) {
    return new HttpRoute(method, template, Optional.of(Role.READ), ExecutionLane.READ, handler);
  }

  private static HttpRoute cloud(String method, String template, Role role, Handler handler) {
    return new HttpRoute(method, template, Optional.of(role), ExecutionLane.CLOUD, handler);
  }
}
