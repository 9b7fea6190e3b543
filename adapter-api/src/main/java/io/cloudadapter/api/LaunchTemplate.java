package io.cloudadapter.api;

import java.util.Objects;

/**
 * The launch template of a pool: what its machines are made from, as a number and a digest. It reveals neither image
 * nor size, tags or user data; templates of one pool are equal if their digests are.
 *
 * @param number 1 or more; grows with each change of the template
 * @param digest a keyed digest of what the template is, 32 hexadecimal digits
 */
public record LaunchTemplate(int number, String digest) {

  /** Checks that nothing is missing. */
  public LaunchTemplate {
    Objects.requireNonNull(digest, "digest");
    if (number < 1) {
      throw new IllegalArgumentException("number must be 1 or more, was " + number);
    }
  }
}
