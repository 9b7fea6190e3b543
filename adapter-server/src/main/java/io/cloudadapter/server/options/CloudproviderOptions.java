package io.cloudadapter.server.options;

import java.util.Objects;
import java.util.Optional;

/**
 * The configuration of the HTTP cloudprovider API.
 *
 * @param semantic whether an error's own code stands on the status line; otherwise that is 404, as the
 *     document has it, and the code is inside
 * @param zone the zone that callers get as their own; the cloud's default one if empty
 * @param name what the provider is called; the adapter's name if empty
 * @param plain where it is served without TLS and credentials besides; nowhere if empty
 */
public record CloudproviderOptions(
    boolean semantic, Optional<String> zone, Optional<String> name, Optional<Plain> plain) {

  /** Checks that nothing is missing. */
  public CloudproviderOptions {
    Objects.requireNonNull(zone, "zone");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(plain, "plain");
  }

  /**
   * As the document has it, on the main listener only.
   *
   * @return the usual settings
   */
  public static CloudproviderOptions usual() {
    return new CloudproviderOptions(false, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * Returns the same options with another listener over plain HTTP, for a client that supports neither TLS nor
   * credentials. Every process on the machine can then use it.
   *
   * @param address an address of loopback
   * @param port the port, 0 for any that is free
   * @return other settings
   */
  public CloudproviderOptions plainAt(String address, int port) {
    return new CloudproviderOptions(semantic, zone, name, Optional.of(new Plain(address, port)));
  }

  /**
   * The same with an error's own code on the status line.
   *
   * @return other settings
   */
  public CloudproviderOptions semanticCodes() {
    return new CloudproviderOptions(true, zone, name, plain);
  }

  /**
   * Where a listener is.
   *
   * @param address an address of loopback
   * @param port the port, 0 for any that is free
   */
  public record Plain(String address, int port) {
    /** Checks that nothing is missing. */
    public Plain {
      Objects.requireNonNull(address, "address");
    }
  }
}
