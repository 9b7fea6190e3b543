package io.cloudadapter.openstack;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.openstack.cloud.FakeOpenStack;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.ProviderEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A cloud on a clock that only tests advance, an adapter on it, and pool {@code web}. */
public final class OpenStackFixture implements AutoCloseable {
  public static final PoolName WEB = new PoolName("web");
  static final PoolIncarnation LIFE = new PoolIncarnation("life00000000000000000000000");

  private volatile Instant now = Instant.parse("2026-11-22T10:00:00Z");
  public final FakeOpenStack cloud = FakeOpenStack.start(() -> now, 42);
  final MachineProvider provider = open(Map.of());
  private int keys;

  /** An adapter that logs in with a password, unless other keys are given. */
  public MachineProvider open(Map<String, String> more) {
    Map<String, String> config = new HashMap<>();
    config.put("authUrl", cloud.url() + "/identity/v3");
    config.put("user", FakeOpenStack.USER);
    config.put("password", FakeOpenStack.PASSWORD);
    config.put("project", "demo");
    config.put("region", "RegionOne");
    config.putAll(more);
    return open(config, Map.of());
  }

  /** An adapter with these keys and no others, in an environment with these variables. */
  public MachineProvider open(Map<String, String> config, Map<String, String> variables) {
    OpenStackProviderFactory factory = new OpenStackProviderFactory(() -> variables);
    return factory.open(factory.config().parse(config), environment());
  }

  /** Time that the adapter reads goes on with the cloud's. */
  ProviderEnvironment environment() {
    Instant start = now;
    return new ProviderEnvironment(
        "prod", () -> now, () -> Duration.between(start, now).toNanos(), new Random(1));
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  LaunchKey newKey() {
    return new LaunchKey("key%024d".formatted(++keys));
  }

  static LaunchSpec spec(String size, String image, Map<String, String> template) {
    return new LaunchSpec(
        WEB,
        LIFE,
        Optional.of("nova"),
        Optional.of(size),
        Optional.of(image),
        LaunchSpec.Market.ON_DEMAND,
        Map.of("team", "shop"),
        Optional.empty(),
        new OpenStackProviderFactory().template().parse(template));
  }

  MachineSighting launch(LaunchSpec spec, LaunchKey key) {
    FakeCall call = FakeCall.patient();
    return provider
        .launch(provider.prepare(spec, call), key, 1, call)
        .machines()
        .get(0);
  }

  MachineSighting launch() {
    return launch(spec("m1.small", "debian", Map.of("networks", "private")), newKey());
  }

  record Listed(List<MachineSighting> machines, ListResult result) {}

  Listed list() {
    List<MachineSighting> seen = new ArrayList<>();
    ListResult result = provider.list(ListQuery.all(WEB), seen::add, FakeCall.patient());
    return new Listed(seen, result);
  }

  MachineSighting look(MachineId id) {
    List<MachineSighting> seen = new ArrayList<>();
    provider.list(ListQuery.ids(List.of(id)), seen::add, FakeCall.patient());
    return seen.get(0);
  }

  /** Requests to a service since the scene began, logins left out. */
  public long requests(String part) {
    return cloud.requests().stream().filter(request -> request.contains(part)).count();
  }

  @Override
  public void close() {
    provider.close();
    cloud.close();
  }
}
