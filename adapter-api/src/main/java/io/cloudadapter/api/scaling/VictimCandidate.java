package io.cloudadapter.api.scaling;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A machine that may have to go, as far as the choice needs to know it.
 *
 * @param id its id, by which ties are broken
 * @param place the zone or region that it is in, if known
 * @param launched when it was launched; empty if it never came up
 * @param profile the configuration it was launched under: the lower, the older
 * @param bad whether it is ill or in error; such machines go first
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
   * A good machine that is not protected, of the only configuration, in no known place.
   *
   * @param id its id
   * @param launched when it was launched
   * @return a candidate
   */
  public static VictimCandidate of(String id, Instant launched) {
    return new VictimCandidate(id, Optional.empty(), Optional.of(launched), 0, false, false);
  }

  /**
   * The same machine in a zone or region.
   *
   * @param name where it is
   * @return another candidate
   */
  public VictimCandidate in(String name) {
    return new VictimCandidate(id, Optional.of(name), launched, profile, bad, isProtected);
  }
}
