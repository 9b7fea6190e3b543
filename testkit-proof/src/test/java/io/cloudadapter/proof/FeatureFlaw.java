package io.cloudadapter.proof;

import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The simulated adapter with a bug in one of its features.
 *
 * @param mutant what it does, and which rule must find it; it has no edits
 * @param feature which feature
 * @param bug makes a broken feature of a right one
 * @param <F> the feature
 */
record FeatureFlaw<F>(AdapterMutant mutant, Class<F> feature, UnaryOperator<F> bug) {

  /** Opens adapters that have it. */
  MachineProviderFactory factory() {
    return new Factory(this, new SimulatedProviderFactory());
  }

  private record Factory(FeatureFlaw<?> flaw, SimulatedProviderFactory right)
      implements MachineProviderFactory {
    @Override
    public String name() {
      return right.name();
    }

    @Override
    public ConfigSpec config() {
      return right.config();
    }

    @Override
    public ConfigSpec template() {
      return right.template();
    }

    @Override
    public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
      return new Provider(flaw, right.open(config, environment));
    }
  }

  private record Provider(FeatureFlaw<?> flaw, MachineProvider right) implements MachineProvider {
    @Override
    public ProviderProfile profile() {
      return right.profile();
    }

    @Override
    public String identity(CallContext call) {
      return right.identity(call);
    }

    @Override
    public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
      return right.prepare(spec, call);
    }

    @Override
    public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
      return right.launch(request, key, count, call);
    }

    @Override
    public ListResult list(
        ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
      return right.list(query, sink, call);
    }

    @Override
    public void terminate(io.cloudadapter.api.MachineId machine, CallContext call) {
      right.terminate(machine, call);
    }

    @Override
    public <T> Optional<T> feature(Class<T> type) {
      return type == flaw.feature() ? flaw.broken(right).map(type::cast) : right.feature(type);
    }

    @Override
    public void close() {
      right.close();
    }
  }

  private Optional<F> broken(MachineProvider right) {
    return right.feature(feature).map(bug);
  }

  /** As the tests show it. */
  @Override
  public String toString() {
    return mutant.toString();
  }
}
