package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.aws.cloud.FakeAws;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
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
public final class AwsFixture implements AutoCloseable {
  public static final PoolName WEB = new PoolName("web");
  public static final PoolIncarnation LIFE = new PoolIncarnation("life00000000000000000000000");
  static final Map<String, String> TEMPLATE = Map.of(
      "subnets", "subnet-0a000000000000001,subnet-0a000000000000002", "securityGroups", "web");

  private volatile Instant now = Instant.parse("2026-11-22T10:00:00Z");
  public final FakeAws cloud = FakeAws.start(() -> now, 42);
  final MachineProvider provider = open(Map.of());
  private int keys;

  /** An adapter with the keys of a user, and these besides. */
  public MachineProvider open(Map<String, String> more) {
    Map<String, String> config = new HashMap<>();
    config.put("region", FakeAws.REGION);
    config.put("endpoint", cloud.url().toString());
    config.put("accessKeyId", FakeAws.KEY);
    config.put("secretAccessKey", FakeAws.SECRET);
    config.putAll(more);
    AwsProviderFactory factory = new AwsProviderFactory();
    return factory.open(factory.config().parse(config), environment());
  }

  /** Time that the adapter reads goes on with the cloud's. */
  public ProviderEnvironment environment() {
    Instant start = now;
    return new ProviderEnvironment(
        "prod", () -> now, () -> Duration.between(start, now).toNanos(), new Random(1));
  }

  public void pass(Duration time) {
    now = now.plus(time);
  }

  public LaunchKey newKey() {
    return new LaunchKey("key%024d".formatted(++keys));
  }

  public static LaunchSpec spec(
      String zone, String size, String image, Market market, Map<String, String> template) {
    return new LaunchSpec(
        WEB,
        LIFE,
        Optional.of(zone).filter(text -> !text.isEmpty()),
        Optional.of(size).filter(text -> !text.isEmpty()),
        Optional.of(image).filter(text -> !text.isEmpty()),
        market,
        Map.of("team", "shop"),
        Optional.empty(),
        new AwsProviderFactory().template().parse(template));
  }

  public static LaunchSpec spec() {
    return spec("eu-north-1a", "t3.small", "debian", Market.ON_DEMAND, TEMPLATE);
  }

  public LaunchResult launch(LaunchSpec spec, LaunchKey key, int count) {
    FakeCall call = FakeCall.patient();
    return provider.launch(provider.prepare(spec, call), key, count, call);
  }

  public MachineSighting launch() {
    return launch(spec(), newKey(), 1).machines().get(0);
  }

  record Listed(List<MachineSighting> machines, ListResult result) {}

  Listed list(ListQuery query) {
    List<MachineSighting> seen = new ArrayList<>();
    ListResult result = provider.list(query, seen::add, FakeCall.patient());
    return new Listed(seen, result);
  }

  MachineSighting look(MachineId id) {
    return list(ListQuery.ids(List.of(id))).machines().get(0);
  }

  /** How often an action was asked for. */
  public long requests(String action) {
    return cloud.requests().stream()
        .filter(request -> request.startsWith(action))
        .count();
  }

  @Override
  public void close() {
    provider.close();
    cloud.close();
  }
}
