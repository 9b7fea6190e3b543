package io.cloudadapter.spi;

/** How far a launch has come that the cloud runs as a {@link LaunchOperation}. */
public sealed interface LaunchProgress {

  /** The operation has not ended. Its machines may come, and none of them counts as missing. */
  record Running() implements LaunchProgress {}

  /**
   * The operation has ended and made machines.
   *
   * @param result the machines, each with its key, and why there are fewer than requested; a machine that the operation
   *     made and left broken is one in state REJECTED
   */
  record Done(LaunchResult result) implements LaunchProgress {
    /**
     * Checks that the result is one.
     *
     * @throws IllegalArgumentException if the result is that of another operation
     */
    public Done {
      if (result.operation().isPresent()) {
        throw new IllegalArgumentException("the result of an operation must have no operation, has "
            + result.operation().get());
      }
    }
  }

  /**
   * The operation has ended, none of its machines exists, and none will come.
   *
   * @param failure why
   */
  record Failed(LaunchFailure failure) implements LaunchProgress {}

  /**
   * The cloud does not have the operation, or has it no longer. This tells nothing about its machines: the core looks
   * for them, as after a lost reply.
   */
  record Unknown() implements LaunchProgress {}
}
