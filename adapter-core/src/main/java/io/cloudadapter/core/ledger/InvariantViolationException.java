package io.cloudadapter.core.ledger;

/**
 * The exception of a step that would break an invariant (I1 to I12, see the documentation of the design). The keeper
 * gives the step up before anything of it is durable, and starts over from its ledger.
 */
public final class InvariantViolationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvariantViolationException(String invariant, String what) {
    super(invariant + ": " + what);
  }

  public static void check(boolean holds, String invariant, String what) {
    if (!holds) {
      throw new InvariantViolationException(invariant, what);
    }
  }
}
