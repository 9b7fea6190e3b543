package io.cloudadapter.console;

import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.api.sample.PoolSamples;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ScheduledSize;
import io.cloudadapter.api.warm.WarmPlan;
import io.cloudadapter.api.warm.WarmState;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Still pools with samples up to a moment, schedules after it, and a warm pool. */
final class PlotPools {
  private static final DisruptionStatus NO_DISRUPTION =
      new DisruptionStatus(0, OptionalInt.empty(), List.of());

  private PlotPools() {}

  /** A pool with everything, and one without samples. */
  static StillPools all(Instant now) {
    StillPools.StillPool web = new StillPools.StillPool("web", 6, machines())
        .answering("samples", arguments -> samples((SampleSpan) arguments[0], now))
        .answering("scaling", arguments -> scaling(now))
        .answering("plan", arguments -> plan())
        .answering("disruption", arguments -> NO_DISRUPTION);
    StillPools.StillPool bare = new StillPools.StillPool("bare", 1)
        .answering("samples", arguments -> new PoolSamples((SampleSpan) arguments[0], List.of()));
    return new StillPools().with(web).with(bare);
  }

  /** Full, but for a fifth of the time in the middle; the desired size rises by two at the end. */
  static PoolSamples samples(SampleSpan span, Instant now) {
    List<PoolSample> samples = new ArrayList<>();
    long step = span.step().toSeconds();
    long last = now.getEpochSecond() / step;
    int count = span.samples();
    for (int i = 1; i < count; i++) {
      if (i * 5 / count == 2) {
        continue;
      }
      boolean late = i * 5 / count == 4;
      samples.add(new PoolSample(
          Instant.ofEpochSecond((last - count + i) * step),
          late ? 6 : 4,
          late && i < count - 3 ? 5 : late ? 6 : 4,
          i % 20 == 0 ? 2 : 4,
          i % 20 == 0 ? 2 : 0,
          i % 30 == 10 ? 1 : 0,
          i % 7 == 0 ? 0 : 12,
          i % 7 == 0 ? 0 : 0.2 + i % 5 * 0.1));
    }
    return new PoolSamples(span, samples);
  }

  private static PoolScaling scaling(Instant now) {
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    Instant evening = now.plus(Duration.ofHours(3));
    Instant morning = now.plus(Duration.ofHours(15));
    return new PoolScaling(
        1,
        20,
        100,
        1,
        20,
        Map.of(),
        Map.of(),
        Map.of(
            "evening",
                new ScheduledSize(
                    "0 18 * * *",
                    berlin,
                    OptionalInt.of(3),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    Optional.of(evening),
                    List.of(evening)),
            "morning",
                new ScheduledSize(
                    "0 6 * * *",
                    berlin,
                    OptionalInt.empty(),
                    OptionalInt.of(8),
                    OptionalInt.of(12),
                    Optional.of(morning),
                    List.of(morning))));
  }

  private static PoolPlan plan() {
    WarmPlan warm = new WarmPlan(
        3,
        "the largest growth of the last 24h is 3",
        2,
        1,
        List.of(new MachineId("i-warm-0")),
        1,
        List.of(),
        List.of(),
        List.of());
    return new PoolPlan(6, 6, 0, List.of(), List.of(), List.of(), List.of(), 0, Optional.of(warm));
  }

  private static List<Machine> machines() {
    List<Machine> machines = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      machines.add(machine("i-" + i, ServiceState.IN_SERVICE, Optional.empty()));
    }
    for (int i = 0; i < 2; i++) {
      machines.add(machine("i-warm-" + i, ServiceState.UNKNOWN, Optional.of(WarmState.WARM)));
    }
    machines.add(machine("i-warming", ServiceState.UNKNOWN, Optional.of(WarmState.WARMING)));
    return machines;
  }

  private static Machine machine(String id, ServiceState service, Optional<WarmState> warm) {
    return new Machine(
        new MachineId(id),
        MachineState.RUNNING,
        service,
        Optional.of(StillPools.LAUNCHED),
        List.of(),
        List.of(),
        Optional.of("zone-" + "ab".charAt(id.length() % 2)),
        Optional.of("small"),
        false,
        Map.of(),
        Optional.empty(),
        List.of(),
        MembershipStatus.DEFAULT,
        Optional.empty(),
        warm);
  }
}
