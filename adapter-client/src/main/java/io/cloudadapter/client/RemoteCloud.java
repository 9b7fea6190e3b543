package io.cloudadapter.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.LoadBalancer.Ingress;
import io.cloudadapter.api.cloud.LoadBalancer.Target;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.api.cloud.NodeAddress;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.client.message.JsonCodec;
import io.cloudadapter.client.message.JsonFields;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a server's account has beside machines. All of it fails with {@link
 * io.cloudadapter.api.PoolException}: NOT_FOUND if there is no such thing, or the server does not serve it, INVALID and
 * CONFLICT if it is refused, UNAVAILABLE if the server cannot answer, UNKNOWN if a change may have been made all the
 * same; every change may be repeated. Looking needs the role read, changing operate. Safe for use by any number of
 * threads.
 */
public final class RemoteCloud {
  private static final String PREFIX = "/cloudprovider/v1alpha1/";

  private final RequestExchange exchange;

  RemoteCloud(RequestExchange exchange) {
    this.exchange = exchange;
  }

  /**
   * Returns the names of machines, also of those that no pool owns.
   *
   * @param expression with Go's syntax, searched for in the name; all machines if empty
   * @return the names in the cloud's order
   */
  public List<String> instances(String expression) {
    return get("instances/" + segment(expression)).list("instances").stream()
        .map(instance -> instance.text("instanceName"))
        .toList();
  }

  /**
   * All about one machine.
   *
   * @param which its provider id, id or name
   * @return the machine, or empty if it does not exist
   */
  public Optional<Instance> instance(String which) {
    JsonFields found = get("instances/" + segment(which) + "/metadata");
    return found.flag("exists") ? Optional.of(read(found)) : Optional.empty();
  }

  private static Instance read(JsonFields found) {
    String provider = found.text("providerID");
    return checked(
        found,
        () -> new Instance(
            new MachineId(provider.substring(provider.indexOf("://") + 3)),
            found.text("instanceName"),
            found.text("hostName"),
            found.flag("shutdown"),
            found.list("nodeAddresses").stream()
                .map(address -> new NodeAddress(kind(address), address.text("address")))
                .toList(),
            found.optionalText("instanceType"),
            found.optionalText("zone").map(zone -> new Zone(zone, found.text("region"))),
            found.freeForm("labels")));
  }

  private static NodeAddress.Kind kind(JsonFields address) {
    return switch (address.text("type")) {
      case "InternalIP" -> NodeAddress.Kind.INTERNAL_IP;
      case "ExternalIP" -> NodeAddress.Kind.EXTERNAL_IP;
      case "InternalDNS" -> NodeAddress.Kind.INTERNAL_DNS;
      case "ExternalDNS" -> NodeAddress.Kind.EXTERNAL_DNS;
      default -> NodeAddress.Kind.HOST_NAME;
    };
  }

  /**
   * Returns the zone of the server.
   *
   * @return the zone with its region
   */
  public Zone zone() {
    JsonFields zone = get("zones");
    return checked(zone, () -> new Zone(zone.text("failureDomain"), zone.text("region")));
  }

  /**
   * Where a load balancer is reached.
   *
   * @param region its region
   * @param name its name
   * @return its addresses, or empty if there is none
   */
  public Optional<List<Ingress>> loadBalancer(String region, String name) {
    JsonFields found = get(balancer(region, name));
    return found.flag("exists")
        ? Optional.of(checked(
            found,
            () -> found.list("ingress").stream().map(RemoteCloud::ingress).toList()))
        : Optional.empty();
  }

  /**
   * Who is behind a load balancer.
   *
   * @param region its region
   * @param name its name
   * @return its hosts with their health, or empty if there is no such load balancer
   */
  public Optional<List<Target>> targets(String region, String name) {
    JsonFields found = get(balancer(region, name) + "/hosts");
    return found.flag("exists")
        ? Optional.of(checked(
            found, () -> found.list("hosts").stream().map(RemoteCloud::target).toList()))
        : Optional.empty();
  }

  private static Target target(JsonFields host) {
    return new Target(host.text("hostname"), Target.Health.valueOf(host.text("health")));
  }

