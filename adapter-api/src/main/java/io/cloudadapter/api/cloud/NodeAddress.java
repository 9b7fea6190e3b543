package io.cloudadapter.api.cloud;

import java.util.Objects;

/**
 * One way to reach an instance.
 *
 * @param kind what the address is, and from where it can be reached
 * @param address an IP address or a name, 1 to 256 characters
 */
public record NodeAddress(Kind kind, String address) {

  /** The kinds of addresses. */
  public enum Kind {
    /** An IP address inside the cloud's network. */
    INTERNAL_IP,
    /** An IP address that leads there from outside. */
    EXTERNAL_IP,
    /** The host name of the instance. */
    HOST_NAME,
    /** A name that resolves inside the cloud's network. */
    INTERNAL_DNS,
    /** A name that resolves outside. */
    EXTERNAL_DNS
  }

  /**
   * Checks the form of the address.
   *
   * @throws IllegalArgumentException if it is empty, too long or not printable
   */
  public NodeAddress {
    Objects.requireNonNull(kind, "kind");
    NameSyntax.text("address", address);
  }
}
