package io.cloudadapter.server.identity;

/**
 * Verifies bearer tokens that issuers have signed. It never waits: it fetches keys in the background, and judges tokens
 * by the keys that it has. Any number of threads may use it.
 */
public interface TokenVerifier extends AutoCloseable {

  /**
   * Judges a token.
   *
   * @param token what follows {@code Bearer}, of any form
   * @return the verdict
   */
  TokenVerdict verify(String token);

  /** Ends fetching. */
  @Override
  void close();
}
