package io.cloudadapter.testkit.run;

/** The adapter could not be opened with a configuration that its spec accepts. The message says what it threw. */
final class AdapterOpenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  AdapterOpenException(Throwable cause) {
    super("open threw " + cause + " with the configuration that the test cloud gives", cause);
  }
}
