package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ListMultimap;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.openstack.OctaviaState.Member;
import io.cloudadapter.openstack.OctaviaState.Pool;
import io.cloudadapter.openstack.OctaviaState.Port;
import io.cloudadapter.openstack.client.ListPages;
import io.cloudadapter.openstack.client.OpenStackClient;
import io.cloudadapter.openstack.client.OpenStackResponse;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.LoadBalancers;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Load balancers of Octavia. Octavia has no idempotency, and allows two of one name: the adapter finds its load
 * balancer again by name, and the parts by listener and port. It makes everything piece by piece, members before the
 * listener that leads to them, and a repetition of a failed call continues from there.
 */
final class OctaviaLoadBalancers implements LoadBalancers {
  private final OpenStackClient api;
  private final HostLookup hosts;
  private final Optional<String> network;

  /** @param network the id or name of the network in which load balancers get their addresses */
  OctaviaLoadBalancers(OpenStackClient api, HostLookup hosts, Optional<String> network) {
    this.api = api;
    this.hosts = hosts;
    this.network = network;
  }

  @Override
  public Set<Protocol> protocols() {
    return EnumSet.of(Protocol.TCP, Protocol.UDP);
  }

  @Override
  public Optional<LoadBalancer> find(String region, String name, CallContext call) {
    api.checkOpen();
    if (!api.grant(call).region().equals(region)) {
      return Optional.empty();
    }
    OctaviaClient octavia = new OctaviaClient(api, call);
    return octavia.find(name).map(octavia::layout).map(layout -> layout.told(layout.spec(region)));
  }

  @Override
  public LoadBalancer ensure(LoadBalancerSpec spec, CallContext call) {
    api.checkOpen();
    checkRegion(spec.region(), call);
    OctaviaClient octavia = new OctaviaClient(api, call);
    Optional<OctaviaState> before = octavia.find(spec.name()).map(octavia::layout);
    Optional<String> address = before.flatMap(OctaviaState::address);
    if (address.isPresent()
        && spec.address().filter(wanted -> !address.equals(Optional.of(wanted))).isPresent()) {
      throw conflict("load balancer " + spec.name() + " has the address " + address.get()
          + " and keeps it; delete it to give it another");
    }
    // Looked up first: while a host is unknown nothing may change.
    Map<String, String> servers = servers(spec.hosts(), before, call);
    ListMultimap<String, HostLookup.Place> places = hosts.places(servers.values(), call);
    return octavia.whole(() -> {
      OctaviaState layout = before.orElseGet(() -> made(spec, octavia, call));
      List<Member> members = members(spec.hosts(), servers, places, layout);
      octavia.expecting(layout.status());
      new Plan(octavia, layout, members).carryOut(spec);
      octavia.finish(layout.id());
      octavia.tidy();
      return layout.told(spec);
    });
  }

  private void checkRegion(String region, CallContext call) {
    String ours = api.grant(call).region();
    if (!ours.equals(region)) {
      throw notFound("there is no region " + region + " here; there is " + ours);
    }
  }

