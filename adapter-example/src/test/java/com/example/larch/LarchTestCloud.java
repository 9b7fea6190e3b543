package com.example.larch;

import com.example.larch.cloud.LarchCloud;
import com.example.larch.cloud.LarchResource;
import com.example.larch.cloud.RecordedRequest;
import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.testkit.subject.CloudPromises;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.ErrorCase;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The fake cloud as the testkit wants it: small pages, and reads as stale as Larch promises at most. It
 * lives by the kit's clock, and the adapter reaches it through the wire only.
 */
public class LarchTestCloud implements TestCloud, TestCloudConsole {
  private static final List<String> ZONES = List.of("north-1", "north-2", "south-1");

  /** Beside the three marks. */
  private static final int MOST_TAGS = 20 - 3;

  private final LarchCloud cloud;
  private int pageLimit;

  public LarchTestCloud(SimulatedClock clock, long seed) {
    cloud = LarchCloud.start(clock, seed);
    cloud.lag(Duration.ofSeconds(10));
    pageLimit(3);
  }

  /** How many machines a page of a list holds. */
  final void pageLimit(int most) {
    pageLimit = most;
    cloud.pageLimit(most);
  }

  /** Every request that reached the cloud, in the order in which they were answered. */
  final List<RecordedRequest> requests() {
    return cloud.requests();
  }

  /** The address that the adapter is given for the cloud's own. */
  URI through(FaultProxy wire, URI larch) {
    return wire.to(larch);
  }

  @Override
  public Map<String, String> config(FaultProxy wire) {
    Map<String, String> config = new TreeMap<>();
    config.put("endpoint", through(wire, cloud.url()).toString());
    config.put("user", LarchCloud.USER);
    config.put("secret", LarchCloud.SECRET);
    return config;
  }

  @Override
  public Optional<Map<String, String>> securedConfig(FaultProxy wire) {
    Map<String, String> config = config(wire);
    config.put("endpoint", wire.secured(cloud.url()).toString());
    config.put("caFile", wire.authority().toString());
    return Optional.of(config);
  }

  @Override
  public SampleLaunch sample() {
    return new SampleLaunch(
            ZONES,
            Optional.of("small"),
            Optional.of("debian"),
            Map.of("network", "backend"),
            MOST_TAGS,
            40,
            60,
            16 * 1024)
        .andSizes("medium")
        .tagAlphabet("[^:]+", "(?s).*");
  }

  @Override
  public ErrorDialect dialect() {
    return LarchDialect.LARCH;
  }

  @Override
  public List<ErrorCase> errors() {
    return LarchDialect.LARCH.errors();
  }

