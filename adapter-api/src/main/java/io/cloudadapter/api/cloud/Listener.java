package io.cloudadapter.api.cloud;

import java.util.Objects;

/**
 * A port of a load balancer, and the port of the hosts to which it forwards.
 *
 * @param name a name among the listeners of one load balancer, at most 256 printable characters; may be empty
 *     for the only one
 * @param protocol the transport protocol
 * @param port the port that clients connect to, 1 to 65535
 * @param targetPort the port of each host that it forwards to, 1 to 65535
 */
public record Listener(String name, Protocol protocol, int port, int targetPort) {

  /** The transport protocol of a listener. */
  public enum Protocol {
    /** Connections. */
    TCP,
    /** Datagrams. */
    UDP
  }

  /**
   * Checks the ports.
   *
   * @throws IllegalArgumentException if a port is out of range or the name cannot be shown
   */
  public Listener {
    if (!name.isEmpty()) {
      NameSyntax.text("name of a listener", name);
    }
    Objects.requireNonNull(protocol, "protocol");
    NameSyntax.port("port", port);
    NameSyntax.port("targetPort", targetPort);
  }
}
