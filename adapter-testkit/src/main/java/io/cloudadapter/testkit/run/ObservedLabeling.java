package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.feature.Labeling;
import java.util.Map;

/** The feature, watched as the adapter's other calls are. */
public final class ObservedLabeling implements Labeling {
  private final ObservedProvider provider;

  public ObservedLabeling(ObservedProvider provider) {
    this.provider = provider;
  }

  @Override
  public void label(MachineId machine, Map<String, String> labels, CallContext call) {
    provider.rewrites(machine, "MP-9.20");
    provider.feature("label", call, () -> relabel().label(machine, labels, call));
  }

  private Labeling relabel() {
    return provider
        .feature(Labeling.class)
        .orElseThrow(() -> new RuleViolation("the adapter claims Labeling and has none"));
  }
}
