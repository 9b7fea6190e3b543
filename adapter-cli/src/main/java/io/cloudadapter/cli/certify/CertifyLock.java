package io.cloudadapter.cli.certify;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Allows one certification at a time on one cloud, on this machine: each certification ends everything with the kit's
 * marks, also the machines of another.
 */
public final class CertifyLock implements AutoCloseable {
  private @Nullable FileChannel held;
  private String of = "";

  /**
   * Takes the turn, until this is closed; does nothing if this has it already.
   *
   * @param cloud a text that distinguishes the cloud from others; does not leave this process
   * @throws IllegalArgumentException if another certification has it
   */
  public void take(String cloud) throws IOException {
    if (cloud.equals(of)) {
      return;
    }
    String name = UUID.nameUUIDFromBytes(cloud.getBytes(StandardCharsets.UTF_8)).toString();
    Path file = Path.of(
        System.getProperty("java.io.tmpdir"),
        "adapter-certify-" + System.getProperty("user.name") + "-" + name + ".lock");
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    held = channel;
    if (!locked(channel)) {
      throw new IllegalArgumentException(
          "another certification runs on the same cloud, and each would end the other's machines;"
              + " wait for it (it holds " + file + ")");
    }
    of = cloud;
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException taken) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    if (held != null) {
      held.close();
    }
  }
}
