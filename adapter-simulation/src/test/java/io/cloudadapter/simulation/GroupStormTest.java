package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.simulation.fault.FaultRates;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stories of clouds that size groups by themselves: {@code -Dgroups.seeds} of them, from {@code -Dgroups.first} on. */
@Tag("proof")
class GroupStormTest {
  private static final long FIRST = Long.getLong("groups.first", 1);
  private static final long SEEDS = Long.getLong("groups.seeds", 150);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    LongStream.range(FIRST, FIRST + SEEDS).parallel().forEach(seed -> {
      SimulationReport report = tell(seed, SEEDS == 1);
      assertThat(report.violation())
          .as(() ->
              "mvn -pl adapter-simulation -am test -Dtest=GroupStormTest -Dgroups.seeds=1 -Dgroups.first="
                  + seed + "\n" + report.story())
          .isEmpty();
    });
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.play(seed, told, strike -> false, command -> true, FaultRates::withGroups)
        .report();
  }
}
