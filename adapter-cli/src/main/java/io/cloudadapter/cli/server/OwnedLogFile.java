package io.cloudadapter.cli.server;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.RollingFileAppender;
import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A log file that only its owner may read (mode 0600), also after it was rolled over. Named in the log
 * configuration.
 */
public final class OwnedLogFile extends RollingFileAppender<ILoggingEvent> {
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");

  /** As logback makes it. */
  public OwnedLogFile() {}

  @Override
  public void openFile(String name) throws IOException {
    Path file = Path.of(name);
    if (file.toAbsolutePath().getFileSystem().supportedFileAttributeViews().contains("posix")) {
      DurableFile.createDirectories(
          file.toAbsolutePath().resolveSibling(".").normalize(), DurableFile.Access.OWNER);
      if (Files.exists(file)) {
        Files.setPosixFilePermissions(file, OWNER);
      } else {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER));
      }
    }
    super.openFile(name);
  }
}
