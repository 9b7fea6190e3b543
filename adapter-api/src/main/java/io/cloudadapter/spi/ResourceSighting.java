package io.cloudadapter.spi;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.feature.MachineResources;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One resource beside a machine, as a list of {@link MachineResources} shows it: a floating address, a disk.
 *
 * @param id its id, which no other resource ever has: 1 to {@value #MAX_LENGTH} printable ASCII characters, not secret
 * @param kind the adapter's own word for what it is, such as {@code address} or {@code disk}, for people and for the
 *     adapter itself: 1 to 64 of {@code [a-z0-9-]}
 * @param machine the machine that it is attached to, or is marked as made for; empty if there is none yet
 * @param pool the pool's mark, if it has it
 * @param incarnation the incarnation's mark, if it has it
 * @param key the mark of the launch that it was made for, if it has it
 */
public record ResourceSighting(
    String id,
    String kind,
    Optional<MachineId> machine,
    Optional<PoolName> pool,
    Optional<PoolIncarnation> incarnation,
    Optional<LaunchKey> key) {
  /** How long a resource's id may be. */
  public static final int MAX_LENGTH = 1024;

  private static final int KIND_LENGTH = 64;

  /**
   * Checks the id and the kind.
   *
   * @throws IllegalArgumentException if one of them is not of its form
   */
  public ResourceSighting {
    if (id.isEmpty()
        || id.length() > MAX_LENGTH
        || id.chars().anyMatch(letter -> letter < 0x21 || letter > 0x7e)) {
      throw new IllegalArgumentException("the id of a resource must be 1 to " + MAX_LENGTH
          + " printable ASCII characters without blanks, has " + id.length());
    }
    if (kind.isEmpty()
        || kind.length() > KIND_LENGTH
        || !kind.chars().allMatch(ResourceSighting::isOfKind)) {
      throw new IllegalArgumentException("the kind of a resource must be 1 to " + KIND_LENGTH
          + " of [a-z0-9-], was: \"" + kind + '"');
    }
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(incarnation, "incarnation");
    Objects.requireNonNull(key, "key");
  }

  private static boolean isOfKind(int letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
  }

  /**
   * Makes the sighting of a resource with all marks of its owner.
   *
   * @param id its id
   * @param kind what it is
   * @param machine the machine that it is attached to, or is marked as made for
   * @param marks the owner
   */
  public ResourceSighting(
      String id, String kind, Optional<MachineId> machine, OwnershipMarks marks) {
    this(
        id,
        kind,
        machine,
        Optional.of(marks.pool()),
        Optional.of(marks.incarnation()),
        marks.key());
  }

  /**
   * Reads the marks of a resource from its tags, as far as they exist and are well formed.
   *
   * @param id its id
   * @param kind what it is
   * @param attached the machine that it is attached to; if none, that of tag {@value OwnershipMarks#MACHINE_TAG} counts
   * @param tags names and values as read from the resource
   * @return the sighting
   */
  public static ResourceSighting of(
      String id, String kind, Optional<MachineId> attached, Map<String, String> tags) {
    return new ResourceSighting(
        id,
        kind,
        attached.or(() -> MachineSightingBuilder.wellFormed(
            tags.get(OwnershipMarks.MACHINE_TAG), MachineId::new)),
        MachineSightingBuilder.wellFormed(tags.get(OwnershipMarks.POOL_TAG), PoolName::new),
        MachineSightingBuilder.wellFormed(
            tags.get(OwnershipMarks.INCARNATION_TAG), PoolIncarnation::new),
        MachineSightingBuilder.wellFormed(tags.get(OwnershipMarks.KEY_TAG), LaunchKey::new));
  }

  @Override
  public String toString() {
    return kind + ' ' + id;
  }
}
