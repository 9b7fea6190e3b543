package io.cloudadapter.api.cloud;

import io.cloudadapter.api.MachineId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A machine that exists, as the cloud shows it, whether or not a pool keeps it. A stopped machine exists; one that
 * has ended for good has no instance.
 *
 * @param id its machine id
 * @param name the cloud's name for it, which finds it, 1 to 256 characters; often the same as the id
 * @param hostName its host name, 1 to 256 characters; often the same as the name
 * @param shutDown whether it exists but is stopped
 * @param addresses its addresses, in the order of preference
 * @param size the cloud's name for its machine size, if known
 * @param zone where it is, if known
 * @param labels the labels that users gave it; no secrets
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
   * Returns whether the instance has a host name: its own, one of its names in the DNS, or the cloud's name for it.
   * Case does not matter.
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
