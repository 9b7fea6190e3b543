package io.cloudadapter.kubernetes;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is done for one message, step by step. Each step looks at the cluster and the pool anew, so another process can
 * go on at any point. One thread at a time takes a step, and one sends heartbeats meanwhile.
 */
interface NodeWork {

  /**
   * When to go on.
   *
   * @param after the wait until the next step; empty if the work is done
   */
  record NextStep(Optional<Duration> after) {
    static final NextStep DONE = new NextStep(Optional.empty());

    static NextStep after(Duration wait) {
      return new NextStep(Optional.of(wait));
    }
  }

  /**
   * Does what is due.
   *
   * @throws io.cloudadapter.spi.CloudException if the API server cannot be asked; the step is taken again
   * @throws io.cloudadapter.api.PoolException if the pool cannot be asked; the step is taken again
   */
  NextStep step();

  /**
   * Sends a heartbeat if the work has any. It does not wait for a step or for the API server.
   *
   * @throws io.cloudadapter.api.PoolException if the pool cannot be asked; the heartbeat is sent again
   */
  default NextStep beat() {
    return NextStep.DONE;
  }

  /** The moment of the ticker at which a step is due in any case, also after an error; empty if there is none. */
  default OptionalLong due() {
    return OptionalLong.empty();
  }

  /** Whether work by other settings may take its place; asked between steps. */
  default boolean isReplaceable() {
    return true;
  }
}
