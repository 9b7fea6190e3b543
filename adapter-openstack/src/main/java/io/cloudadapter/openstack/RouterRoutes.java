package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ListMultimap;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.openstack.client.ApiRequest;
import io.cloudadapter.openstack.client.ListPages;
import io.cloudadapter.openstack.client.OpenStackClient;
import io.cloudadapter.openstack.client.OpenStackErrorClassifier;
import io.cloudadapter.openstack.client.OpenStackResponse;
import io.cloudadapter.openstack.client.ServiceType;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Routes;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Routes of a Neutron router. Neutron's have no names: these are in tags of the router, one for each route, which is
 * there as long as the router has both. The tag comes first and goes last, so no route of ours is ever without.
 */
final class RouterRoutes implements Routes {
  private static final String TAG = OwnershipMarks.RESERVED + "route=";
  private static final int LONGEST_TAG = 255;

  private final OpenStackClient api;
  private final HostLookup hosts;
  private final Optional<String> router;

  /** @param router the id or name of the router that has the routes; without, the project's only one */
  RouterRoutes(OpenStackClient api, HostLookup hosts, Optional<String> router) {
    this.api = api;
    this.hosts = hosts;
    this.router = router;
  }

  /** What a tag says. */
  private record Noted(
      String cluster, String name, String target, String server, Cidr destination, String hop) {

    static Optional<Noted> of(String tag) {
      String[] parts =
          tag.startsWith(TAG) ? tag.substring(TAG.length()).split("~", -1) : new String[0];
      if (parts.length != 6) {
        return Optional.empty();
      }
      for (int i = 0; i < parts.length; i++) {
        parts[i] = URLDecoder.decode(parts[i], StandardCharsets.UTF_8);
      }
      try {
        return Optional.of(
            new Noted(parts[0], parts[1], parts[2], parts[3], new Cidr(parts[4]), parts[5]));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }

    String tag() {
      return TAG
          + List.of(cluster, name, target, server, destination.text(), hop).stream()
              .map(ListPages::encoded)
              .collect(Collectors.joining("~"));
    }

    boolean leadsAs(Noted other) {
      return destination.same(other.destination) && hop.equals(other.hop);
    }
  }

  /** A router, and what it is noted to lead where. */
  private record Table(String id, List<Noted> noted, JsonNode rows) {

    /** Those that it has in fact. */
    List<Noted> routes(String cluster) {
      return noted.stream()
          .filter(each -> each.cluster().equals(cluster) && leads(each))
          .sorted(Comparator.comparing(Noted::name)
              .thenComparing(each -> each.destination().text()))
          .toList();
    }

    boolean leads(Noted each) {
      for (JsonNode row : rows) {
        if (row.path("nexthop").asText("").equals(each.hop())
            && new Cidr(row.path("destination").asText("")).same(each.destination())) {
          return true;
        }
      }
      return false;
    }
  }

  private Table table(CallContext call) {
    String id = new OpenStackResourceResolver(api, call).router(router).id();
    ApiRequest request =
        ApiRequest.get(ServiceType.NETWORK, "/routers/" + id + "?fields=routes&fields=tags");
    OpenStackResponse reply = api.exchange(request, call);
    JsonNode row = OpenStackErrorClassifier.expect(200, request, reply).path("router");
    if (!row.path("routes").isArray() || !row.path("tags").isArray()) {
      throw OpenStackErrorClassifier.notUnderstood(request, reply, "list of routes and tags");
    }
    List<Noted> noted = new ArrayList<>();
    row.path("tags").forEach(tag -> Noted.of(tag.asText("")).ifPresent(noted::add));
    return new Table(id, noted, row.path("routes"));
  }

  @Override
  public List<Route> routes(String cluster, CallContext call) {
    api.checkOpen();
    List<Noted> all = table(call).routes(cluster);
    List<String> servers = all.stream().map(Noted::server).toList();
    Set<String> there = all.isEmpty() ? Set.of() : hosts.names(servers, call).keySet();
    return all.stream().map(each -> shown(each, there.contains(each.server()))).toList();
  }

  private static Route shown(Noted noted, boolean there) {
    return new Route(noted.cluster(), noted.name(), noted.target(), noted.destination(), !there);
  }

  @Override
  public Route create(
      String cluster, String name, String target, Cidr destination, CallContext call) {
    api.checkOpen();
    Table table = table(call);
    List<Noted> all = table.routes(cluster);
    Optional<Noted> same = all.stream()
        .filter(each -> each.target().equals(target) && each.destination().same(destination))
        .findFirst();
    if (same.isPresent()) {
      return shown(same.get(), true);
    }
    String server = Optional.ofNullable(hosts.ids(List.of(target), call).get(target))
        .orElseThrow(() -> CloudException.of(
                Kind.NOT_FOUND, Effect.NONE, "the project has no server " + target)
            .build());
    checkFree(all, name, destination);
    Noted made = new Noted(
        cluster, name, target, server, destination, hop(table, server, destination, call));
    if (made.tag().length() > LONGEST_TAG) {
      throw OpenStackErrorClassifier.invalid(
          "cluster, name and target of a route must fit into a tag of " + LONGEST_TAG
              + " letters, which would have " + made.tag().length());
    }
    if (!table.noted().contains(made)) {
      tag(table, "PUT", made, call);
    }
    lead(table, "add_extraroutes", made, call);
    return shown(made, true);
  }

  @Override
  public void delete(String cluster, String name, CallContext call) {
    api.checkOpen();
    Table table = table(call);
    boolean changed = false;
    for (Noted each : table.noted()) {
      if (each.cluster().equals(cluster) && each.name().equals(name)) {
        boolean shared =
            table.noted().stream().anyMatch(other -> !other.equals(each) && other.leadsAs(each));
        try {
          if (table.leads(each) && !shared) {
            lead(table, "remove_extraroutes", each, call);
            changed = true;
          }
          tag(table, "DELETE", each, call);
          changed = true;
        } catch (CloudException e) {
          throw changed ? OpenStackErrorClassifier.inPart(e) : e;
        }
      }
    }
  }

  /** Adds a route or removes it; both may be repeated, and leave all other routes of the router alone. */
  private void lead(Table table, String how, Noted noted, CallContext call) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("router")
        .putArray("routes")
        .addObject()
        .put("destination", noted.destination().text())
        .put("nexthop", noted.hop());
    ApiRequest request = ApiRequest.write(
        ServiceType.NETWORK, RequestKind.ACT, "PUT", "/routers/" + table.id() + "/" + how, body);
    OpenStackResponse reply = api.exchange(request, call);
    JsonNode unused = OpenStackErrorClassifier.expect(200, request, reply);
  }

