package io.cloudadapter.server.options;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the audit log is, and how it is bounded.
 *
 * @param file the file; the logger {@code io.cloudadapter.audit} if empty
 * @param fileBytes how long a file may become before the next one begins; at least 4,096
 * @param files how many files are kept, the current one included; at least 1
 * @param isRequired whether writes are refused while no line can be written
 */
public record AuditConfig(Optional<Path> file, long fileBytes, int files, boolean isRequired) {
  private static final long USUAL_BYTES = 16L << 20;
  private static final int USUAL_FILES = 8;
  private static final long LEAST_BYTES = 4096;

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if one of them is too small
   */
  public AuditConfig {
    Objects.requireNonNull(file, "file");
    if (fileBytes < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "fileBytes must be " + LEAST_BYTES + " or more, was: " + fileBytes);
    }
    if (files < 1) {
      throw new IllegalArgumentException("files must be 1 or more, was: " + files);
    }
  }

  /**
   * Lines in the logger, and writes refused if that were impossible.
   *
   * @return the settings that hold unless others are given
   */
  public static AuditConfig usual() {
    return new AuditConfig(Optional.empty(), USUAL_BYTES, USUAL_FILES, true);
  }

  /**
   * Lines in a file, with the usual bounds.
   *
   * @param path the file
   * @return the settings
   */
  public static AuditConfig in(Path path) {
    return new AuditConfig(Optional.of(path), USUAL_BYTES, USUAL_FILES, true);
  }
}
