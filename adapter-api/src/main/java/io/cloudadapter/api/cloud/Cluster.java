package io.cloudadapter.api.cloud;

/**
 * A cluster of machines that the cloud reports.
 *
 * @param name 1 to 128 of {@code [A-Za-z0-9._-]}
 * @param master the address or the name of its master, 1 to 256 characters
 */
public record Cluster(String name, String master) {
  /**
   * Checks both.
   *
   * @throws IllegalArgumentException if one is not of its form
   */
  public Cluster {
    NameSyntax.name("cluster", name);
    NameSyntax.text("master", master);
  }
}
