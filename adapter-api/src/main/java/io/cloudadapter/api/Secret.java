package io.cloudadapter.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;

/** A text that never prints: a password, a token, a key. */
public final class Secret {
  private final String text;

  private Secret(String text) {
    this.text = text;
  }

  /**
   * A secret of this text.
   *
   * @param text the secret
   * @return the secret, wrapped
   */
  public static Secret of(String text) {
    return new Secret(Objects.requireNonNull(text, "text"));
  }

  /**
   * The text itself. Call it where the secret is used, as late as possible, and keep no copy.
   *
   * @return the secret
   */
  public String reveal() {
    return text;
  }

  /** Compares in constant time. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Secret that
        && MessageDigest.isEqual(
            text.getBytes(StandardCharsets.UTF_8), that.text.getBytes(StandardCharsets.UTF_8));
  }

  /** The same for all secrets, because a hash would reveal something about the text. */
  @Override
  public int hashCode() {
    return 0;
  }

  /** Always prints stars. */
  @Override
  public String toString() {
    return "***";
  }
}
