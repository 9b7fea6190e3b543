package io.cloudadapter.core.ledger;

/**
 * The keeper was about to break one of its invariants (I1 to I12, see the documentation of the design). The
 * step is given up before anything of it is durable, and the keeper starts over from its ledger.
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
