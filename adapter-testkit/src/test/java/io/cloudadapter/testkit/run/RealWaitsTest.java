package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long rules wait where they can leap over time, and where they cannot. */
class RealWaitsTest {
  private final SimulatedClock clock =
      SimulatedClock.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
  private final SimulatedTestCloud cloud = new SimulatedTestCloud(clock, 1, Map.of());
  private final FaultProxy wire = TrialRunner.wire(cloud);
  private final ObservationLog witness = new ObservationLog(List.of());
  private final List<Duration> passed = new ArrayList<>();

  @AfterEach
  void close() {
    wire.close();
    cloud.close();
  }

  private TestBench bench(String mode) {
    RunConfig setting = new RunConfig(
        1,
        mode,
        clock,
        clock,
        time -> {
          passed.add(time);
          clock.advance(time);
        },
        cloud.config(wire),
        Optional.empty(),
        Optional.empty());
    return new TestBench(
        SimulatedTestCloud.subject(Map.of()).mode(mode).patience(Duration.ofMinutes(10)),
        setting,
        TrialRunner.line(cloud, wire),
        cloud,
        witness);
  }

  @Test
  void where_time_leaps_an_hour_in_peace_is_an_hour() {
    bench("simulated").time().passInPeace(Duration.ofHours(1));

    assertThat(passed).containsExactly(Duration.ofHours(1));
    assertThat(witness.leftOut()).isEmpty();
  }

  @Test
  void where_time_is_real_an_hour_in_peace_is_cut_short_and_that_is_said() {
    bench("emulator").time().passInPeace(Duration.ofHours(1));

    assertThat(passed).containsExactly(Duration.ofSeconds(10));
    assertThat(witness.leftOut())
        .containsExactly("what happens only later than 10s (would have to wait for 1h of real time,"
            + " with a patience of 10m)");
  }

  @Test
  void what_may_arrive_yet_is_waited_for_all_the_same() {
    TestBench bench = bench("emulator");
    witness.doubts();

    bench.time().passInPeace(Duration.ofHours(1));

    assertThat(passed).containsExactly(bench.profile().settle());
    assertThat(passed.get(0)).isGreaterThan(Duration.ofSeconds(10));
  }

  @Test
  void what_a_run_has_the_time_for_is_waited_for_to_its_end() {
    bench("emulator").time().passInPeace(Duration.ofMinutes(5));

    assertThat(passed).containsExactly(Duration.ofMinutes(5));
    assertThat(witness.leftOut()).isEmpty();
  }

  @Test
  void what_is_about_waiting_is_not_tried_at_all() {
    assertThatThrownBy(() -> bench("emulator").time().pass(Duration.ofHours(1)))
        .isInstanceOf(NotTestableException.class)
        .hasMessageContaining("would have to wait for 1h");
  }

  @Test
  void a_machine_is_waited_for_until_it_runs() {
    TestBench bench = bench("emulator");
    MachineId machine = bench.launch().id();

    bench.time().passBoot(machine, Duration.ofMinutes(8));

    assertThat(passed.stream().reduce(Duration.ZERO, Duration::plus))
        .isPositive()
        .isLessThan(Duration.ofMinutes(8));
  }
}
