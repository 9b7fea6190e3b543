package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.stream.Stream;

/** Defects that a pool keeper could have, and that peers of ours have had. */
public final class CoreMutants {
  private CoreMutants() {}

  /** Those that the storm of random scenarios finds. */
  public static List<CoreMutant> all() {
    return Stream.of(
            LaunchMutants.all(),
            CommandMutants.all(),
            MachineMutants.all(),
            LedgerMutants.all(),
            HookMutants.all(),
            ActionMutants.all())
        .flatMap(List::stream)
        .toList();
  }
}
