package io.cloudadapter.cli.context;

import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A server under a name, with what a client needs to reach it. It names files of secrets and holds no secret.
 *
 * @param name {@code [A-Za-z0-9][A-Za-z0-9._-]{0,62}}
 * @param url the server
 * @param ca certificates to trust, PEM
 * @param certificate the client certificate, PEM; with its key or not at all
 * @param key its private key, PEM
 * @param tokenFile a file with a bearer token
 * @param pool the pool that commands use; empty for the server's default pool
 */
public record ServerContext(
    String name,
    URI url,
    Optional<Path> ca,
    Optional<Path> certificate,
    Optional<Path> key,
    Optional<Path> tokenFile,
    Optional<String> pool) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

  /**
   * Checks.
   *
   * @throws IllegalArgumentException with the field, its value and what is allowed
   */
  public ServerContext {
    Objects.requireNonNull(url, "url");
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a context's name must be 1 to 63 of [A-Za-z0-9._-] and begin with a letter or digit, was "
              + name);
    }
    if (certificate.isPresent() != key.isPresent()) {
      throw new IllegalArgumentException("--cert and --key go together");
    }
  }
}
