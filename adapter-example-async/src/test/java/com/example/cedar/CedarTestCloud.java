package com.example.cedar;

import com.example.cedar.cloud.CedarCloud;
import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.testkit.subject.CloudPromises;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.ErrorCase;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.subject.UnsupportedByCloudException;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The fake cloud as the testkit needs it: small pages, and operations as long as Cedar promises. It lives by the kit's
 * clock, and the adapter reaches it through the wire only.
 */
final class CedarTestCloud implements TestCloud, TestCloudConsole {
  private static final List<String> ZONES = List.of("east-1", "east-2", "west-1");
  private static final int PAGE = 3;

  /** Beside the three marks. */
  private static final int MOST_TAGS = 20 - 3;

  private final CedarCloud cloud;

  CedarTestCloud(SimulatedClock clock, long seed) {
    cloud = CedarCloud.start(clock, seed);
    cloud.pageLimit(PAGE);
  }

  @Override
  public Map<String, String> config(FaultProxy wire) {
    Map<String, String> config = new TreeMap<>();
    config.put("endpoint", wire.to(cloud.url()).toString());
    config.put("token", CedarCloud.TOKEN);
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
            Optional.of("img-1"),
            Map.of(),
            MOST_TAGS,
            40,
            60,
            16 * 1024)
        .andSizes("medium")
        .tagAlphabet("[^:\\p{Cntrl}]+", "\\P{Cntrl}*");
  }

  @Override
  public ErrorDialect dialect() {
    return CedarDialect.CEDAR;
  }

  @Override
  public List<ErrorCase> errors() {
    return CedarDialect.CEDAR.errors();
  }

  @Override
  public List<String> secrets() {
    return List.of(CedarCloud.TOKEN);
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

  @Override
  public List<CloudResource> resources() {
    return Stream.concat(
            resources(CloudResource.MACHINE, cloud.machines()),
            resources("address", cloud.addresses()))
        .toList();
  }

  private static Stream<CloudResource> resources(
      String kind, Map<String, Map<String, String>> tags) {
    return tags.entrySet().stream()
        .map(thing -> new CloudResource(kind, thing.getKey(), true, thing.getValue()));
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
    return new MachineId(cloud.makeForAnother(ZONES.get(0), tags));
  }

  @Override
  public void showUnknownState(MachineId machine) {
    cloud.state(machine.value(), "HIBERNATING");
  }

  @Override
  public void failLater(CloudException.Kind kind) {
    cloud.failNextMaking(kind == CloudException.Kind.QUOTA ? "QUOTA_EXCEEDED" : "NO_CAPACITY");
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
    throw new UnsupportedByCloudException("Cedar's lists are never partial");
  }

  @Override
  public void expireCredentials() {
    throw new UnsupportedByCloudException("Cedar's tokens do not expire");
  }

  /** Does nothing: launches name images by ids, which never change. */
  @Override
  public void moveImage(String name) {}

  @Override
  public String imageNamed(String name) {
    return name;
  }

  @Override
  public void forgetOperations() {
    cloud.forgetOperations();
  }

  /** As cedar-api.md has them: a request is late by 10 seconds, and its operation takes 20. */
  @Override
  public CloudPromises promises() {
    return new CloudPromises(
        Duration.ofSeconds(30), Duration.ZERO, Duration.ZERO, Duration.ofHours(24));
  }

  @Override
  public void meter() {
    cloud.limitRequests();
  }

  @Override
  public void changeCatalog() {
    cloud.zones(List.of("east-1", "east-2", "west-1", "west-2"));
  }

  @Override
  public void shrinkPages() {
    cloud.pageLimit(PAGE - 1);
  }

  @Override
  public String zoneOf(MachineId machine) {
    return shown(machine, "zone");
  }

  @Override
  public String sizeOf(MachineId machine) {
    return shown(machine, "size");
  }

  @Override
  public String imageOf(MachineId machine) {
    return shown(machine, "image");
  }

  @Override
  public Instant launchTimeOf(MachineId machine) {
    return Instant.parse(shown(machine, "createdAt"));
  }

  private String shown(MachineId machine, String field) {
    return cloud.row(machine.value()).path(field).asText();
  }

  @Override
  public List<String> publicIpsOf(MachineId machine) {
    return texts(machine, "publicIps");
  }

  @Override
  public List<String> privateIpsOf(MachineId machine) {
    return texts(machine, "privateIps");
  }

  private List<String> texts(MachineId machine, String field) {
    return cloud
        .row(machine.value())
        .path(field)
        .valueStream()
        .map(JsonNode::asText)
        .toList();
  }

  @Override
  public String userDataOf(MachineId machine) {
    return cloud.userDataOf(machine.value());
  }

  @Override
  public Map<String, String> templateOf(MachineId machine) {
    throw new UnsupportedByCloudException("pools on Cedar have no template");
  }

  @Override
  public Market marketOf(MachineId machine) {
    boolean spot = cloud.row(machine.value()).path("spot").asBoolean();
    return spot ? Market.SPOT : Market.ON_DEMAND;
  }

  @Override
  public boolean isStopped(MachineId machine) {
    return shown(machine, "state").equals("STOPPED");
  }

  @Override
  public void switchAccount() {
    cloud.projectId("proj-8");
  }

  @Override
  public void heal() {
    cloud.projectId("proj-7");
    cloud.pageLimit(PAGE);
    cloud.zones(ZONES);
    cloud.quota(1000);
    ZONES.forEach(zone -> cloud.capacity(zone, 1000));
  }
}
