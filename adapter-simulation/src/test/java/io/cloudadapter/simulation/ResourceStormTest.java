package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultRates;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Stories of clouds where machines have resources beside them, made and released by calls of their own: {@code
 * -Dresources.seeds} of them, from {@code -Dresources.first} on.
 */
@Tag("proof")
class ResourceStormTest {
  private static final Storm STORM = new Storm(ResourceStormTest.class, "resources", 150);

  /** Separates the random numbers of operations from all others. */
  private static final long OPERATING = 0x0BE4A7E;

  private static final List<FaultKind> KINDS = List.of(
      FaultKind.COMPLETION_FAILS,
      FaultKind.RESOURCE_LIST_FAILS,
      FaultKind.RELEASE_FAILS,
      FaultKind.DISK_LEFT_OVER);

  /** Separates the random numbers of resources from all others. */
  private static final long KEEPING = 0x4E50C;

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    Map<FaultKind, LongAdder> struck = new EnumMap<>(FaultKind.class);
    for (FaultKind kind : KINDS) {
      struck.put(kind, new LongAdder());
    }
    STORM.play(seed -> {
      RandomScenario.Recording story = play(seed, STORM.told());
      STORM.judge(seed, story.report());
      story.strikes().stream()
          .map(strike -> struck.get(strike.kind()))
          .filter(Objects::nonNull)
          .forEach(LongAdder::increment);
    });
    assertThat(struck)
        .allSatisfy((kind, times) -> assertThat(times.sum()).as(kind.name()).isPositive());
  }

  static SimulationReport tell(long seed) {
    return play(seed, false).report();
  }

  /** One in six sizes groups, whose machines have no key, and one runs launches as operations. */
  private static FaultRates cloud(long seed, FaultRates weather) {
    if (seed % 6 == 3) {
      return weather.withOperations(new SeededRandom(seed ^ OPERATING));
    }
    return seed % 6 == 0 ? weather.withGroups() : weather;
  }

  private static RandomScenario.Recording play(long seed, boolean told) {
    return RandomScenario.play(
        seed,
        told,
        strike -> false,
        command -> true,
        weather -> cloud(seed, weather).withResources(new SeededRandom(seed ^ KEEPING)));
  }
}
