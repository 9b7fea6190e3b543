package io.cloudadapter.testkit.certify;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.Relabel;
import java.util.Map;

/** The feature, watched as the adapter's other calls are. */
final class WatchedRelabel implements Relabel {
  private final Watched provider;

  WatchedRelabel(Watched provider) {
    this.provider = provider;
  }

  @Override
  public void label(MachineId machine, Map<String, String> labels, CallContext call) {
    provider.rewrites(machine, "MP-9.20");
    provider.feature("label", call, () -> relabel().label(machine, labels, call));
  }

  private Relabel relabel() {
    return provider
        .feature(Relabel.class)
        .orElseThrow(() -> new Broken("the adapter claims Relabel and has none"));
  }
}
