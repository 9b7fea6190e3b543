package io.cloudadapter.aws.asg;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.aws.AwsFixture;
import io.cloudadapter.aws.cloud.FakeAws;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.MachineGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The same cloud with group {@code web-servers} for pool {@code web}, and an adapter whose pools are groups. */
public final class AsgFixture implements AutoCloseable {
  static final String GROUP = "web-servers";
  static final OwnershipMarks MARKS =
      new OwnershipMarks(AwsFixture.WEB, AwsFixture.LIFE, Optional.empty());
  private static final int MOST = 10;

  final AwsFixture scene = new AwsFixture();
  final FakeAws cloud = scene.cloud;
  final MachineProvider provider;

  AsgFixture() {
    cloud.makeGroup(GROUP, MOST);
    provider = open(scene, Map.of("groups", "web=" + GROUP));
  }

  /** An adapter on a cloud with these keys besides. */
  public static MachineProvider open(AwsFixture scene, Map<String, String> more) {
    Map<String, String> config = new HashMap<>();
    config.put("region", FakeAws.REGION);
    config.put("endpoint", scene.cloud.url().toString());
    config.put("accessKeyId", FakeAws.KEY);
    config.put("secretAccessKey", FakeAws.SECRET);
    config.putAll(more);
    AsgProviderFactory factory = new AsgProviderFactory();
    return factory.open(factory.config().parse(config), scene.environment());
  }

  public static LaunchSpec spec(PoolName pool) {
    return new LaunchSpec(
        pool,
        AwsFixture.LIFE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Market.ON_DEMAND,
        Map.of(),
        Optional.empty(),
        new AsgProviderFactory().template().parse(Map.of()));
  }

  PreparedLaunch prepare() {
    return provider.prepare(spec(AwsFixture.WEB), FakeCall.patient());
  }

  void raise(int total) {
    raise(prepare(), total);
  }

  void raise(PreparedLaunch frozen, int total) {
    provider.feature(MachineGroup.class).orElseThrow().raise(frozen, total, FakeCall.patient());
  }

  /** Has the group make so many, until all of them run. */
  List<MachineId> grown(int total) {
    raise(total);
    scene.pass(Duration.ofMinutes(10));
    return living().stream().map(MachineSighting::id).toList();
  }

  List<MachineSighting> living() {
    List<MachineSighting> seen = new ArrayList<>();
    ListResult all = provider.list(ListQuery.all(AwsFixture.WEB), seen::add, FakeCall.patient());
    assertThat(all.complete()).isTrue();
    return seen.stream().filter(row -> row.state() == MachineState.RUNNING).toList();
  }

  /** A running machine without an owner. */
  MachineId stranger() {
    return new MachineId(cloud.makeForAnotherOwner(Map.of()));
  }

  Adoption adoption() {
    return provider.feature(Adoption.class).orElseThrow();
  }

  void mark(MachineId machine) {
    adoption().mark(machine, MARKS, FakeCall.patient());
  }

  void unmark(MachineId machine) {
    adoption().unmark(machine, MARKS, FakeCall.patient());
  }

  void terminate(MachineId machine) {
    provider.terminate(machine, FakeCall.patient());
  }

  int desired() {
    return cloud.desired(GROUP);
  }

  @Override
  public void close() {
    provider.close();
    scene.close();
  }
}
