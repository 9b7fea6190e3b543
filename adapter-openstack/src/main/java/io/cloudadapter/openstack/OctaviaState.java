package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancer.Ingress;
import io.cloudadapter.api.cloud.LoadBalancer.Target;
import io.cloudadapter.api.cloud.LoadBalancer.Target.Health;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.openstack.client.OpenStackResponse;
import io.cloudadapter.spi.OwnershipMarks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A load balancer as Octavia has it. Each listener leads to a pool of members, since members have the port of their
 * listener's hosts. What Octavia has no field for is in tags: of a member its server, of a pool its listener and the
 * port of its hosts, so that a pool that lost its listener, or has no members, is still known.
 *
 * @param network in which its address is
 * @param ports its listeners, by port
 * @param pools all of its pools, whether a listener leads there or not
 */
record OctaviaState(
    String id,
    String name,
    String status,
    Optional<String> address,
    String network,
    List<Port> ports,
    List<Pool> pools) {
  /** The tag of a load balancer that we made. */
  static final String OURS = OwnershipMarks.RESERVED + "balancer";

  static final String SERVER = OwnershipMarks.RESERVED + "server=";
  static final String LISTENER = OwnershipMarks.RESERVED + "listener=";
  static final String TARGET = OwnershipMarks.RESERVED + "target=";

  /**
   * A listener.
   *
   * @param modern whether this Octavia is of Train (2019) or newer
   */
  record Port(
      String id,
      String name,
      Protocol protocol,
      int number,
      Optional<String> pool,
      boolean modern) {

    /** Of a row; empty if it speaks what we have no word for. */
    static Optional<Port> of(JsonNode row) {
      return protocol(row.path("protocol").asText(""))
          .map(spoken -> new Port(
              row.path("id").asText(""),
              row.path("name").asText(""),
              spoken,
              row.path("protocol_port").asInt(),
              OpenStackResponse.text(row, "default_pool_id"),
              row.has("allowed_cidrs")));
    }

    private static Optional<Protocol> protocol(String text) {
      return switch (text) {
        case "TCP", "HTTP", "HTTPS", "TERMINATED_HTTPS" -> Optional.of(Protocol.TCP);
        case "UDP" -> Optional.of(Protocol.UDP);
        default -> Optional.empty();
      };
    }

    boolean standsAt(Listener listener) {
      return protocol == listener.protocol() && number == listener.port();
    }
  }

  /** Where a listener leads. */
  record Pool(String id, boolean loyal, List<String> tags, List<Member> members) {
    static Pool of(JsonNode row, List<Member> members) {
      List<String> tags = new ArrayList<>();
      row.path("tags").forEach(tag -> tags.add(tag.asText("")));
      String kept = row.path("session_persistence").path("type").asText("");
      return new Pool(
          row.path("id").asText(""), kept.equals("SOURCE_IP"), List.copyOf(tags), members);
    }

    Optional<String> tagged(String prefix) {
      return OctaviaState.tagged(tags, prefix);
    }

    /** The port of its hosts. A pool that others made, and that has none, gets them at its listener's. */
    int target(int listener) {
      return tagged(TARGET)
          .filter(text -> text.matches("[0-9]{1,5}"))
          .map(Integer::parseInt)
          .or(() -> members.stream().map(Member::port).findFirst())
          .orElse(listener);
    }
  }

  /**
   * A host at a port.
   *
   * @param server the id of its server; empty if another client added it
   * @param status its operating status; empty before Octavia has it
   */
  record Member(
      String id,
      String host,
      Optional<String> server,
      String address,
      int port,
      Optional<String> subnet,
      String status) {

    static Member of(JsonNode row) {
      List<String> tags = new ArrayList<>();
      row.path("tags").forEach(tag -> tags.add(tag.asText("")));
      String address = row.path("address").asText("");
      return new Member(
          row.path("id").asText(""),
          OpenStackResponse.text(row, "name").orElse(address),
          OctaviaState.tagged(tags, SERVER),
          address,
          row.path("protocol_port").asInt(),
          OpenStackResponse.text(row, "subnet_id"),
          row.path("operating_status").asText(""));
    }

    /** Without a monitor Octavia does not know. */
    Health health() {
      return switch (status) {
        case "ONLINE", "DRAINING", "DEGRADED" -> Health.HEALTHY;
        case "ERROR" -> Health.UNHEALTHY;
        default -> Health.UNKNOWN;
      };
    }

    /** What the pool's monitor has found; a member that drains, or that is not monitored, has no verdict. */
    HealthVerdict verdict() {
      return switch (status) {
        case "ONLINE" -> HealthVerdict.OK;
        case "ERROR" -> HealthVerdict.BAD;
        default -> HealthVerdict.CANNOT_TELL;
      };
    }

    /** Whether two are the same to those who connect, and to us. */
    boolean same(Member other) {
      return host.equals(other.host)
          && server.equals(other.server)
          && address.equals(other.address)
          && port == other.port;
    }

    Member at(int number) {
      return new Member(id, host, server, address, number, subnet, status);
    }
  }

  private static Optional<String> tagged(Collection<String> tags, String prefix) {
    return tags.stream()
        .filter(tag -> tag.startsWith(prefix))
        .map(tag -> tag.substring(prefix.length()))
        .findFirst();
  }

  /** What a tag says of a listener that a pool is made for. */
  static String place(Listener listener) {
    return listener.protocol().name().toLowerCase(java.util.Locale.ROOT) + "/" + listener.port();
  }

  Optional<Pool> poolOf(Port port) {
    return pools.stream()
        .filter(pool -> port.pool().equals(Optional.of(pool.id())))
        .findFirst();
  }

  /** The pools to which listeners lead. */
  List<Pool> used() {
    return ports.stream().flatMap(port -> poolOf(port).stream()).distinct().toList();
  }

  /** All hosts, each once: one that is behind some listeners only is behind it. */
  Map<String, Member> hosts() {
    Map<String, Member> hosts = new LinkedHashMap<>();
    used()
        .forEach(
            pool -> pool.members().forEach(member -> hosts.putIfAbsent(member.host(), member)));
    return hosts;
  }

  LoadBalancerSpec spec(String region) {
    List<Listener> listeners = ports.stream()
        .sorted(Comparator.comparing(Port::number).thenComparing(Port::protocol))
        .map(port -> new Listener(
            port.name(),
            port.protocol(),
            port.number(),
            poolOf(port).map(pool -> pool.target(port.number())).orElse(port.number())))
        .toList();
    boolean loyal = used().stream().anyMatch(Pool::loyal);
    return new LoadBalancerSpec(
        region,
        name,
        address,
        listeners,
        List.copyOf(hosts().keySet()),
        loyal ? Affinity.CLIENT_IP : Affinity.NONE);
  }

  /** Returns the load balancer as Octavia shows it; the desired state may not have reached every part yet. */
  LoadBalancer told(LoadBalancerSpec spec) {
    Map<String, Member> hosts = hosts();
    List<Target> targets = spec.hosts().stream()
        .map(host -> new Target(
            host, Optional.ofNullable(hosts.get(host)).map(Member::health).orElse(Health.UNKNOWN)))
        .toList();
    boolean prepared = !status.equals("PENDING_CREATE");
    List<Ingress> ingress =
        address.filter(is -> prepared).map(is -> new Ingress(Ingress.Kind.IP, is)).stream()
            .toList();
    return new LoadBalancer(spec, ingress, targets);
  }
}
