package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.aws.client.FailureScope;
import io.cloudadapter.aws.cloud.FakeAws;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.ErrorCase;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.subject.UnsupportedByCloudException;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The fake as the testkit wants it: small pages, and lists as stale as the profile says at most, and new machines
 * that nothing that writes knows for half a minute.
 */
public class FakeTestCloud implements TestCloud, TestCloudConsole {
  static final FailureScope PLACE =
      new FailureScope(Optional.of("eu-north-1a"), Optional.of("t3.small"), Market.ON_DEMAND);
  static final String SUBNETS = "subnet-0a000000000000001,subnet-0a000000000000002";

  private static final SampleLaunch ONE_SIZE = new SampleLaunch(
      List.of("eu-north-1a", "eu-north-1b"),
      PLACE.size(),
      Optional.of("debian"),
      Map.of("subnets", SUBNETS, "securityGroups", "web"),
      47,
      128,
      256,
      16_384);

  public final FakeAws cloud;
  private final SampleLaunch sample;
  private final Set<MachineId> guarded = new HashSet<>();

  public FakeTestCloud(SimulatedClock clock, long seed) {
    this(clock, seed, ONE_SIZE);
  }

  public FakeTestCloud(SimulatedClock clock, long seed, SampleLaunch sample) {
    this.sample = sample;
    cloud = FakeAws.start(clock, seed);
    cloud.lag(Duration.ofMinutes(5));
    cloud.unknownFor(Duration.ofSeconds(30));
    cloud.pageLimit(3);
    // The names of the kit's clusters are not known before.
    cloud.routeTablesOnDemand();
  }

  @Override
  public Map<String, String> config(FaultProxy wire) {
    wire.headersAsSent();
    return account(wire.to(cloud.url()));
  }

  @Override
  public Optional<Map<String, String>> securedConfig(FaultProxy wire) {
    Map<String, String> config = account(wire.secured(cloud.url()));
    config.put("caFile", wire.authority().toString());
    return Optional.of(config);
  }

  /** The account, with the fake at an address. */
  public Map<String, String> account(URI endpoint) {
    Map<String, String> config = new TreeMap<>();
    config.put("region", FakeAws.REGION);
    config.put("endpoint", endpoint.toString());
    config.put("accessKeyId", FakeAws.KEY);
    config.put("secretAccessKey", FakeAws.SECRET);
    config.put("roleArn", FakeAws.ROLE);
    config.put("loadBalancerSubnets", SUBNETS);
    config.put("spotQueue", FakeAws.SPOT_QUEUE);
    return config;
  }

  @Override
  public SampleLaunch sample() {
    return sample;
  }

  @Override
  public ErrorDialect dialect() {
    return AwsDialect.AWS;
  }

  @Override
  public List<ErrorCase> errors() {
    // A request that may take any of several sizes gets errors with the scope of the zone.
    return AwsDialect.AWS.errors().stream()
        .map(each -> sample.size().isPresent() || each.level() != ErrorScope.Level.SIZE
            ? each
            : new ErrorCase(
                each.code(),
                each.verb(),
                each.reply(),
                each.kind(),
                each.effect(),
                ErrorScope.Level.ZONE))
        .toList();
  }

  /** EC2 adds tags on no condition. */
  @Override
  public boolean changesTagsOnCondition() {
    return false;
  }

  @Override
  public List<String> secrets() {
    return List.of(FakeAws.SECRET, "fake/secret+of+session", "fake-session-token");
  }

  @Override
  public Optional<TestCloudConsole> console() {
    return Optional.of(this);
  }

  @Override
  public void close() {
    cloud.close();
  }

  // The console.

  /** Instances, and the volume of each, which goes with it. */
  @Override
  public List<CloudResource> resources() {
    List<CloudResource> resources = new ArrayList<>();
    for (FakeAws.Truth each : cloud.instances()) {
      boolean live = !each.state().equals("terminated");
      resources.add(new CloudResource(CloudResource.MACHINE, each.id(), live, each.tags()));
      // The kit takes what lies beside an instance of no pool for left behind.
      if (live
          && !each.volumeTags().isEmpty()
          && each.tags().containsKey(OwnershipMarks.POOL_TAG)) {
        resources.add(new CloudResource("volume", "vol-" + each.id(), true, each.volumeTags()));
      }
    }
    return resources;
  }

  @Override
  public void kill(MachineId machine) {
    cloud.kill(machine.value());
  }

  @Override
  public void stop(MachineId machine) {
    cloud.state(machine.value(), "stopped");
  }

  @Override
  public MachineId create(Map<String, String> tags) {
    return new MachineId(cloud.makeForAnotherOwner(tags));
  }

  @Override
  public void showUnknownState(MachineId machine) {
    cloud.state(machine.value(), "hibernating");
  }

  @Override
  public void failLater(Kind kind) {
    cloud.failNext(
        kind == Kind.QUOTA ? "Client.VolumeLimitExceeded" : "Server.InsufficientInstanceCapacity");
  }