  private void tag(Table table, String method, Noted noted, CallContext call) {
    ApiRequest request = new ApiRequest(
        ServiceType.NETWORK,
        RequestKind.ACT,
        method,
        "/routers/" + table.id() + "/tags/" + ListPages.encoded(noted.tag()),
        Map.of(),
        Optional.empty());
    OpenStackResponse reply = api.exchange(request, call);
    boolean well = method.equals("PUT")
        ? reply.status() == 201
        : reply.status() == 204 || OpenStackErrorClassifier.isNoTag(reply);
    if (!well) {
      throw OpenStackErrorClassifier.of(request, reply);
    }
  }

  /** The address of the server in a network to which the router is connected. */
  private String hop(Table table, String server, Cidr destination, CallContext call) {
    ListMultimap<String, HostLookup.Place> places = hosts.places(List.of(table.id(), server), call);
    Set<String> connected =
        places.get(table.id()).stream().map(HostLookup.Place::subnet).collect(Collectors.toSet());
    boolean six = destination.text().indexOf(':') >= 0;
    return places.get(server).stream()
        .filter(place -> connected.contains(place.subnet()))
        .map(HostLookup.Place::address)
        .filter(address -> six == address.indexOf(':') >= 0)
        .findFirst()
        .orElseThrow(() -> OpenStackErrorClassifier.invalid("server " + server
            + " has no address in a network of the router, none of the kind of " + destination));
  }

  private static void checkFree(List<Noted> all, String name, Cidr destination) {
    for (Noted other : all) {
      if (other.name().equals(name)) {
        throw CloudException.of(
                Kind.CONFLICT,
                Effect.NONE,
                "route " + name + " leads from " + other.destination() + " to " + other.target())
            .conflict(Conflict.NAME_TAKEN)
            .build();
      }
      if (other.destination().overlaps(destination)) {
        throw CloudException.of(
                Kind.CONFLICT,
                Effect.NONE,
                "the block " + destination + " overlaps " + other.destination() + ", which route "
                    + other.name() + " leads to " + other.target())
            .build();
      }
    }
  }
}
