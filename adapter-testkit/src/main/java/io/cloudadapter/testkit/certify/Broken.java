package io.cloudadapter.testkit.certify;

/** A rule does not hold. The message says what was seen. */
final class Broken extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Broken(String seen) {
    super(seen);
  }

  Broken(String seen, Throwable cause) {
    super(seen, cause);
  }
}
