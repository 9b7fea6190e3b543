package io.cloudadapter.testkit.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The temporary file with the certificate of the test authority, written when it is first asked for. */
final class AuthorityFile implements AutoCloseable {
  private @Nullable Path path;

  synchronized Path path() {
    if (path == null) {
      try {
        Path file = Files.createTempFile("fault-wire-", ".pem");
        Files.writeString(file, TestCertificateAuthority.ours().pem());
        path = file;
      } catch (IOException e) {
        throw new UncheckedIOException("the certificate of the fault proxy cannot be written", e);
      }
    }
    return path;
  }

  @Override
  public synchronized void close() {
    if (path != null) {
      path.toFile().delete();
      path = null;
    }
  }
}
