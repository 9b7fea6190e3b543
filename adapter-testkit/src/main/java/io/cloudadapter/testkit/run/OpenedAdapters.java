package io.cloudadapter.testkit.run;

import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.ArrayList;
import java.util.List;

/** The adapters that a run has opened and closes at its end. */
final class OpenedAdapters {
  private final TestBench bench;
  private final List<ObservedProvider> open = new ArrayList<>();

  OpenedAdapters(TestBench bench) {
    this.bench = bench;
  }

  List<ObservedProvider> all() {
    return open;
  }

  /** Opens the adapter for the first time, which decides whether anything can be tried. */
  ObservedProvider first() {
    ProviderConfig accepted;
    try {
      accepted = bench.config();
    } catch (ConfigException refused) {
      throw NotTestableException.ofTheCloud(
          "the configuration that the test cloud gives is refused: " + refused.getMessage());
    }
    try {
      return opened(accepted, bench.environment());
    } catch (RuntimeException | Error wrong) {
      // An adapter may throw anything, and this is the only rule that it can break by
      // then.
      throw new AdapterOpenException(wrong);
    }
  }

  ObservedProvider opened(ProviderConfig config, ProviderEnvironment environment) {
    MachineProvider opened = bench.factory().open(config, environment);
    ObservedProvider watched = new ObservedProvider(
        opened, bench.line(), bench.witness(), bench.setting().limits(), bench);
    open.add(watched);
    bench.witness().noSecretIn("toString of the adapter", String.valueOf(opened));
    return watched;
  }
}
