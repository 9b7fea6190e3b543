package io.cloudadapter.health;

import com.google.common.net.InetAddresses;
import io.cloudadapter.api.Machine;
import io.cloudadapter.core.config.ProbeAddress;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The addresses that a probe may reach: those of the machine itself, as the cloud lists them. No name is looked up. A
 * machine can claim any address, so those that lead back to the prober's own host, or to what a cloud has for the host
 * alone, are left out.
 */
final class ProbeAddresses {
  /** Where clouds serve the metadata and credentials of a host, beside the link-local addresses. */
  private static final Set<InetAddress> METADATA = Set.of(
      InetAddresses.forString("100.100.100.200"),
      InetAddresses.forString("168.63.129.16"),
      InetAddresses.forString("192.0.0.192"),
      InetAddresses.forString("fd00:ec2::254"),
      InetAddresses.forString("fd20:ce::254"));

  private static final byte[] NAT64 = InetAddresses.forString("64:ff9b::").getAddress();
  private static final int PREFIX = 12;

  private ProbeAddresses() {}

  /** The first address of a kind that a probe may reach; empty if the machine has none. */
  static Optional<InetAddress> of(Machine machine, ProbeAddress kind) {
    List<String> texts = kind == ProbeAddress.PRIVATE ? machine.privateIps() : machine.publicIps();
    return texts.stream()
        .filter(InetAddresses::isInetAddress)
        .map(InetAddresses::forString)
        .filter(ProbeAddresses::isAllowed)
        .findFirst();
  }

  /** Whether a probe may reach an address. */
  static boolean isAllowed(InetAddress address) {
    byte[] bytes = address.getAddress();
    int first = bytes[0] & 0xff;
    boolean reserved = bytes.length == 4 && (first == 0 || first >= 240);
    return !reserved
        && !address.isLoopbackAddress()
        && !address.isAnyLocalAddress()
        && !address.isLinkLocalAddress()
        && !address.isMulticastAddress()
        && !METADATA.contains(address)
        && (!(address instanceof Inet6Address six) || embedded(six).isEmpty());
  }

  /** The IPv4 address that a translator or a tunnel delivers to. A machine has one of its own beside it. */
  private static Optional<InetAddress> embedded(Inet6Address address) {
    byte[] bytes = address.getAddress();
    boolean translated = true;
    for (int i = 0; i < PREFIX && translated; i++) {
      translated = bytes[i] == NAT64[i];
    }
    if (translated) {
      return Optional.of(InetAddresses.getCoercedIPv4Address(address));
    }
    if (InetAddresses.isIsatapAddress(address)) {
      return Optional.of(InetAddresses.getIsatapIPv4Address(address));
    }
    return InetAddresses.hasEmbeddedIPv4ClientAddress(address)
        ? Optional.of(InetAddresses.getEmbeddedIPv4ClientAddress(address))
        : Optional.empty();
  }
}
