package io.cloudadapter.api.scaling;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A machine as the deletion policy sees it when it chooses victims.
 *
 * @param id its id, which decides between equal machines
 * @param place the zone or region that it is in, if known
 * @param launched when it was launched; empty if it never started
 * @param profile the configuration under which it was launched: the lower, the older
 * @param bad whether it is unhealthy or in error; such machines go first
 * @param isProtected whether it must not be chosen
 */
public record VictimCandidate(
    String id,
    Optional<String> place,
    Optional<Instant> launched,
    long profile,
    boolean bad,
    boolean isProtected) {

  /** Checks that nothing is null. */
  public VictimCandidate {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(launched, "launched");
  }

  /**
   * Makes a healthy machine that is not protected, of the only configuration, in no known place.
   *
   * @param id its id
   * @param launched when it was launched
   * @return a candidate
   */
  public static VictimCandidate of(String id, Instant launched) {
    return new VictimCandidate(id, Optional.empty(), Optional.of(launched), 0, false, false);
  }

  /**
   * Returns the same machine in a zone or region.
   *
   * @param name the zone or region
   * @return another candidate
   */
  public VictimCandidate in(String name) {
    return new VictimCandidate(id, Optional.of(name), launched, profile, bad, isProtected);
  }
}
