package io.cloudadapter.proof;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.proof.provider.WrappedProvider;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.MachineGroup;
import java.util.Optional;
import java.util.function.Function;

/**
 * The simulated adapter with a bug that is of no single feature: in what it does with groups, which are made, lose
 * machines and get others by several of its methods, or in its profile.
 *
 * @param mutant what it does, and which rule must find it; it has no edits
 * @param bug makes a broken adapter of a right one
 */
record GroupFlaw(AdapterMutant mutant, Function<MachineProvider, MachineProvider> bug) {

  /** Opens adapters that have it. */
  MachineProviderFactory factory() {
    return new Factory(this, new SimulatedProviderFactory());
  }

  private record Factory(GroupFlaw flaw, SimulatedProviderFactory right)
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
      return flaw.bug().apply(right.open(config, environment));
    }
  }

  /** A right adapter, but for what is overridden. */
  static class Bent extends WrappedProvider implements MachineGroup, Adoption {
    private final MachineProvider right;

    Bent(MachineProvider right) {
      super(right);
      this.right = right;
    }

    /** The cloud's own console. */
    SimulatedCloud cloud() {
      return right.feature(SimulatedCloud.class).orElseThrow();
    }

    @Override
    public void raise(PreparedLaunch request, int total, CallContext call) {
      right.feature(MachineGroup.class).orElseThrow().raise(request, total, call);
    }

    @Override
    public void mark(MachineId machine, OwnershipMarks marks, CallContext call) {
      right.feature(Adoption.class).orElseThrow().mark(machine, marks, call);
    }

    @Override
    public void unmark(MachineId machine, OwnershipMarks marks, CallContext call) {
      right.feature(Adoption.class).orElseThrow().unmark(machine, marks, call);
    }

    @Override
    public <T> Optional<T> feature(Class<T> type) {
      return right.feature(type).map(feature -> type.isInstance(this) ? type.cast(this) : feature);
    }
  }

  /** As the tests show it. */
  @Override
  public String toString() {
    return mutant.toString();
  }
}
