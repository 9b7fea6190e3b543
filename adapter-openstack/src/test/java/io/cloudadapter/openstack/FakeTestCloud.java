package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.openstack.cloud.FakeOpenStack;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.ErrorCase;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** The fake as the testkit wants it: small pages, and lists as stale as the profile says at most. */
final class FakeTestCloud implements TestCloud, TestCloudConsole {
  private static final String QUOTA =
      "Build of instance 1 aborted: Quota exceeded for resources: ['port'].";

  private final FakeOpenStack cloud;

  FakeTestCloud(SimulatedClock clock, long seed) {
    cloud = FakeOpenStack.start(clock, seed);
    cloud.lag(Duration.ofSeconds(10));
    cloud.pageLimit(3);
    cloud.quickOctavia();
  }

  /** Keystone is at a path of the same address as all others, so one way through the wire does for all. */
  @Override
  public Map<String, String> config(FaultProxy wire) {
    return config(wire.to(cloud.url()));
  }

  @Override
  public Optional<Map<String, String>> securedConfig(FaultProxy wire) {
    Map<String, String> config = config(wire.secured(cloud.url()));
    config.put("caFile", wire.authority().toString());
    return Optional.of(config);
  }

  private static Map<String, String> config(URI address) {
    Map<String, String> config = new TreeMap<>();
    config.put("authUrl", address + "/identity");
    config.put("user", FakeOpenStack.USER);
    config.put("password", FakeOpenStack.PASSWORD);
    config.put("project", "demo");
    config.put("region", "RegionOne");
    config.put("loadBalancerNetwork", "private");
    return config;
  }

  @Override
  public String region() {
    return "RegionOne";
  }

  @Override
  public String nameOf(MachineId machine) {
    return cloud.serverName(machine.value());
  }

  @Override
  public SampleLaunch sample() {
    Map<String, String> template =
        Map.of("networks", "private", "securityGroups", "web", "keyPair", "ops");
    return new SampleLaunch(
            List.of("nova", "edge"),
            Optional.of("m1.small"),
            Optional.of("debian"),
            template,
            64,
            255,
            255,
            49_149)
        .andSizes("m1.large");
  }

  @Override
  public ErrorDialect dialect() {
    return OpenStackDialect.OPENSTACK;
  }

  @Override
  public List<ErrorCase> errors() {
    return OpenStackDialect.OPENSTACK.errors();
  }

  /** Nova writes tags on no condition. */
  @Override
  public boolean changesTagsOnCondition() {
    return false;
  }

  @Override
  public List<String> secrets() {
    return List.of(FakeOpenStack.PASSWORD);
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

  /** What people would call the tags of a machine: marks are Nova's tags, all others its metadata. */
  @Override
  public List<CloudResource> resources() {
    List<CloudResource> resources = new ArrayList<>();
    for (FakeOpenStack.Truth server : cloud.servers()) {
      Map<String, String> tags = new TreeMap<>(server.metadata());
      server.tags().forEach(tag -> {
        String[] pair = tag.split("=", 2);
        tags.put(pair[0], pair.length == 2 ? pair[1] : "");
      });
      resources.add(new CloudResource(CloudResource.MACHINE, server.id(), true, tags));
    }
    return resources;
  }

  @Override
  public void kill(MachineId machine) {
    cloud.status(machine.value(), "gone");
  }

  @Override
  public void stop(MachineId machine) {
    cloud.status(machine.value(), "SHUTOFF");
  }

  @Override
  public MachineId create(Map<String, String> tags) {
    TreeSet<String> marks = new TreeSet<>();
    Map<String, String> metadata = new TreeMap<>();
    tags.forEach((name, value) -> {
      if (name.startsWith(OwnershipMarks.RESERVED)) {
        marks.add(name + "=" + value);
      } else {
        metadata.put(name, value);
      }
    });
    return new MachineId(cloud.makeForAnotherOwner(marks, metadata));
  }

  @Override
  public void showUnknownState(MachineId machine) {
    cloud.status(machine.value(), "HIBERNATED");
  }

  @Override
  public void failLater(Kind kind) {
    cloud.failNext(kind == Kind.QUOTA ? QUOTA : "No valid host was found. ");
  }

  @Override
  public void refuseLaunches(Kind kind) {
    if (kind != Kind.QUOTA) {
      throw new io.cloudadapter.testkit.subject.UnsupportedByCloudException(
          "Nova accepts first, and finds no host later");
    }
    cloud.quota(0);
  }

  @Override
  public void hidePart() {
    cloud.zoneDown(Optional.of("nova"));
  }

  @Override
  public void setLoadBalancerHealth(MachineId machine, HealthVerdict verdict) {
    cloud.memberStatus(
        machine.value(),
        switch (verdict) {
          case OK -> "ONLINE";
          case BAD -> "ERROR";
          case CANNOT_TELL -> "NO_MONITOR";
        });
  }

  @Override
  public void moveImage(String name) {
    cloud.moveImage(name);
  }

  @Override
  public String imageOf(MachineId machine) {
    return cloud.imageOf(machine.value());
  }

  @Override
  public String zoneOf(MachineId machine) {
    return cloud.order(machine.value()).path("availability_zone").asText();
  }

  @Override
  public String sizeOf(MachineId machine) {
    String flavor = cloud.order(machine.value()).path("flavorRef").asText();
    return Map.of("1", "m1.small", "2", "m1.large").getOrDefault(flavor, flavor);
  }

  @Override
  public void shrinkPages() {
    cloud.pageLimit(2);
  }

  @Override
  public Market marketOf(MachineId machine) {
    return Market.ON_DEMAND;
  }

  @Override
  public String userDataOf(MachineId machine) {
    String text = cloud.order(machine.value()).path("user_data").asText();
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }

  @Override
  public Map<String, String> templateOf(MachineId machine) {
    JsonNode order = cloud.order(machine.value());
    return Map.of(
        "networks", cloud.nameOf(order.path("networks").path(0).path("uuid").asText()),
        "securityGroups",
            cloud.nameOf(order.path("security_groups").path(0).path("name").asText()));
  }

  @Override
  public int rebootsOf(MachineId machine) {
    return cloud.reboots(machine.value());
  }

  @Override
  public boolean isStopped(MachineId machine) {
    return cloud.servers().stream()
        .anyMatch(
            server -> server.id().equals(machine.value()) && server.status().equals("SHUTOFF"));
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
    return cloud.rebuilds(machine.value());
  }

  /** Read off what Octavia has, by address and not by what the adapter has noted there. */
  @Override
  public List<LoadBalancerSpec> loadBalancers() {
    return OctaviaTruth.specs(
        cloud.balancers(), address -> cloud.serverAt(address).map(cloud::serverName));
  }

  /** Names from the tags, all else from what the router does. */
  @Override
  public List<Route> routes() {
    return RouterTruth.routes(
        cloud.routerTags(),
        cloud.routes(),
        address -> cloud.serverAt(address).map(cloud::serverName));
  }

  @Override
  public List<MachineSize> sizes() {
    return cloud.sizes();
  }

  @Override
  public void leaveRoom(int machines) {
    cloud.quota(cloud.servers().size() + machines);
  }

  @Override
  public void switchAccount() {
    cloud.project("project-of-another");
  }

  @Override
  public void expireCredentials() {
    cloud.expireTokens();
  }

  @Override
  public void heal() {
    cloud.zoneDown(Optional.empty());
    cloud.project(FakeOpenStack.PROJECT);
    cloud.pageLimit(3);
    cloud.quota(1000);
  }
}
