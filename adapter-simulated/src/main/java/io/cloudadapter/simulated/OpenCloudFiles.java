package io.cloudadapter.simulated;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The clouds with files that configured accounts of this process have open, so that two accounts on one
 * file are two ways into one cloud, and so that the program around them finds it.
 */
final class OpenCloudFiles {
  private record Open(SimulatedCloud cloud, int users) {}

  private static final Map<Path, Open> OPEN = new HashMap<>();

  private OpenCloudFiles() {}

  static Optional<SimulatedCloud> find(Path file) {
    synchronized (OPEN) {
      return Optional.ofNullable(OPEN.get(name(file))).map(Open::cloud);
    }
  }

  /** One more user of a file's cloud; the first makes it. */
  static SimulatedCloud take(Path file, Supplier<SimulatedCloud> maker) {
    synchronized (OPEN) {
      Open open = OPEN.get(name(file));
      SimulatedCloud cloud = open == null ? maker.get() : open.cloud();
      OPEN.put(name(file), new Open(cloud, open == null ? 1 : open.users() + 1));
      return cloud;
    }
  }

  /** One user less; the last closes the cloud. */
  static void give(Path file) {
    synchronized (OPEN) {
      Open open = OPEN.remove(name(file));
      if (open != null && open.users() > 1) {
        OPEN.put(name(file), new Open(open.cloud(), open.users() - 1));
      } else if (open != null) {
        open.cloud().close();
      }
    }
  }

  private static Path name(Path file) {
    return file.toAbsolutePath().normalize();
  }
}
