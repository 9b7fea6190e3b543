package io.cloudadapter.cli.certify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The jars and class files of an adapter at one moment, to compare with another moment. Files that a compiler is about
 * to replace may be missing.
 *
 * @param files each file's size and time of its last change
 */
record ClassPathStamp(Map<Path, String> files) {

  static ClassPathStamp of(List<Path> jars) {
    Map<Path, String> files = new TreeMap<>();
    for (Path jar : jars) {
      try (Stream<Path> all = Files.walk(jar)) {
        all.forEach(file -> add(files, file));
      } catch (NoSuchFileException gone) {
        // A build that begins anew removes what it has built.
        files.put(jar, "missing");
      } catch (IOException e) {
        throw new UncheckedIOException("cannot watch " + jar, e);
      } catch (UncheckedIOException e) {
        if (!(e.getCause() instanceof NoSuchFileException)) {
          throw e;
        }
        files.put(jar, "being replaced");
      }
    }
    return new ClassPathStamp(files);
  }

  private static void add(Map<Path, String> files, Path file) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      if (now.isRegularFile()) {
        files.put(file, now.size() + " bytes at " + now.lastModifiedTime());
      }
    } catch (NoSuchFileException gone) {
      files.put(file, "missing");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot watch " + file, e);
    }
  }
}
