package io.cloudadapter.simulated;

/** The cloud was used after its end. */
final class ClosedCloud extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  ClosedCloud() {
    super("the simulated cloud is closed");
  }
}
