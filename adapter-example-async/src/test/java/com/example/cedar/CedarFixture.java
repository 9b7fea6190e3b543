package com.example.cedar;

import com.example.cedar.cloud.CedarCloud;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchOperation;
import io.cloudadapter.spi.LaunchProgress;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.feature.LaunchOperations;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A cloud on a clock that only tests advance, an adapter on it, and pool {@code web}. */
final class CedarFixture implements AutoCloseable {
  static final PoolName WEB = new PoolName("web");
  static final MachineProviderFactory FACTORY = new CedarProviderFactory();
  private static final PoolIncarnation INCARNATION =
      new PoolIncarnation("life00000000000000000000000");

  final SimulatedClock clock = SimulatedClock.startingAt(Instant.parse("2026-11-21T10:00:00Z"));
  final CedarCloud cloud = CedarCloud.start(clock, 42);
  final MachineProvider provider = open(cloud.url(), clock);

  static MachineProvider open(URI endpoint, SimulatedClock clock) {
    return FACTORY.open(
        FACTORY.config().parse(Map.of("endpoint", endpoint.toString(), "token", CedarCloud.TOKEN)),
        new ProviderEnvironment("prod", clock, clock, new Random(1)));
  }

  void pass(Duration time) {
    clock.advance(time);
  }

  static LaunchKey key(int number) {
    return new LaunchKey("key%024d".formatted(number));
  }

  PreparedLaunch prepare(String size) {
    LaunchSpec spec = new LaunchSpec(
        WEB,
        INCARNATION,
        Optional.of("east-2"),
        Optional.of(size),
        Optional.of("img-1"),
        LaunchSpec.Market.ON_DEMAND,
        Map.of("team", "shop"),
        Optional.empty(),
        FACTORY.template().parse(Map.of()));
    return provider.prepare(spec, FakeCall.patient());
  }

  /** Begins the launch of a small machine. */
  LaunchOperation launch(LaunchKey key) {
    return provider
        .launch(prepare("small"), key, 1, FakeCall.patient())
        .operation()
        .orElseThrow();
  }

  LaunchProgress check(LaunchOperation operation) {
    return check(provider, operation);
  }

  static LaunchProgress check(MachineProvider provider, LaunchOperation operation) {
    return provider
        .feature(LaunchOperations.class)
        .orElseThrow()
        .check(operation, FakeCall.patient());
  }

  List<MachineSighting> list() {
    List<MachineSighting> seen = new ArrayList<>();
    ListResult result = provider.list(ListQuery.all(WEB), seen::add, FakeCall.patient());
    if (!result.complete()) {
      throw new AssertionError("not complete: " + result.gaps());
    }
    return seen;
  }

  @Override
  public void close() {
    provider.close();
    cloud.close();
  }
}
