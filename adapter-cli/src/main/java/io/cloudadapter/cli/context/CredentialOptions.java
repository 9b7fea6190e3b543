package io.cloudadapter.cli.context;

import io.cloudadapter.cli.terminal.UsageException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options that name files with credentials: whom a command trusts, and what it shows to a server. They are the same
 * for a context and for a single command.
 */
public final class CredentialOptions {
  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "Certificates to trust, PEM: a certificate authority's or the server's own.")
  private @Nullable Path ca;

  @Option(names = "--cert", paramLabel = "FILE", description = "Your client certificate, PEM.")
  private @Nullable Path certificate;

  @Option(names = "--key", paramLabel = "FILE", description = "Its private key, PEM.")
  private @Nullable Path key;

  @Option(names = "--token-file", paramLabel = "FILE", description = "A file with a bearer token.")
  private @Nullable Path tokenFile;

  /** As picocli makes it. */
  public CredentialOptions() {}

  /**
   * Refuses a certificate without its key, and a key without its certificate.
   *
   * @throws UsageException if one of them is missing
   */
  public void check() {
    if ((certificate == null) != (key == null)) {
      throw new UsageException("--cert and --key go together");
    }
  }

  /** Returns the certificates to trust. */
  public Optional<Path> ca() {
    return Optional.ofNullable(ca);
  }

  /** Returns the client certificate. */
  public Optional<Path> certificate() {
    return Optional.ofNullable(certificate);
  }

  /** Returns the private key of the client certificate. */
  public Optional<Path> key() {
    return Optional.ofNullable(key);
  }

  /** Returns the file with the bearer token. */
  public Optional<Path> tokenFile() {
    return Optional.ofNullable(tokenFile);
  }
}
