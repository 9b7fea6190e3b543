package io.cloudadapter.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.LoadBalancer.Ingress;
import io.cloudadapter.api.cloud.NodeAddress;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.cloud.Zone;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a server's account has beside machines, to be looked at. All of it fails with {@link
 * io.cloudadapter.api.PoolException}: NOT_FOUND if the server does not serve it, UNAVAILABLE if it cannot
 * answer. Needs role read. Safe for use by any number of threads.
 */
public final class RemoteCloud {
  private static final String PREFIX = "/cloudprovider/v1alpha1/";

  private final Exchange exchange;

  RemoteCloud(Exchange exchange) {
    this.exchange = exchange;
  }

  /**
   * The names of machines, whoever made them.
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
    Fields found = get("instances/" + segment(which) + "/metadata");
    return found.flag("exists") ? Optional.of(read(found)) : Optional.empty();
  }

  private static Instance read(Fields found) {
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

  private static NodeAddress.Kind kind(Fields address) {
    return switch (address.text("type")) {
      case "InternalIP" -> NodeAddress.Kind.INTERNAL_IP;
      case "ExternalIP" -> NodeAddress.Kind.EXTERNAL_IP;
      case "InternalDNS" -> NodeAddress.Kind.INTERNAL_DNS;
      case "ExternalDNS" -> NodeAddress.Kind.EXTERNAL_DNS;
      default -> NodeAddress.Kind.HOST_NAME;
    };
  }

  /**
   * The zone that the server says to be in.
   *
   * @return the zone with its region
   */
  public Zone zone() {
    Fields zone = get("zones");
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
    Fields found = get("tcpLoadBalancers/" + segment(region) + "/" + segment(name));
    return found.flag("exists")
        ? Optional.of(checked(
            found,
            () -> found.list("ingress").stream().map(RemoteCloud::ingress).toList()))
        : Optional.empty();
  }

  private static Ingress ingress(Fields point) {
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
    Fields found = get("routes/" + segment(cluster));
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

  private static <T> T checked(Fields answer, Supplier<T> meaning) {
    try {
      return meaning.get();
    } catch (IllegalArgumentException e) {
      throw answer.garbled(String.valueOf(e.getMessage()));
    }
  }

  private Fields get(String path) {
    try {
      Reply reply = exchange.get(PREFIX + path, Optional.empty());
      if (!reply.ok()) {
        throw Refusals.of(reply);
      }
      return Fields.of(reply);
    } catch (LostException e) {
      throw Exchange.unavailable(e);
    }
  }

  private static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
