package io.cloudadapter.api.cloud;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The desired state of a load balancer.
 *
 * @param region its region, 1 to 128 of {@code [A-Za-z0-9._-]}
 * @param name its name in that region, of the same form
 * @param address the IP address to use; the cloud chooses if empty
 * @param listeners its listeners; no two on one port with one protocol
 * @param hosts the names of the instances behind it, each once; may be empty
 * @param affinity whether a client stays with its host
 */
public record LoadBalancerSpec(
    String region,
    String name,
    Optional<String> address,
    List<Listener> listeners,
    List<String> hosts,
    Affinity affinity) {

  /** Whether a client stays with its host. */
  public enum Affinity {
    /** Each connection may go to any host. */
    NONE,
    /** Connections from one address go to one host while it lasts. */
    CLIENT_IP
  }

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException if a name is not of its form, or two listeners use one port
   */
  public LoadBalancerSpec {
    NameSyntax.name("region", region);
    NameSyntax.name("name", name);
    address.ifPresent(wanted -> NameSyntax.text("address", wanted));
    listeners = List.copyOf(listeners);
    hosts = hosts(hosts);
    Objects.requireNonNull(affinity, "affinity");
    Map<String, Listener> places = new HashMap<>();
    for (Listener listener : listeners) {
      String place = listener.protocol() + " " + listener.port();
      if (places.put(place, listener) != null) {
        throw new IllegalArgumentException("two listeners use port " + place);
      }
    }
  }

  /**
   * Removes repeated hosts and keeps their order.
   *
   * @param hosts names of hosts
   * @return the same without repetitions
   * @throws IllegalArgumentException if a name is empty, too long or not printable
   */
  public static List<String> hosts(List<String> hosts) {
    hosts.forEach(host -> NameSyntax.text("host", host));
    return List.copyOf(new LinkedHashSet<>(hosts));
  }
}
