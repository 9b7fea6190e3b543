package io.cloudadapter.kubernetes;

import io.cloudadapter.http.FileErrorText;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The way to a cluster, as files say it at present. Equal ways need one client only.
 *
 * @param server the address of the API server
 * @param authorities the authorities that sign its certificate, PEM; those of the JDK if empty
 * @param certificate the client certificate, PEM
 * @param key its private key, PEM
 * @param token the bearer token, if the files hold it themselves
 * @param tokenFile the file of the bearer token, which is read for each request, since tokens are renewed there
 * @param credentials names the credentials in errors
 */
record ClusterAccess(
    URI server,
    Optional<String> authorities,
    Optional<String> certificate,
    Optional<String> key,
    Optional<String> token,
    Optional<Path> tokenFile,
    String credentials) {

  /** The credentials cannot be used; the message names the file and shows nothing of it. */
  static final class UnusableAccessException extends Exception {
    private static final long serialVersionUID = 1;

    UnusableAccessException(String message) {
      super(message);
    }
  }

  /** The bearer token of a request; empty if the client shows a certificate. */
  Optional<String> currentToken() throws UnusableAccessException {
    if (tokenFile.isEmpty()) {
      return token;
    }
    String read = read(tokenFile.get()).strip();
    if (!isToken(read)) {
      throw new UnusableAccessException(tokenFile.get() + " holds no token");
    }
    return Optional.of(read);
  }

  /** Whether a header takes it. The JDK shows one that it refuses. */
  static boolean isToken(String text) {
    return text.matches("[\\x21-\\x7e]+");
  }

  static String read(Path file) throws UnusableAccessException {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UnusableAccessException(file + " cannot be read: " + FileErrorText.of(e));
    }
  }

  /** The address and whose credentials, without any secret. */
  @Override
  public String toString() {
    return server + " as " + credentials;
  }
}
