package io.cloudadapter.server.console;

import java.util.Objects;

/**
 * A file of the web console, which each browser may have without a credential.
 *
 * @param path where it is below {@code /console/}, such as {@code components/pools.js}
 * @param contentType its media type
 * @param bytes its contents, shared and never changed
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; bytes are what HTTP has.
public record ConsoleFile(String path, String contentType, byte[] bytes) {

  /** Checks that nothing is missing, and that the path is plain. */
  public ConsoleFile {
    Objects.requireNonNull(contentType, "contentType");
    Objects.requireNonNull(bytes, "bytes");
    if (!path.matches("[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)*\\.[a-z]{1,5}")) {
      throw new IllegalArgumentException(
          "path must be of a-z, 0-9, - and /, and end with a dot and letters, was: " + path);
    }
  }
}
