package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Lists;
import io.cloudadapter.api.cloud.Instance;
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
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Servers as those see them who send something there: what they are called, and where they are. */
final class HostLookup {
  /** So many ids fit into one address, however the services are proxied. */
  private static final int MOST_IDS = 40;

  private final OpenStackClient api;
  private final ServerInventory servers;

  HostLookup(OpenStackClient api, ServerInventory servers) {
    this.api = api;
    this.servers = servers;
  }

  /** An address of a server. */
  record Place(String network, String subnet, String address) {}

  /**
   * The servers that answer to names, or have them for their ids.
   *
   * @return ids by name, without the names that no server has
   */
  Map<String, String> ids(Collection<String> names, CallContext call) {
    Map<String, String> ids = new LinkedHashMap<>();
    List<Instance> all = names.isEmpty() ? List.of() : servers.all(call);
    for (String name : names) {
      List<Instance> found = all.stream()
          .filter(each -> each.answersTo(name) || each.id().value().equals(name))
          .toList();
      if (found.size() > 1) {
        throw OpenStackErrorClassifier.invalid(
            found.size() + " servers answer to " + name + "; give the id of one: "
                + found.stream().map(each -> each.id().value()).toList());
      }
      found.forEach(each -> ids.put(name, each.id().value()));
    }
    return ids;
  }

  /** What servers are called, by their ids; those that are gone are not there. */
  Map<String, String> names(Collection<String> ids, CallContext call) {
    Map<String, String> names = new HashMap<>();
    try {
      ListPages.read(
          api,
          ServiceType.COMPUTE,
          "/servers",
          "servers",
          "servers_links",
          row -> {
            // A server in a cell that is down shows no name.
            String id = row.path("id").asText("");
            names.put(id, OpenStackResponse.text(row, "name").orElse(id));
          },
          call);
    } catch (ListPages.Broken e) {
      throw CloudException.of(
              Kind.UNAVAILABLE, Effect.NONE, "a server ended while the list was read; ask again")
          .build();
    }
    names.keySet().retainAll(ids);
    return names;
  }

  /** The addresses of servers, by their ids. */
  ListMultimap<String, Place> places(Collection<String> ids, CallContext call) {
    ListMultimap<String, Place> places = ArrayListMultimap.create();
    List<String> all = ids.stream().distinct().sorted().toList();
    for (List<String> page : Lists.partition(all, MOST_IDS)) {
      String some = page.stream().map(id -> "&device_id=" + id).collect(Collectors.joining());
      for (JsonNode port :
          ports("fields=device_id&fields=network_id&fields=fixed_ips" + some, call)) {
        for (JsonNode fixed : port.path("fixed_ips")) {
          places.put(
              port.path("device_id").asText(""),
              new Place(
                  port.path("network_id").asText(""),
                  fixed.path("subnet_id").asText(""),
                  fixed.path("ip_address").asText("")));
        }
      }
    }
    return places;
  }

  /** The servers that have these addresses, by address. */
  Map<String, String> owners(Collection<String> addresses, CallContext call) {
    Map<String, String> owners = new HashMap<>();
    if (!addresses.isEmpty()) {
      String some = addresses.stream()
          .sorted()
          .distinct()
          .map(address -> "&fixed_ips=" + ListPages.encoded("ip_address=" + address))
          .collect(Collectors.joining());
      for (JsonNode port : ports("fields=device_id&fields=fixed_ips" + some, call)) {
        for (JsonNode fixed : port.path("fixed_ips")) {
          owners.put(fixed.path("ip_address").asText(""), port.path("device_id").asText(""));
        }
      }
    }
    return owners;
  }

  private JsonNode ports(String query, CallContext call) {
    ApiRequest request = ApiRequest.get(ServiceType.NETWORK, "/ports?" + query);
    OpenStackResponse reply = api.exchange(request, call);
    JsonNode rows = OpenStackErrorClassifier.expect(200, request, reply).path("ports");
    if (!rows.isArray()) {
      throw OpenStackErrorClassifier.notUnderstood(request, reply, "ports");
    }
    return rows;
  }

  /** Where to reach a server: where it is wanted, or anywhere else, by IPv4 if it has that. */
  static Place best(String server, List<Place> places, Predicate<Place> wanted) {
    return places.stream()
        .filter(wanted)
        .filter(place -> place.address().indexOf(':') < 0)
        .findFirst()
        .or(() -> places.stream().filter(wanted).findFirst())
        .or(() -> places.stream().findFirst())
        .orElseThrow(() -> CloudException.of(
                Kind.CONFLICT, Effect.NONE, "server " + server + " has no address, or none yet")
            .conflict(Conflict.BUSY)
            .build());
  }
}
