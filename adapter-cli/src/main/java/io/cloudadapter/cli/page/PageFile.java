package io.cloudadapter.cli.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of a page that a command writes at its end. */
public final class PageFile {
  private PageFile() {}

  /**
   * Checks the place before the work begins, which may take minutes.
   *
   * @throws IllegalArgumentException if it is a directory
   */
  public static void check(Path out) {
    if (Files.isDirectory(out)) {
      throw new IllegalArgumentException("--out must be a file, was the directory " + out);
    }
  }

  /**
   * Writes a page, and makes the directories that its place lacks.
   *
   * @throws IOException if the page cannot be written
   */
  public static void write(Path out, String html) throws IOException {
    Path parent = out.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.writeString(out, html);
  }
}
