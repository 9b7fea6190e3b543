package io.cloudadapter.core.bootstrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restricts a data directory to its owner, also one that was made by hand. It leaves a directory alone that belongs
 * to another user, or that holds other files: a person who names {@code /tmp} or a home directory loses nothing.
 */
public final class PrivateDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(PrivateDirectory.class);
  private static final Path THIS_PROCESS = Path.of("/proc/self");
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rwx------");

  /** What a server, a program with the library, and its simulated clouds write there. */
  private static final Pattern OURS = Pattern.compile(
      "ledger|(ledger\\.key|format|tls|policies\\.json|server\\.json|adapter\\.log|cloud-).*|lost\\+found");

  private final Path directory;

  public PrivateDirectory(Path directory) {
    this.directory = directory;
  }

  /** Takes the rights of others away, and reports it; or reports why it does not. */
  public void ensure() {
    try {
      Set<PosixFilePermission> modes = Files.getPosixFilePermissions(directory);
      if (OWNER.containsAll(modes)) {
        return;
      }
      String mode = PosixFilePermissions.toString(modes);
      Optional<String> reason = reasonToLeaveIt();
      if (reason.isPresent()) {
        LOG.warn(
            "others may look into {}, its mode is {}; it is left so: {}",
            directory,
            mode,
            reason.get());
        return;
      }
      Files.setPosixFilePermissions(directory, OWNER);
      LOG.info(
          "data directory {}: its mode was {}, and is rwx------ now, for its owner only",
          directory,
          mode);
    } catch (UnsupportedOperationException e) {
      LOG.debug("{} is on a file system without modes", directory);
    } catch (IOException e) {
      LOG.warn(
          "others may look into {}, and its mode cannot be changed: {}", directory, e.toString());
    }
  }

  private Optional<String> reasonToLeaveIt() throws IOException {
    UserPrincipal owner = Files.getOwner(directory);
    UserPrincipal us = Files.exists(THIS_PROCESS)
        ? Files.getOwner(THIS_PROCESS)
        : directory
            .getFileSystem()
            .getUserPrincipalLookupService()
            .lookupPrincipalByName(System.getProperty("user.name"));
    if (!owner.equals(us)) {
      return Optional.of("it belongs to " + owner.getName());
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .map(entry -> String.valueOf(entry.getFileName()))
          .filter(name -> !OURS.matcher(name).matches())
          .findFirst()
          .map(name -> "it also holds " + name);
    }
  }
}
