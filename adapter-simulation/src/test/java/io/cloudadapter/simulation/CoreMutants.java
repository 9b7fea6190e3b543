package io.cloudadapter.simulation;

import java.util.List;
import java.util.stream.Stream;

/** Defects that a pool keeper could have, and that peers of ours have had. */
final class CoreMutants {
  private CoreMutants() {}

  /** Those that the storm of random scenarios finds. */
  static List<CoreMutant> all() {
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
