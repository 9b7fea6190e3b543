package io.cloudadapter.core.store.embedded;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds out whether a file or a directory can be made or used, without trying it. */
public final class DirectoryProbe {
  private DirectoryProbe() {}

  /**
   * Why a path cannot be a directory that we write into.
   *
   * @param path the directory, be it there or still to be made with those above it
   * @return what is wrong, to follow the path's name in a sentence; empty if nothing is
   */
  public static Optional<String> directory(Path path) {
    Path there = path.toAbsolutePath().normalize();
    while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS) && there.getParent() != null) {
      there = there.getParent();
    }
    return Optional.ofNullable(problem(there))
        .map(there.equals(path.toAbsolutePath().normalize()) ? problem -> problem : unmade(there));
  }

  private static UnaryOperator<String> unmade(Path there) {
    return problem -> "cannot be made: " + there + " " + problem;
  }

  private static @Nullable String problem(Path there) {
    if (!Files.isDirectory(there)) {
      return "is not a directory";
    }
    if (!Files.isReadable(there) || !Files.isWritable(there) || !Files.isExecutable(there)) {
      return "cannot be written by this user";
    }
    return hasRoom(there) ? null : "is on a file system without room";
  }

  /** Also false for what only looks like files: /proc, /sys. */
  private static boolean hasRoom(Path there) {
    // Not by a FileStore: there is none in a bare chroot, whose mount table has no entry for its
    // root.
    return there.toFile().getUsableSpace() > 0;
  }

  /**
   * Why a path cannot be a file that we read and write.
   *
   * @param path the file, be it there or still to be made
   * @return what is wrong, to follow the path's name in a sentence; empty if nothing is
   */
  public static Optional<String> file(Path path) {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.ofNullable(path.toAbsolutePath().getParent())
          .flatMap(DirectoryProbe::directory)
          .map(problem -> "is in a directory that " + problem);
    }
    if (!Files.isRegularFile(path)) {
      return Optional.of(Files.isDirectory(path) ? "is a directory, not a file" : "is not a file");
    }
    return Files.isReadable(path) && Files.isWritable(path)
        ? Optional.empty()
        : Optional.of("cannot be read and written by this user");
  }
}
