package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.feature.Adoption;
import java.util.function.Consumer;

/** The feature, watched as the adapter's other calls are. */
final class ObservedAdoption implements Adoption {
  private final ObservedProvider provider;
  private final Consumer<MachineId> released;

  /**
   * Watches the feature.
   *
   * @param released gets the machines whose marks are removed: they belong to no pool from then on
   */
  ObservedAdoption(ObservedProvider provider, Consumer<MachineId> released) {
    this.provider = provider;
    this.released = released;
  }

  @Override
  public void mark(MachineId machine, OwnershipMarks marks, CallContext call) {
    provider.rewrites(machine, "MP-9.10");
    try {
      provider.feature("mark", call, () -> adoption().mark(machine, marks, call));
    } catch (CloudException e) {
      if (e.effect() != Effect.NONE) {
        provider.mayHaveJoined(machine);
      }
      throw e;
    }
  }

  @Override
  public void unmark(MachineId machine, OwnershipMarks marks, CallContext call) {
    released.accept(machine);
    provider.feature("unmark", call, () -> adoption().unmark(machine, marks, call));
  }

  private Adoption adoption() {
    return provider
        .feature(Adoption.class)
        .orElseThrow(() -> new RuleViolation("the adapter claims Adoption and has none"));
  }
}