  private OctaviaState made(LoadBalancerSpec spec, OctaviaClient octavia, CallContext call) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode balancer = body.putObject("loadbalancer").put("name", spec.name());
    String where = new OpenStackResourceResolver(api, call).homeNetwork(network).id();
    balancer.put("vip_network_id", where);
    spec.address().ifPresent(address -> {
      octavia.rows(
          OctaviaClient.ALL + "?fields=name&fields=vip_network_id&vip_address="
              + ListPages.encoded(address),
          "loadbalancers",
          other -> {
            if (other.path("vip_network_id").asText("").equals(where)) {
              throw conflict(
                  "load balancer " + other.path("name").asText("") + " has the address " + address);
            }
          });
      balancer.put("vip_address", address);
    });
    balancer.putArray("tags").add(OctaviaState.OURS);
    JsonNode row = octavia.create(body);
    // Another client may have made one meanwhile, or the list before was stale.
    Optional<JsonNode> first = octavia.find(spec.name());
    if (first.isPresent() && !first.get().path("id").equals(row.path("id"))) {
      return octavia.layout(first.get());
    }
    return new OctaviaState(
        row.path("id").asText(""),
        spec.name(),
        row.path("provisioning_status").asText(""),
        OpenStackResponse.text(row, "vip_address"),
        row.path("vip_network_id").asText(""),
        List.of(),
        List.of());
  }

  @Override
  public LoadBalancer setHosts(String region, String name, List<String> all, CallContext call) {
    api.checkOpen();
    List<String> wanted = LoadBalancerSpec.hosts(all);
    checkRegion(region, call);
    OctaviaClient octavia = new OctaviaClient(api, call);
    OctaviaState layout = octavia.layout(octavia.existing(name));
    Map<String, String> servers = servers(wanted, Optional.of(layout), call);
    ListMultimap<String, HostLookup.Place> places = hosts.places(servers.values(), call);
    LoadBalancerSpec is = layout.spec(region);
    LoadBalancerSpec spec =
        new LoadBalancerSpec(region, name, is.address(), is.listeners(), wanted, is.affinity());
    return octavia.whole(() -> {
      octavia.expecting(layout.status());
      new Plan(octavia, layout, members(wanted, servers, places, layout)).fill();
      octavia.finish(layout.id());
      return layout.told(spec);
    });
  }

  @Override
  public void delete(String region, String name, CallContext call) {
    api.checkOpen();
    if (!api.grant(call).region().equals(region)) {
      return;
    }
    OctaviaClient octavia = new OctaviaClient(api, call);
    octavia.find(name).ifPresent(row -> {
      String id = row.path("id").asText("");
      // One in ERROR can be deleted.
      String status = row.path("provisioning_status").asText("");
      octavia.expecting(status.equals("ERROR") ? "ACTIVE" : status);
      octavia.remove(id, OctaviaClient.ALL + "/" + id + "?cascade=true");
    });
  }

  /** A host that is behind it already may be gone: a repetition of an accepted request is not refused. */
  private Map<String, String> servers(
      List<String> wanted, Optional<OctaviaState> before, CallContext call) {
    Map<String, String> servers = hosts.ids(wanted, call);
    Set<String> behind = before.map(layout -> layout.hosts().keySet()).orElse(Set.of());
    List<String> unknown = wanted.stream()
        .filter(host -> !servers.containsKey(host) && !behind.contains(host))
        .toList();
    if (!unknown.isEmpty()) {
      throw notFound("the project has no server " + String.join(", ", unknown));
    }
    return servers;
  }

  /** The hosts as members of no pool yet: at no port. */
  private static List<Member> members(
      List<String> wanted,
      Map<String, String> servers,
      ListMultimap<String, HostLookup.Place> places,
      OctaviaState layout) {
    Map<String, Member> behind = layout.hosts();
    List<Member> members = new ArrayList<>();
    for (String host : wanted) {
      String server = servers.get(host);
      if (server == null) {
        members.add(behind.get(host));
      } else {
        members.add(member(host, server, places.get(server), layout));
      }
    }
    return members;
  }

  /** A server as a member. Where it has several addresses, that in the load balancer's network. */
  static Member member(
      String host, String server, List<HostLookup.Place> places, OctaviaState layout) {
    HostLookup.Place place =
        HostLookup.best(server, places, each -> each.network().equals(layout.network()));
    return new Member(
        "", host, Optional.of(server), place.address(), 0, Optional.of(place.subnet()), "");
  }

  /** What Octavia takes for members, all at one port. */
  static ObjectNode body(List<Member> members) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = body.putArray("members");
    for (Member member : members) {
      ObjectNode row = rows.addObject();
      row.put("name", member.host()).put("address", member.address());
      row.put("protocol_port", member.port());
      member.subnet().ifPresent(subnet -> row.put("subnet_id", subnet));
      ArrayNode tags = row.putArray("tags");
      member.server().ifPresent(server -> tags.add(OctaviaState.SERVER + server));
    }
    return body;
  }

  private static CloudException notFound(String message) {
    return CloudException.of(Kind.NOT_FOUND, Effect.NONE, message).build();
  }

  private static CloudException conflict(String message) {
    return CloudException.of(Kind.CONFLICT, Effect.NONE, message)
        .conflict(Conflict.NAME_TAKEN)
        .build();
  }

  /** What to change, step by step, of a load balancer with these members. */
  private record Plan(OctaviaClient octavia, OctaviaState layout, List<Member> members) {

    void carryOut(LoadBalancerSpec spec) {
      dismantle(spec);
      boolean loyal = spec.affinity() == Affinity.CLIENT_IP;
      for (Listener listener : spec.listeners()) {
        Optional<Port> port =
            layout.ports().stream().filter(each -> each.standsAt(listener)).findFirst();
        Optional<Pool> pool = port.flatMap(layout::poolOf).or(() -> orphan(listener));
        String id = pool.map(Pool::id).orElseGet(() -> newPool(listener, loyal));
        pool.filter(
                is -> is.loyal() != loyal || is.target(listener.port()) != listener.targetPort())
            .ifPresent(is -> change(is, listener, loyal));
        fill(id, pool.map(Pool::members).orElse(List.of()), listener.targetPort());
        if (port.isEmpty()) {
          listen(listener, id);
        } else if (!port.get().name().equals(listener.name())
            || !port.get().pool().equals(Optional.of(id))) {
          ObjectNode body = JsonNodeFactory.instance.objectNode();
          body.putObject("listener").put("name", listener.name()).put("default_pool_id", id);
          write("PUT", "/lbaas/listeners/" + port.get().id(), body, 200);
        }
      }
    }

    /** A listener before its pool, which Octavia would not let go of. */
    private void dismantle(LoadBalancerSpec spec) {
      List<Port> kept = new ArrayList<>();
      for (Port port : layout.ports()) {
        if (spec.listeners().stream().anyMatch(port::standsAt)) {
          kept.add(port);
        } else {
          octavia.remove(layout.id(), "/lbaas/listeners/" + port.id());
        }
      }
      Set<String> used =
          kept.stream().flatMap(port -> port.pool().stream()).collect(Collectors.toSet());
      Set<String> led = layout.used().stream().map(Pool::id).collect(Collectors.toSet());
      for (Pool pool : layout.pools()) {
        boolean wanted = used.contains(pool.id())
            || spec.listeners().stream().anyMatch(each -> orphan(each).equals(Optional.of(pool)));
        // What others keep beside listeners, for rules of theirs, is left alone.
        if (!wanted
            && (led.contains(pool.id()) || pool.tagged(OctaviaState.LISTENER).isPresent())) {
          octavia.remove(layout.id(), "/lbaas/pools/" + pool.id());
        }
      }
    }

    /** A pool that was made for a listener, to which none leads. */
    private Optional<Pool> orphan(Listener listener) {
      Set<Pool> used = Set.copyOf(layout.used());
      return layout.pools().stream()
          .filter(pool -> !used.contains(pool))
          .filter(pool ->
              pool.tagged(OctaviaState.LISTENER).equals(Optional.of(OctaviaState.place(listener))))
          .findFirst();
    }

    private String newPool(Listener listener, boolean loyal) {
      ObjectNode body = JsonNodeFactory.instance.objectNode();
      ObjectNode pool = body.putObject("pool").put("loadbalancer_id", layout.id());
      pool.put("name", layout.name() + "-" + listener.protocol() + "-" + listener.port());
      pool.put("protocol", listener.protocol().name()).put("lb_algorithm", "ROUND_ROBIN");
      if (loyal) {
        pool.putObject("session_persistence").put("type", "SOURCE_IP");
      }
      tags(pool, List.of(), listener);
      return OpenStackResponse.text(write("POST", "/lbaas/pools", body, 201).path("pool"), "id")
          .orElseThrow(() -> notFound("Octavia has made a pool without an id"));
    }

    private static void tags(ObjectNode pool, List<String> before, Listener listener) {
      ArrayNode tags = pool.putArray("tags");
      before.stream()
          .filter(
              tag -> !tag.startsWith(OctaviaState.LISTENER) && !tag.startsWith(OctaviaState.TARGET))
          .forEach(tags::add);
      tags.add(OctaviaState.LISTENER + OctaviaState.place(listener));
      tags.add(OctaviaState.TARGET + listener.targetPort());
    }

    private void change(Pool pool, Listener listener, boolean loyal) {
      ObjectNode body = JsonNodeFactory.instance.objectNode();
      ObjectNode row = body.putObject("pool");
      if (loyal) {
        row.putObject("session_persistence").put("type", "SOURCE_IP");
      } else {
        row.putNull("session_persistence");
      }
      tags(row, pool.tags(), listener);
      write("PUT", "/lbaas/pools/" + pool.id(), body, 200);
    }

    private void listen(Listener listener, String pool) {
      ObjectNode body = JsonNodeFactory.instance.objectNode();
      body.putObject("listener")
          .put("loadbalancer_id", layout.id())
          .put("name", listener.name())
          .put("protocol", listener.protocol().name())
          .put("protocol_port", listener.port())
          .put("default_pool_id", pool);
      write("POST", "/lbaas/listeners", body, 201);
    }

    /** Puts the members behind every listener, and no others. */
    void fill() {
      for (Port port : layout.ports()) {
        layout
            .poolOf(port)
            .ifPresent(pool -> fill(pool.id(), pool.members(), pool.target(port.number())));
      }
    }

    private void fill(String pool, List<Member> before, int target) {
      List<Member> wanted = members.stream().map(member -> member.at(target)).toList();
      boolean same = before.size() == wanted.size()
          && wanted.stream().allMatch(each -> before.stream().anyMatch(each::same));
      if (!same) {
        octavia.change(
            layout.id(),
            "PUT",
            "/lbaas/pools/" + pool + "/members",
            Optional.of(body(wanted)),
            202);
      }
    }

    private JsonNode write(String method, String path, JsonNode body, int status) {
      return octavia
          .change(layout.id(), method, path, Optional.of(body), status)
          .body()
          .orElseGet(JsonNodeFactory.instance::objectNode);
    }
  }
}
