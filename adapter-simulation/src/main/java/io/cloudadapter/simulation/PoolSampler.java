package io.cloudadapter.simulation;

import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.process.PoolUnderTest;
import io.cloudadapter.simulation.process.SimulationWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Looks at a pool at regular times and notes how it stands. */
final class PoolSampler {
  private final SimulationWorld world;
  private final PoolUnderTest ward;
  private final LoadFollower follower;
  private final long interval;
  private final List<SimulationSample> samples = new ArrayList<>();
  private boolean over;

  PoolSampler(SimulationWorld world, PoolUnderTest ward, LoadFollower follower, Duration interval) {
    this.follower = follower;
    this.world = world;
    this.ward = ward;
    this.interval = interval.toNanos();
  }

  void begin() {
    if (!over) {
      look();
      world.timeline.after(interval, this::begin);
    }
  }

  /** The last look. */
  void end() {
    Duration now = Duration.ofNanos(world.timeline.nanos());
    if (samples.isEmpty() || samples.get(samples.size() - 1).at().compareTo(now) < 0) {
      look();
    }
    over = true;
  }

  private void look() {
    Map<FaultKind, Long> struck = new EnumMap<>(FaultKind.class);
    world.faults.tallies().forEach((kind, tally) -> {
      if (tally.strikes() > 0) {
        struck.put(kind, tally.strikes());
      }
    });
    int desired = ward.judge.desired();
    int load = follower.wanted().orElse(desired);
    samples.add(new SimulationSample(
        Duration.ofNanos(world.timeline.nanos()),
        load,
        follower.refused() ? Math.max(0, load - desired) : 0,
        desired,
        ward.judge.headroom(),
        ward.judge.effective(),
        ward.judge.open(),
        ward.judge.pauses.lasting().size(),
        world.meter.alive(),
        world.meter.launched(),
        world.meter.ended(),
        world.meter.hours(),
        struck));
  }

  List<SimulationSample> samples() {
    return samples;
  }
}
