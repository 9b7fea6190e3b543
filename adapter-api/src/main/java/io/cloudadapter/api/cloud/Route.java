package io.cloudadapter.api.cloud;

import java.util.Objects;

/**
 * A route of a cluster, which leads some addresses to one instance.
 *
 * @param cluster the cluster's name, 1 to 128 of {@code [A-Za-z0-9._-]}
 * @param name its name in that cluster, of the same form
 * @param target the name of the instance, 1 to 256 characters
 * @param destination the addresses that it leads there
 * @param blackhole whether it leads nowhere, because the instance is gone
 */
public record Route(
    String cluster, String name, String target, Cidr destination, boolean blackhole) {
  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if one is not of its form
   */
  public Route {
    NameSyntax.name("cluster", cluster);
    NameSyntax.name("route", name);
    NameSyntax.text("target", target);
    Objects.requireNonNull(destination, "destination");
  }
}
