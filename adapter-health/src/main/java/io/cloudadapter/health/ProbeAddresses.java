package io.cloudadapter.health;

import com.google.common.net.InetAddresses;
import io.cloudadapter.api.Machine;
import io.cloudadapter.core.config.ProbeAddress;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
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
      InetAddresses.forString("fd20:ce::254"));

  /** Where AWS keeps metadata, credentials and other services of an instance: fd00:ec2::/32. */
  private static final Prefix AWS = new Prefix("fd00:ec2::", 4);

  /** Prefixes behind which a translator reads an IPv4 address (RFC 6052, RFC 8215, RFC 2765). */
  private static final List<Prefix> TRANSLATED = List.of(
      new Prefix("64:ff9b::", 12), new Prefix("64:ff9b:1::", 6), new Prefix("::ffff:0:0:0", 12));

  /** So many bytes at the beginning of an IPv6 address. */
  private record Prefix(String first, int length) {
    boolean has(InetAddress address) {
      byte[] bytes = address.getAddress();
      return bytes.length == 16
          && Arrays.equals(
              bytes, 0, length, InetAddresses.forString(first).getAddress(), 0, length);
    }
  }

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
        && !AWS.has(address)
        && (!(address instanceof Inet6Address six) || !embedsAnother(six));
  }

  /** Whether a translator or a tunnel delivers to an IPv4 address inside. A machine has one of its own beside it. */
  private static boolean embedsAnother(Inet6Address address) {
    return TRANSLATED.stream().anyMatch(prefix -> prefix.has(address))
        || InetAddresses.isIsatapAddress(address)
        || InetAddresses.hasEmbeddedIPv4ClientAddress(address);
  }
}
