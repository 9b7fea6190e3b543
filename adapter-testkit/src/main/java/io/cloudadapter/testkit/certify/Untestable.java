package io.cloudadapter.testkit.certify;

/** This cloud does not let the kit try a rule. The message says why. */
final class Untestable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Untestable(String why) {
    super(why);
  }
}
