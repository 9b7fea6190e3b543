package io.cloudadapter.spi;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a launch is to make: the fields that clouds have in common, and a template for the rest.
 *
 * @param pool the pool, a part of the machine's mark
 * @param incarnation the pool's incarnation, a part of the machine's mark
 * @param zone the zone, or empty if the cloud chooses one
 * @param size the cloud's name for a machine size, or empty if the template or the adapter decides
 * @param image the cloud's id or name of an image, or empty if the template or the adapter decides
 * @param market on demand or spot
 * @param tags the user's tags; none begins with {@value OwnershipMarks#RESERVED}
 * @param userData data for the machine's first boot; may contain secrets
 * @param template values that {@link MachineProviderFactory#template()} has accepted
 */
public record LaunchSpec(
    PoolName pool,
    PoolIncarnation incarnation,
    Optional<String> zone,
    Optional<String> size,
    Optional<String> image,
    Market market,
    Map<String, String> tags,
    Optional<Secret> userData,
    ProviderConfig template) {

  /** The ways of paying for a machine. */
  public enum Market {
    /** The machine runs until the pool ends it. */
    ON_DEMAND,
    /** Cheaper; the cloud may take the machine back. */
    SPOT
  }

  /**
   * Checks the tags and copies them.
   *
   * @throws IllegalArgumentException if a tag's name begins with {@value OwnershipMarks#RESERVED}
   */
  public LaunchSpec {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(incarnation, "incarnation");
    Objects.requireNonNull(zone, "zone");
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(image, "image");
    Objects.requireNonNull(market, "market");
    Objects.requireNonNull(userData, "userData");
    Objects.requireNonNull(template, "template");
    for (String name : tags.keySet()) {
      if (name.startsWith(OwnershipMarks.RESERVED)) {
        throw new IllegalArgumentException(
            "tag names beginning with " + OwnershipMarks.RESERVED + " are reserved, was: " + name);
      }
    }
    tags = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(tags));
  }
}
