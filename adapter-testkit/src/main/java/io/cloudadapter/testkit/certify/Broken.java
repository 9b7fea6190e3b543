package io.cloudadapter.testkit.certify;

/** A rule does not hold. The message says what was seen. */
final class Broken extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean late;

  Broken(String seen) {
    super(seen);
    late = false;
  }

  Broken(String seen, Throwable cause) {
    super(seen, cause);
    late = cause instanceof Broken broken && broken.late;
  }

  private Broken(String seen, boolean late) {
    super(seen);
    this.late = late;
  }

  /** Something took too long, which may be the doing of a machine that is busy. */
  static Broken late(String seen) {
    return new Broken(seen, true);
  }

  boolean isLate() {
    return late;
  }
}
