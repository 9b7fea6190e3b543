package io.cloudadapter.testkit.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The files in some folders that were made or changed since a moment, for a search of what an adapter leaves in them.
 *
 * <p>Other programs write there at the same time, and folders may be large: so the search follows no links, passes over
 * what it may not read or what has gone meanwhile, and ends at a depth and at a number of entries, nearest first.
 */
final class ChangedFiles {
  private static final int DEEPEST = 3;
  private static final int MOST_ENTRIES = 5000;
  private static final int MOST_CHANGED = 500;

  /** The bytes of a file that are read: more than tokens, settings and requests take. */
  private static final int LONGEST = 1024 * 1024;

  private final Set<Path> folders;
  private final Set<Path> passedOver;
  private final Map<Path, Version> before;

  /** What differs once a file was written. */
  private record Version(FileTime changed, long size, Optional<String> key) {
    static Version of(BasicFileAttributes file) {
      return new Version(
          file.lastModifiedTime(),
          file.size(),
          Optional.ofNullable(file.fileKey()).map(Object::toString));
    }
  }

  /** A folder, and how many levels it is below one of those that are searched. */
  private record Level(Path folder, int depth) {}

  /**
   * The files that are made or changed from now on.
   *
   * @param folders where to look
   * @param passedOver files and folders of others
   */
  ChangedFiles(Set<Path> folders, Set<Path> passedOver) {
    this.folders = Set.copyOf(folders);
    this.passedOver = Set.copyOf(passedOver);
    this.before = versions();
  }

  /** The files that differ by now: their paths, and as text their names and the beginning of what is in them. */
  Map<Path, String> texts() {
    Map<Path, String> texts = new LinkedHashMap<>();
    versions().forEach((file, version) -> {
      if (!version.equals(before.get(file)) && texts.size() < MOST_CHANGED) {
        beginning(file).ifPresent(text -> texts.put(file, file.getFileName() + "\n" + text));
      }
    });
    return texts;
  }

  private Map<Path, Version> versions() {
    Map<Path, Version> found = new LinkedHashMap<>();
    Deque<Level> open = new ArrayDeque<>();
    folders.forEach(folder -> open.add(new Level(folder, 1)));
    int left = MOST_ENTRIES;
    while (!open.isEmpty() && left > 0) {
      Level level = open.remove();
      for (Path entry : entries(level.folder(), left)) {
        left--;
        Optional<BasicFileAttributes> attributes = attributes(entry);
        if (attributes.filter(BasicFileAttributes::isRegularFile).isPresent()) {
          found.put(entry, Version.of(attributes.get()));
        } else if (attributes.filter(BasicFileAttributes::isDirectory).isPresent()
            && level.depth() < DEEPEST) {
          open.add(new Level(entry, level.depth() + 1));
        }
      }
    }
    return found;
  }

  private List<Path> entries(Path folder, int most) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path entry : all) {
        if (entries.size() == most) {
          break;
        }
        if (!passedOver.contains(entry)) {
          entries.add(entry);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // A folder of another user, or one that is gone.
    }
    return entries;
  }

  private static Optional<BasicFileAttributes> attributes(Path entry) {
    try {
      return Optional.of(
          Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Each byte is a letter, so that texts in other forms than UTF-8 can be read as well. */
  private static Optional<String> beginning(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return Optional.of(new String(in.readNBytes(LONGEST), StandardCharsets.ISO_8859_1));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }
}
