package io.cloudadapter.api.cloud;

import java.util.List;
import java.util.Objects;

/**
 * A load balancer that exists.
 *
 * @param spec the spec that was set last; its listeners and hosts may be in another order
 * @param ingress the addresses for clients: IP addresses or names; none while the cloud prepares it
 * @param targets its hosts, in the order of the spec, with their health
 */
public record LoadBalancer(LoadBalancerSpec spec, List<Ingress> ingress, List<Target> targets) {
  /** Copies the lists. */
  public LoadBalancer {
    Objects.requireNonNull(spec, "spec");
    ingress = List.copyOf(ingress);
    targets = List.copyOf(targets);
  }

  /**
   * An address at which clients reach a load balancer.
   *
   * @param kind whether it is an IP address or a name
   * @param value 1 to 256 characters
   */
  public record Ingress(Kind kind, String value) {

    /** The kind of an address. */
    public enum Kind {
      /** An IP address. */
      IP,
      /** A name to be resolved. */
      HOST_NAME
    }

    /**
     * Checks the value.
     *
     * @throws IllegalArgumentException if it is empty, too long or not printable
     */
    public Ingress {
      Objects.requireNonNull(kind, "kind");
      NameSyntax.text("ingress", value);
    }
  }

  /**
   * A host behind a load balancer.
   *
   * @param host its name
   * @param health whether it gets connections
   */
  public record Target(String host, Health health) {

    /** The health of a host, as the load balancer sees it. */
    public enum Health {
      /** It answers. */
      HEALTHY,
      /** It does not answer, or is not there. */
      UNHEALTHY,
      /** Not known yet. */
      UNKNOWN
    }

    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if it is empty, too long or not printable
     */
    public Target {
      NameSyntax.text("host", host);
      Objects.requireNonNull(health, "health");
    }
  }
}
