package io.cloudadapter.api.cloud;

import io.cloudadapter.api.MachineId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A machine that exists, as the cloud names it; whoever made it, and whether or not a pool keeps it. One that
 * is stopped exists; one that has ended for good does not, and has no instance.
 *
 * @param id its id
 * @param name the cloud's name for it, by which it is found, 1 to 256 characters; often the id again
 * @param hostName what it calls itself, 1 to 256 characters; often the name again
 * @param shutDown whether it is stopped: it exists, and does nothing
 * @param addresses how it is reached, in the order of preference
 * @param size the cloud's name for its kind, if known
 * @param zone where it is, if known
 * @param labels what the user has written onto it; no secrets
 */
public record Instance(
    MachineId id,
    String name,
    String hostName,
    boolean shutDown,
    List<NodeAddress> addresses,
    Optional<String> size,
    Optional<Zone> zone,
    Map<String, String> labels) {

  /**
   * Checks the names and copies the collections.
   *
   * @throws IllegalArgumentException if a name is empty, too long or not printable
   */
  public Instance {
    Objects.requireNonNull(id, "id");
    NameSyntax.text("name", name);
    NameSyntax.text("hostName", hostName);
    addresses = List.copyOf(addresses);
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(zone, "zone");
    labels = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  /**
   * Whether it answers to a host name: its own, one of its names in the DNS, or the cloud's name for it, in
   * any case of letters.
   *
   * @param host a host name
   * @return true if one of them is equal
   */
  public boolean answersTo(String host) {
    return hostName.equalsIgnoreCase(host)
        || addresses.stream()
            .filter(address -> switch (address.kind()) {
              case HOST_NAME, INTERNAL_DNS, EXTERNAL_DNS -> true;
              case INTERNAL_IP, EXTERNAL_IP -> false;
            })
            .anyMatch(address -> address.address().equalsIgnoreCase(host))
        || name.equalsIgnoreCase(host);
  }
}
