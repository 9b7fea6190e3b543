package io.cloudadapter.server.options;

import java.nio.file.Path;
import java.util.Objects;

/** How connections are secured: HTTPS, unless plain HTTP on loopback is configured. */
public sealed interface TlsConfig {

  /**
   * A self-signed certificate for {@code localhost}, made at first start and kept.
   *
   * @param directory where {@code server.pem} (the certificate, to give to clients) and {@code
   *     server.key} (mode 0600) are kept; made if it does not exist
   */
  record SelfSigned(Path directory) implements TlsConfig {
    /** Checks that nothing is missing. */
    public SelfSigned {
      Objects.requireNonNull(directory, "directory");
    }
  }

  /**
   * A certificate from elsewhere. Both files are read again when they change.
   *
   * @param certificate PEM, the server's certificate first, then its chain
   * @param key PEM, the private key, not encrypted
   */
  record Pem(Path certificate, Path key) implements TlsConfig {
    /** Checks that nothing is missing. */
    public Pem {
      Objects.requireNonNull(certificate, "certificate");
      Objects.requireNonNull(key, "key");
    }
  }

  /** Plain HTTP; accepted on loopback only. */
  record Off() implements TlsConfig {}

  /**
   * A self-signed certificate for {@code localhost}.
   *
   * @param directory where certificate and key are kept
   * @return the setting
   */
  static TlsConfig selfSigned(Path directory) {
    return new SelfSigned(directory);
  }

  /**
   * A certificate from elsewhere.
   *
   * @param certificate PEM, the server's certificate first, then its chain
   * @param key PEM, the private key, not encrypted
   * @return the setting
   */
  static TlsConfig pem(Path certificate, Path key) {
    return new Pem(certificate, key);
  }

  /**
   * Plain HTTP; accepted on loopback only.
   *
   * @return the setting
   */
  static TlsConfig off() {
    return new Off();
  }
}
