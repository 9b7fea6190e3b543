package io.cloudadapter.spi;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What to launch: the fields on which clouds agree, and a template for the rest.
 *
 * @param pool goes onto the machine as a mark
 * @param incarnation goes onto the machine as a mark
 * @param zone where, or empty if the cloud shall choose
 * @param size the cloud's name for a machine size, or empty if the template or the adapter decides
 * @param image the cloud's id or name of an image, or empty likewise
 * @param market on demand or spot
 * @param tags the user's tags; none begins with {@value OwnershipMarks#RESERVED}
 * @param userData handed to the machine at its first boot; may hold secrets
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
    /** Kept until we end it. */
    ON_DEMAND,
    /** Cheaper, and the cloud may take it back. */
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
