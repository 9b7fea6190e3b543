package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The instance status of many machines is read in batches: each has its own deadline, and all give one event. */
class InstanceStatusCallsTest {
  private static final Duration SLOW = Duration.ofSeconds(9);

  private final ManualExecutor hands = new ManualExecutor();
  private final ScriptedProvider provider = new ScriptedProvider();
  private final ProviderCalls calls = new ProviderCalls(
      "here",
      provider,
      hands.clocks,
      new LaunchEncryptor(new byte[LaunchEncryptor.KEY_BYTES], new Random(1)),
      hands.calls,
      hands.timer(),
      Map.of());
  private final List<Event> told = new ArrayList<>();
  private final List<Integer> batches = new ArrayList<>();
  private final List<Duration> times = new ArrayList<>();

  private static Set<MachineId> machines(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new MachineId("m-" + i))
        .collect(Collectors.toSet());
  }

  /** Each batch takes nearly all of the time that a call has; the one of this number fails. */
  private void cloudFailsAt(int failing) {
    provider.status = (machines, call) -> {
      batches.add(machines.size());
      times.add(call.remaining());
      hands.passes(SLOW);
      if (batches.size() == failing) {
        throw CloudException.of(Kind.UNAVAILABLE, CloudException.Effect.NONE, "come back later")
            .build();
      }
      return machines.stream()
          .map(machine -> new HealthReport(machine, HealthVerdict.OK, "ok"))
          .toList();
    };
  }

  private Event.HealthRead read(int count) {
    calls.run(
        new PoolName("web"),
        new Effect.ReadInstanceStatus(machines(count), 7),
        List.of(),
        told::add);
    hands.settle();
    assertThat(told).hasSize(1);
    return (Event.HealthRead) told.get(0);
  }

  @Test
  void each_batch_has_the_whole_time_of_a_call_and_the_event_has_the_reports_of_all() {
    cloudFailsAt(0);

    Event.HealthRead read = read(250);

    assertThat(batches).containsExactly(100, 100, 50);
    assertThat(times).containsOnly(provider.profile().callTimeout());
    assertThat(read.error()).isEmpty();
    assertThat(read.balancer()).isEmpty();
    assertThat(read.asker()).isEqualTo(7);
    assertThat(read.reports())
        .extracting(HealthReport::machine)
        .containsExactlyInAnyOrderElementsOf(machines(250));
  }

  @Test
  void machines_that_one_list_may_name_are_one_call() {
    cloudFailsAt(0);

    assertThat(read(100).reports()).hasSize(100);
    assertThat(batches).containsExactly(100);
  }

  @Test
  void a_batch_that_fails_ends_the_read_without_any_report() {
    cloudFailsAt(2);

    Event.HealthRead read = read(250);

    assertThat(read.reports()).isEmpty();
    assertThat(read.error().orElseThrow().kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(batches).containsExactly(100, 100);
  }
}
