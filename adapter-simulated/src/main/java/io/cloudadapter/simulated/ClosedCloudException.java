package io.cloudadapter.simulated;

/** The cloud was used after its end. */
final class ClosedCloudException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  ClosedCloudException() {
    super("the simulated cloud is closed");
  }
}
