package io.cloudadapter.health;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The hosts beside the machines themselves that probes may reach. They come from the server's files or from the
 * program, never from an API: a prober stands inside the network, and who names a host for it reaches what it reaches.
 *
 * @param names the hosts, each a name or an address, with a port after a colon if only that one is meant
 */
public record ProbeHosts(Set<String> names) {
  private static final Pattern FORM =
      Pattern.compile("(?:[A-Za-z0-9.-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(?::([0-9]{1,5}))?");

  /**
   * Copies the hosts.
   *
   * @throws IllegalArgumentException if one is neither a host nor a host with a port
   */
  public ProbeHosts {
    Set<String> copy = new TreeSet<>();
    for (String name : names) {
      var read = FORM.matcher(name);
      if (!read.matches() || (read.group(1) != null && Integer.parseInt(read.group(1)) > 65_535)) {
        throw new IllegalArgumentException(
            "a host of probes must be a name or an address, and may have a port as in"
                + " health.example.com:8443, was " + name);
      }
      copy.add(name.toLowerCase(Locale.ROOT));
    }
    names = Set.copyOf(copy);
  }

  /**
   * There are no other hosts.
   *
   * @return no hosts
   */
  public static ProbeHosts none() {
    return new ProbeHosts(Set.of());
  }

  /**
   * Whether probes may reach a host.
   *
   * @param host its name or address; IPv6 in brackets
   * @param port the port
   * @return true if the host is listed without a port, or with this one
   */
  public boolean allows(String host, int port) {
    String name = host.toLowerCase(Locale.ROOT);
    return names.contains(name) || names.contains(name + ":" + port);
  }

  /**
   * The hosts as an error shows them.
   *
   * @return the hosts in order, or that there are none
   */
  public String shown() {
    return names.isEmpty()
        ? "there are none"
        : "there are " + String.join(", ", new TreeSet<>(names));
  }
}
