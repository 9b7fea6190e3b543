package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.TerminateResult;
import io.cloudadapter.spi.feature.BatchTerminate;
import java.util.Collection;

/** The feature, watched as the adapter's other calls are. */
final class ObservedBatchTerminate implements BatchTerminate {
  private final ObservedProvider provider;

  ObservedBatchTerminate(ObservedProvider provider) {
    this.provider = provider;
  }

  @Override
  public int most() {
    return batches().most();
  }

  @Override
  public TerminateResult terminate(Collection<MachineId> machines, CallContext call) {
    return provider.ends(machines, call, () -> batches().terminate(machines, call));
  }

  private BatchTerminate batches() {
    return provider
        .feature(BatchTerminate.class)
        .orElseThrow(() -> new RuleViolation("the adapter claims BatchTerminate and has none"));
  }
}
