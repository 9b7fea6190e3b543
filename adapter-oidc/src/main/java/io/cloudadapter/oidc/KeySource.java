package io.cloudadapter.oidc;

import com.nimbusds.jose.jwk.JWKSet;
import java.time.Duration;
import java.util.Optional;

/** Fetches the keys of one issuer. */
@FunctionalInterface
interface KeySource {
  /**
   * Fetched keys.
   *
   * @param keys all keys of the issuer at present
   * @param maxAge how long the issuer lets them be used, if it says so
   */
  record Fetched(JWKSet keys, Optional<Duration> maxAge) {}

  /**
   * Fetches the keys; may wait for the network.
   *
   * @throws FetchException if the issuer does not answer, or not as it should
   */
  Fetched fetch();

  /** Why keys could not be fetched. */
  final class FetchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FetchException(String message) {
      super(message);
    }

    FetchException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