  /**
   * Makes a load balancer, or brings one of that name to what the spec says, hosts included.
   *
   * @param spec the desired state; the server forwards to the target port of each host
   * @return its addresses; none while the cloud prepares it
   */
  public List<Ingress> ensure(LoadBalancerSpec spec) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("loadBalancerName", spec.name());
    body.put("region", spec.region());
    body.put("externalIP", spec.address().orElse(""));
    body.put("ports", spec.listeners().stream().map(RemoteCloud::port).toList());
    body.put("hosts", hosts(spec.hosts()));
    body.put("sessionAffinity", spec.affinity() == Affinity.CLIENT_IP ? "ClientIP" : "None");
    JsonFields made = write("POST", "tcpLoadBalancers", Optional.of(body)).fields();
    return checked(
        made, () -> made.list("ingress").stream().map(RemoteCloud::ingress).toList());
  }

  private static Map<String, Object> port(Listener listener) {
    return Map.of(
        "name", listener.name(),
        "protocol", listener.protocol().name(),
        "port", listener.port(),
        "targetPort", listener.targetPort(),
        "nodePort", listener.targetPort());
  }

  private static List<Map<String, String>> hosts(List<String> names) {
    return names.stream().map(name -> Map.of("hostname", name)).toList();
  }

  /**
   * Puts these hosts behind a load balancer, and no other.
   *
   * @param region its region
   * @param name its name
   * @param hosts names of machines, possibly none
   */
  public void setHosts(String region, String name, List<String> hosts) {
    write("PUT", balancer(region, name), Optional.of(Map.of("hosts", hosts(hosts))));
  }

  /**
   * Deletes a load balancer; one that is not there is no error.
   *
   * @param region its region
   * @param name its name
   */
  public void deleteLoadBalancer(String region, String name) {
    write("DELETE", balancer(region, name), Optional.empty());
  }

  private static String balancer(String region, String name) {
    return "tcpLoadBalancers/" + segment(region) + "/" + segment(name);
  }

  private static Ingress ingress(JsonFields point) {
    return point.has("ip")
        ? new Ingress(Ingress.Kind.IP, point.text("ip"))
        : new Ingress(Ingress.Kind.HOST_NAME, point.text("hostname"));
  }

  /**
   * The routes of a cluster.
   *
   * @param cluster its name
   * @return its routes
   */
  public List<Route> routes(String cluster) {
    JsonFields found = get("routes/" + segment(cluster));
    return checked(
        found,
        () -> found.list("routes").stream()
            .map(route -> new Route(
                cluster,
                route.text("routeName"),
                route.text("targetInstance"),
                new Cidr(route.text("destinationCIDR")),
                route.has("blackhole") && route.flag("blackhole")))
            .toList());
  }

  /**
   * Makes a route, unless there is one already that leads there.
   *
   * @param cluster whose it is
   * @param name its name; the server makes one if it is empty
   * @param target the name of a machine
   * @param destination which addresses
   */
  public void createRoute(String cluster, String name, String target, Cidr destination) {
    Map<String, Object> route =
        Map.of("routeName", name, "targetInstance", target, "destinationCIDR", destination.text());
    Map<String, Object> body = Map.of("clusterName", cluster, "nameHint", "", "route", route);
    write("POST", "routes", Optional.of(body));
  }

  /**
   * Deletes a route; one that is not there is no error.
   *
   * @param cluster whose it is
   * @param name its name
   */
  public void deleteRoute(String cluster, String name) {
    write("DELETE", "routes/" + segment(cluster) + "/" + segment(name), Optional.empty());
  }

  static <T> T checked(JsonFields answer, Supplier<T> meaning) {
    try {
      return meaning.get();
    } catch (IllegalArgumentException e) {
      throw answer.garbled(String.valueOf(e.getMessage()));
    }
  }

  private JsonFields get(String path) {
    try {
      ServerReply reply = exchange.get(PREFIX + path, Optional.empty());
      return ok(told(reply)).fields();
    } catch (LostReplyException e) {
      throw RequestExchange.unavailable(e);
    }
  }

  private ServerReply write(String method, String path, Optional<Map<String, Object>> body) {
    try {
      ServerReply reply = told(exchange.write(method, PREFIX + path, body.map(JsonCodec::text)));
      if (reply.status() >= 500 && reply.status() != 501) {
        // The cloud may have failed half-way, and the API has no words for that.
        PoolException refusal = ErrorResponseMapper.of(reply);
        throw new PoolException(
            PoolException.Reason.UNKNOWN,
            String.valueOf(refusal.getMessage()),
            "It may be done all the same; it may be repeated.");
      }
      return ok(reply);
    } catch (LostReplyException e) {
      throw new PoolException(
          e.mayHaveArrived() ? PoolException.Reason.UNKNOWN : PoolException.Reason.UNAVAILABLE,
          String.valueOf(e.getMessage()),
          e.advice(),
          e);
    }
  }

  /** The API answers every error with status 404; the body contains the actual code. */
  private static ServerReply told(ServerReply reply) {
    int code = JsonCodec.tree(reply.body())
        .filter(body -> !reply.ok() && body.path("kind").asText("").equals("Status"))
        .map(body -> body.path("code").asInt())
        .filter(inside -> inside >= 400)
        .orElse(reply.status());
    return reply.as(code);
  }

  private static ServerReply ok(ServerReply reply) {
    if (!reply.ok()) {
      throw ErrorResponseMapper.of(reply);
    }
    return reply;
  }

  static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
