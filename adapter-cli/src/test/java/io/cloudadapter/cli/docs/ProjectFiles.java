package io.cloudadapter.cli.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The files of the whole project, without what a build makes. */
final class ProjectFiles {
  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private static final List<Path> FILES = found();

  private ProjectFiles() {}

  /** All files whose names have this ending, in order. */
  static List<Path> withEnding(String ending) {
    return FILES.stream().filter(file -> file.toString().endsWith(ending)).toList();
  }

  /** How a reader finds the file: its path from the root of the project. */
  static String nameOf(Path file) {
    return ROOT.relativize(file).toString();
  }

  private static List<Path> found() {
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
          String name = directory.getFileName().toString();
          boolean made = name.equals("target") || (name.startsWith(".") && !name.equals(".ci"));
          return made && !directory.equals(ROOT)
              ? FileVisitResult.SKIP_SUBTREE
              : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
          files.add(file);
          return FileVisitResult.CONTINUE;
        }
      });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Collections.sort(files);
    return files;
  }
}
