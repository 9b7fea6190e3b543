package io.cloudadapter.cli.terminal;

import java.nio.file.Files;
import java.nio.file.Path;

/** Checks a file that a command is to write, before the command asks or does anything. */
public final class OutputFile {
  private OutputFile() {}

  /**
   * Refuses a file that could not be written, or that would replace another one unasked.
   *
   * @param file where the command writes
   * @param replaces whether a file that is there may be replaced, as {@code --force} allows
   * @throws IllegalArgumentException with the path and what to do
   */
  public static void check(Path file, boolean replaces) {
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(file + " is a directory; name a file");
    }
    if (Files.exists(file) && !replaces) {
      throw new IllegalArgumentException(
          file + " is there already; name another file, or replace it with --force");
    }
    Path directory = file.toAbsolutePath().normalize().getParent();
    if (directory != null && !Files.isDirectory(directory)) {
      throw new IllegalArgumentException(file + " cannot be written: "
          + (Files.exists(directory)
              ? directory + " is no directory; name a file in another one"
              : "there is no directory " + directory + "; make it first, or name another file"));
    }
    if (directory != null && !Files.isWritable(directory)) {
      throw new IllegalArgumentException(file + " cannot be written: this user may not write into "
          + directory + "; allow it, or name another file");
    }
  }
}
