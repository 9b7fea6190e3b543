package io.cloudadapter.api.cloud;

/**
 * A failure domain of a cloud, in which machines run.
 *
 * @param name the cloud's name for it, 1 to 256 printable characters
 * @param region the region that it belongs to, 1 to 128 of {@code [A-Za-z0-9._-]}
 */
public record Zone(String name, String region) {
  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if one is not of its form
   */
  public Zone {
    NameSyntax.text("zone", name);
    NameSyntax.name("region", region);
  }
}