  @Override
  public void refuseLaunches(Kind kind) {
    if (kind == Kind.QUOTA) {
      cloud.quota(0);
    } else {
      cloud.roomEverywhere(Optional.of(0));
    }
  }

  @Override
  public void hidePart() {
    throw new UnsupportedByCloudException(
        "EC2 never tells that a list lacks a part: it fails as a whole");
  }

  @Override
  public void moveImage(String name) {
    cloud.moveImage(name);
  }

  private FakeAws.Truth truth(MachineId machine) {
    return cloud.instances().stream()
        .filter(each -> each.id().equals(machine.value()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public String imageOf(MachineId machine) {
    return truth(machine).image();
  }

  @Override
  public String zoneOf(MachineId machine) {
    return truth(machine).zone();
  }

  @Override
  public String sizeOf(MachineId machine) {
    return truth(machine).size();
  }

  @Override
  public void setLoadBalancerHealth(MachineId machine, HealthVerdict verdict) {
    cloud.targetHealth(
        machine.value(),
        switch (verdict) {
          case OK -> "healthy";
          case BAD -> "unhealthy";
          case CANNOT_TELL -> "initial";
        });
  }

  @Override
  public void setInstanceStatus(MachineId machine, HealthVerdict verdict) {
    switch (verdict) {
      case OK -> cloud.status(machine.value(), "ok", "ok");
      case BAD -> cloud.status(machine.value(), "ok", "impaired");
      case CANNOT_TELL -> cloud.status(machine.value(), "ok", "initializing");
    }
  }

  @Override
  public void shrinkPages() {
    cloud.pageLimit(2);
  }

  @Override
  public Market marketOf(MachineId machine) {
    return truth(machine).spot() ? Market.SPOT : Market.ON_DEMAND;
  }

  @Override
  public String userDataOf(MachineId machine) {
    String text = cloud.ordered(machine.value(), "UserData").orElse("");
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }

  @Override
  public Map<String, String> templateOf(MachineId machine) {
    // An instance does not show among which subnets the launch could choose.
    String group = cloud.ordered(machine.value(), "SecurityGroupId.1").orElse("");
    return Map.of("securityGroups", cloud.groupName(group));
  }

  @Override
  public int rebootsOf(MachineId machine) {
    return cloud.reboots(machine.value());
  }

  @Override
  public boolean isStopped(MachineId machine) {
    return truth(machine).state().equals("stopped");
  }

  @Override
  public List<String> privateIpsOf(MachineId machine) {
    return cloud.addressesOf(machine.value());
  }

  @Override
  public List<String> snapshotsOf(MachineId machine) {
    return cloud.snapshots(machine.value());
  }

  @Override
  public List<String> restoresOf(MachineId machine) {
    return cloud.restores(machine.value());
  }

  @Override
  public String region() {
    return FakeAws.REGION;
  }

  @Override
  public List<LoadBalancerSpec> loadBalancers() {
    return cloud.balancers();
  }

  /** Names are nowhere but in the tags of the table; where it leads in truth counts. */
  @Override
  public List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    for (FakeAws.RouteTable table : cloud.routeTables()) {
      table.tags().keySet().stream()
          .filter(key -> key.startsWith("kubernetes.io/cluster/"))
          .map(key -> key.substring("kubernetes.io/cluster/".length()))
          .forEach(cluster -> table.tags().forEach((key, value) -> {
            String destination = key.replaceFirst("^ca-route/", "");
            String target = table.routes().get(destination);
            if (target != null) {
              routes.add(new Route(
                  cluster,
                  value.split(" ", -1)[0],
                  target,
                  new Cidr(destination),
                  !isLive(target)));
            }
          }));
    }
    return routes;
  }

  private boolean isLive(String id) {
    return cloud.instances().stream()
        .anyMatch(each -> each.id().equals(id) && !each.state().equals("terminated"));
  }

  @Override
  public List<MachineSize> sizes() {
    return cloud.sizes();
  }

  @Override
  public void switchAccount() {
    cloud.account("999999999999");
  }

  @Override
  public void expireCredentials() {
    cloud.expireSessions();
  }

  @Override
  public void meter() {
    cloud.meter();
  }

  @Override
  public void takeBack(MachineId machine) {
    cloud.interrupt(machine.value());
  }

  @Override
  public void putForeignNotice() {
    cloud.putForeignNotice("{\"detail-type\": \"EC2 Instance State-change Notification\"");
  }

  @Override
  public void guard(MachineId machine) {
    cloud.guard(machine.value(), true);
    guarded.add(machine);
  }

  @Override
  public void heal() {
    guarded.forEach(machine -> cloud.guard(machine.value(), false));
    guarded.clear();
    cloud.account(FakeAws.ACCOUNT);
    cloud.pageLimit(3);
    cloud.quota(100_000);
    cloud.roomEverywhere(Optional.empty());
  }
}
