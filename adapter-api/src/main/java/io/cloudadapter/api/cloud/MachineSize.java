package io.cloudadapter.api.cloud;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;

/**
 * A size of machines that a cloud offers.
 *
 * @param name as launches name it, 1 to 256 printable characters
 * @param cpus how many processors a machine sees, 0 if it has only a share of one
 * @param memoryMiB its memory
 * @param diskGiB the disk that comes with the size, 0 if none does
 * @param gpus how many graphics processors, if the cloud tells
 * @param zones in which zones it is offered, all different; none if the cloud does not tell
 */
public record MachineSize(
    String name, int cpus, long memoryMiB, long diskGiB, OptionalInt gpus, List<String> zones) {
  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException if a name is not of its form, a number negative, or a zone told twice
   */
  public MachineSize {
    NameSyntax.text("size", name);
    atLeastNone("cpus", cpus);
    atLeastNone("memoryMiB", memoryMiB);
    atLeastNone("diskGiB", diskGiB);
    gpus.ifPresent(count -> atLeastNone("gpus", count));
    zones = List.copyOf(zones);
    zones.forEach(zone -> NameSyntax.text("zone", zone));
    if (new HashSet<>(zones).size() < zones.size()) {
      throw new IllegalArgumentException("zones must be all different, was " + zones);
    }
  }

  private static void atLeastNone(String field, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(field + " must be 0 or more, was " + value);
    }
  }
}
