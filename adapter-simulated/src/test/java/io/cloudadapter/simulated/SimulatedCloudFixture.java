package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.config.ConfigSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A cloud on a clock that stands still, a provider over it, and short words for what tests do. */
final class SimulatedCloudFixture {
  static final PoolName WEB = new PoolName("web");
  static final PoolIncarnation LIFE = new PoolIncarnation("i".repeat(27));
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  final SimulatedClock clock = SimulatedClock.startingAt(START);
  final SimulatedCloud cloud;
  final MachineProvider provider;

  SimulatedCloudFixture() {
    this(1, builder -> builder);
  }

  SimulatedCloudFixture(UnaryOperator<SimulatedCloudBuilder> settings) {
    this(1, settings);
  }

  SimulatedCloudFixture(long seed, UnaryOperator<SimulatedCloudBuilder> settings) {
    cloud = settings.apply(SimulatedCloud.builder(seed, clock)).build();
    provider = cloud.provider();
  }

  static LaunchKey key(int number) {
    return new LaunchKey(String.format("%027d", number));
  }

  static OwnershipMarks marks(int number) {
    return new OwnershipMarks(WEB, LIFE, Optional.of(key(number)));
  }

  static LaunchSpec spec(Optional<String> zone, Optional<String> size) {
    return new LaunchSpec(
        WEB,
        LIFE,
        zone,
        size,
        Optional.of("debian-13"),
        LaunchSpec.Market.ON_DEMAND,
        Map.of("team", "blue"),
        Optional.empty(),
        ConfigSpec.none().parse(Map.of()));
  }

  CallContext call() {
    return FakeCall.patient(clock);
  }

  PreparedLaunch frozen() {
    return frozen("a");
  }

  PreparedLaunch frozen(String zone) {
    return provider.prepare(spec(Optional.of(zone), Optional.empty()), call());
  }

  LaunchResult launch(PreparedLaunch request, int key, int count) {
    return provider.launch(request, key(key), count, call());
  }

  MachineId launch(int key) {
    return launch(frozen(), key, 1).machines().get(0).id();
  }

  List<MachineSighting> list() {
    return list(ListQuery.all(WEB)).rows();
  }

  Listed list(ListQuery query) {
    List<MachineSighting> rows = new ArrayList<>();
    ListResult result = provider.list(query, rows::add, call());
    return new Listed(rows, result);
  }

  record Listed(List<MachineSighting> rows, ListResult result) {
    List<MachineId> ids() {
      return rows.stream().map(MachineSighting::id).toList();
    }
  }

  MachineSighting truth(MachineId id) {
    return cloud.machine(id).orElseThrow();
  }

  void pass(Duration time) {
    clock.advance(time);
  }

  /** The error that something ends in. */
  static CloudException errorOf(Runnable what) {
    try {
      what.run();
    } catch (CloudException e) {
      return e;
    }
    throw new AssertionError("ended well, but should not have");
  }
}
