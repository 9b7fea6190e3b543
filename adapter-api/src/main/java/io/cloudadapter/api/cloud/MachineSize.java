package io.cloudadapter.api.cloud;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;

/**
 * A size of machines that a cloud offers.
 *
 * @param name its name in launches, 1 to 256 printable characters
 * @param cpus the number of processors of a machine, 0 if it has only a share of one
 * @param memoryMiB its memory
 * @param diskGiB the disk that comes with the size, 0 if none does
 * @param gpus the number of graphics processors, if the cloud reports it
 * @param zones the zones that offer it, all different; none if the cloud does not report them
 */
public record MachineSize(
    String name, int cpus, long memoryMiB, long diskGiB, OptionalInt gpus, List<String> zones) {
  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException if a name is not of its form, a number is negative, or a zone occurs twice
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
