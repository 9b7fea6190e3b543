package com.example.larch;

import com.example.larch.cloud.LarchCloud;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderEnvironment;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A cloud on a clock that only tests advance, an adapter on it, and pool {@code web}. */
final class LarchFixture implements AutoCloseable {
  static final PoolName WEB = new PoolName("web");
  static final PoolIncarnation LIFE = new PoolIncarnation("life00000000000000000000000");
  static final MachineProviderFactory FACTORY = new LarchProviderFactory();

  private volatile Instant now = Instant.parse("2026-11-21T10:00:00Z");
  final LarchCloud cloud = LarchCloud.start(() -> now, 42);
  final MachineProvider provider = open(cloud.url());
  private int keys;

  static MachineProvider open(URI endpoint) {
    return open(endpoint, Map.of());
  }

  static MachineProvider open(URI endpoint, Map<String, String> more) {
    Map<String, String> config = new HashMap<>(more);
    config.put("endpoint", endpoint.toString());
    config.put("user", LarchCloud.USER);
    config.put("secret", LarchCloud.SECRET);
    return FACTORY.open(
        FACTORY.config().parse(config),
        new ProviderEnvironment("prod", Instant::now, System::nanoTime, new Random(1)));
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  LaunchKey newKey() {
    return new LaunchKey("key%024d".formatted(++keys));
  }

  static OwnershipMarks marks(Optional<LaunchKey> key) {
    return new OwnershipMarks(WEB, LIFE, key);
  }

  static LaunchSpec spec() {
    return spec("debian", Map.of("team", "shop"), Optional.of("#!/bin/sh"));
  }

  static LaunchSpec spec(String image, Map<String, String> tags, Optional<String> userData) {
    return new LaunchSpec(
        WEB,
        LIFE,
        Optional.of("north-1"),
        Optional.of("small"),
        Optional.of(image),
        LaunchSpec.Market.ON_DEMAND,
        tags,
        userData.map(Secret::of),
        FACTORY.template().parse(Map.of("network", "backend")));
  }

  PreparedLaunch prepare() {
    return provider.prepare(spec(), FakeCall.patient());
  }

  MachineSighting launch(PreparedLaunch frozen, LaunchKey key) {
    return provider.launch(frozen, key, 1, FakeCall.patient()).machines().get(0);
  }

  MachineSighting launch() {
    return launch(prepare(), newKey());
  }

  List<MachineSighting> list() {
    List<MachineSighting> seen = new ArrayList<>();
    ListResult result = provider.list(ListQuery.all(WEB), seen::add, FakeCall.patient());
    if (!result.complete()) {
      throw new AssertionError("not complete: " + result.gaps());
    }
    return seen;
  }

  MachineSighting look(MachineId id) {
    List<MachineSighting> seen = new ArrayList<>();
    ListResult result = provider.list(ListQuery.ids(List.of(id)), seen::add, FakeCall.patient());
    if (!result.complete()) {
      throw new AssertionError("not complete: " + result.gaps());
    }
    return seen.get(0);
  }

  @Override
  public void close() {
    provider.close();
    cloud.close();
  }
}