  @Override
  public List<String> secrets() {
    return List.of(LarchCloud.SECRET);
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

  /** Machines, the disks of those with marks, and disks that machines have left behind. */
  @Override
  public List<CloudResource> resources() {
    return cloud.assets().stream()
        .filter(asset -> asset.kind().equals(CloudResource.MACHINE)
            || asset.state().equals("LEFT")
            || asset.tags().containsKey(OwnershipMarks.POOL_TAG))
        .map(LarchTestCloud::thing)
        .toList();
  }

  private static CloudResource thing(LarchResource asset) {
    return new CloudResource(asset.kind(), asset.id(), true, asset.tags());
  }

  @Override
  public void kill(MachineId machine) {
    cloud.kill(machine.value());
  }

  @Override
  public void stop(MachineId machine) {
    cloud.state(machine.value(), "STOPPED");
  }

  @Override
  public MachineId create(Map<String, String> tags) {
    return new MachineId(cloud.makeForAnotherOwner(ZONES.get(0), tags));
  }

  @Override
  public void showUnknownState(MachineId machine) {
    cloud.state(machine.value(), "HIBERNATING");
  }

  @Override
  public void failLater(CloudException.Kind kind) {
    cloud.failNextLaunch(kind == CloudException.Kind.QUOTA ? "QUOTA_EXCEEDED" : "NO_CAPACITY");
  }

  @Override
  public void refuseLaunches(CloudException.Kind kind) {
    if (kind == CloudException.Kind.QUOTA) {
      cloud.quota(0);
    } else {
      ZONES.forEach(zone -> cloud.capacity(zone, 0));
    }
  }

  @Override
  public void hidePart() {
    cloud.unreachable(Set.of(ZONES.get(0)));
  }

  @Override
  public void moveImage(String name) {
    cloud.image(name + "-12", cloud.imageId(name));
    cloud.image(name, "img-of-today");
  }

  /** As larch-api.md has them. */
  @Override
  public CloudPromises promises() {
    return new CloudPromises(
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        Duration.ofHours(24));
  }

  @Override
  public void meter() {
    cloud.meter();
  }

  @Override
  public String imageNamed(String name) {
    return cloud.imageId(name);
  }

  @Override
  public void changeCatalog() {
    cloud.zones(List.of("north-1", "north-2", "south-1", "west-1"));
  }

  @Override
  public void shrinkPages() {
    cloud.pageLimit(2);
  }

  @Override
  public String zoneOf(MachineId machine) {
    return shown(machine, "zone");
  }

  @Override
  public String sizeOf(MachineId machine) {
    return shown(machine, "size");
  }

  private String shown(MachineId machine, String field) {
    return cloud.row(machine.value()).path(field).asText();
  }

  @Override
  public Instant launchTimeOf(MachineId machine) {
    return Instant.parse(shown(machine, "createdAt"));
  }

  @Override
  public List<String> publicIpsOf(MachineId machine) {
    return cloud
        .row(machine.value())
        .path("publicIps")
        .valueStream()
        .map(JsonNode::asText)
        .toList();
  }

  @Override
  public List<String> privateIpsOf(MachineId machine) {
    return cloud
        .row(machine.value())
        .path("privateIps")
        .valueStream()
        .map(JsonNode::asText)
        .toList();
  }

  @Override
  public String imageOf(MachineId machine) {
    return cloud.imageOf(machine.value());
  }

  @Override
  public String userDataOf(MachineId machine) {
    return cloud.ordered(machine.value(), "userData");
  }

  @Override
  public Map<String, String> templateOf(MachineId machine) {
    return Map.of("network", cloud.ordered(machine.value(), "network"));
  }

  @Override
  public Market marketOf(MachineId machine) {
    return cloud.isSpot(machine.value()) ? Market.SPOT : Market.ON_DEMAND;
  }

  @Override
  public boolean knowsActionTokens() {
    return true;
  }

  @Override
  public int rebootsOf(MachineId machine) {
    return cloud.reboots(machine.value());
  }

  @Override
  public boolean isStopped(MachineId machine) {
    return cloud.isStopped(machine.value());
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
    return LarchBalancers.REGION;
  }

  @Override
  public List<LoadBalancerSpec> loadBalancers() {
    return cloud.balancers().stream().map(LarchTestCloud::balancer).toList();
  }

  private static LoadBalancerSpec balancer(JsonNode row) {
    List<Listener> ports = new ArrayList<>();
    row.path("ports")
        .forEach(port -> ports.add(new Listener(
            port.path("name").asText(),
            Protocol.TCP,
            port.path("port").asInt(),
            port.path("targetPort").asInt())));
    return new LoadBalancerSpec(
        LarchBalancers.REGION,
        row.path("name").asText(),
        Optional.empty(),
        ports,
        row.path("machines").findValuesAsText("id"),
        row.path("sticky").asBoolean() ? Affinity.CLIENT_IP : Affinity.NONE);
  }

  @Override
  public void switchAccount() {
    cloud.account("acct-8");
  }

  @Override
  public void expireCredentials() {
    cloud.expireTokens();
  }

  @Override
  public void heal() {
    cloud.image("debian", "img-1");
    cloud.unreachable(Set.of());
    cloud.pageLimit(pageLimit);
    cloud.zones(ZONES);
    cloud.account("acct-7");
    cloud.quota(1000);
    ZONES.forEach(zone -> cloud.capacity(zone, 1000));
  }
}
