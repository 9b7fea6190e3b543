package io.cloudadapter.health;

import java.util.concurrent.CompletionStage;

/** Asks one machine whether its service works. Any number of threads may use it, and no call waits for the machine. */
@FunctionalInterface
interface MachineProbe {

  /**
   * Begins a probe.
   *
   * @param target whom to ask, what, and for how long
   * @return completes with the result, within the timeout and a little more; never exceptionally
   */
  CompletionStage<ProbeResult> probe(ProbeTarget target);
}
