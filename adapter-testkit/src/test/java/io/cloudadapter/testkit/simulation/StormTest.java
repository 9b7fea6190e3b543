package io.cloudadapter.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StormTest {
  /** Seeds that once failed; each found a defect, of the keeper or of its judge. */
  private static final List<Long> FOUND = List.of(232L, 1044L, 20_075L, 20_538L, 20_650L);

  @Test
  void pools_keep_their_promises_in_any_weather() {
    LongStream.concat(FOUND.stream().mapToLong(s -> s), LongStream.range(1, 10))
        .mapToObj(Simulation::storm)
        .forEach(report -> assertThat(report.violation())
            .as(() -> "seed " + report.seed() + "\n" + report.story())
            .isEmpty());
  }

  @Test
  void a_story_is_the_same_whenever_it_is_told() {
    Report one = Simulation.storm(7);
    Report other = Storm.tell(7, true, bite -> false, command -> true);

    assertThat(other.hash()).isEqualTo(one.hash());
    assertThat(other.events()).isEqualTo(one.events()).isGreaterThan(3_000);
  }
}
