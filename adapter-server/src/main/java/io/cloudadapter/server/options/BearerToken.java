package io.cloudadapter.server.options;

import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A credential that a caller sends as {@code Authorization: Bearer <token>}. The server keeps its hash
 * only, and never writes either anywhere.
 *
 * @param name whose it is, for logs: 1 to 64 of {@code [A-Za-z0-9._@-]}
 * @param role what its bearer may do
 * @param source where the server got it from
 * @param scope the pools and verbs that its bearer is limited to
 */
public record BearerToken(String name, Role role, Source source, AccessScope scope) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@-]{1,64}");

  /**
   * Checks the form of the name.
   *
   * @throws IllegalArgumentException if the name is not of that form
   */
  public BearerToken {
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(scope, "scope");
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("token name must be 1 to 64 of [A-Za-z0-9._@-]");
    }
  }

  /**
   * A token known by its hash, so that the token itself is written nowhere.
   *
   * @param name whose it is
   * @param role what its bearer may do
   * @param hash SHA-256 of the token, 64 hex digits
   * @return the credential
   */
  public static BearerToken sha256(String name, Role role, String hash) {
    return new BearerToken(name, role, new Hash(hash), AccessScope.everything());
  }

  /**
   * A token in a file of its own, which only the server's user may read.
   *
   * @param name whose it is
   * @param role what its bearer may do
   * @param file holds the token, at least 16 characters; a newline at its end is not part of it
   * @return the credential
   */
  public static BearerToken file(String name, Role role, Path file) {
    return new BearerToken(name, role, new File(file), AccessScope.everything());
  }

  /**
   * The same token for a caller that is limited to some pools and verbs.
   *
   * @param other the pools and verbs
   * @return the credential
   */
  public BearerToken within(AccessScope other) {
    return new BearerToken(name, role, source, other);
  }

  /** The source of a token. */
  public sealed interface Source {}

  /**
   * By its hash.
   *
   * @param hex SHA-256 of the token, 64 hex digits
   */
  public record Hash(String hex) implements Source {
    private static final Pattern FORM = Pattern.compile("[0-9a-fA-F]{64}");

    /**
     * Checks the form of the hash.
     *
     * @throws IllegalArgumentException if it is not 64 hex digits; the message does not repeat it, as
     *     it might be the token itself
     */
    public Hash {
      if (!FORM.matcher(hex).matches()) {
        throw new IllegalArgumentException(
            "token hash must be the SHA-256 of the token in 64 hex digits");
      }
    }

    @Override
    public String toString() {
      return "Hash[…]";
    }
  }

  /**
   * In a file.
   *
   * @param path the file
   */
  public record File(Path path) implements Source {
    /** Checks that nothing is missing. */
    public File {
      Objects.requireNonNull(path, "path");
    }
  }
}
