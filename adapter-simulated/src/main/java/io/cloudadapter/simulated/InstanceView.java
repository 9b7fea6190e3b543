package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Cluster;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.NodeAddress;
import io.cloudadapter.api.cloud.NodeAddress.Kind;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.simulated.machine.MachineTruth;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The cloud's machines, zones and clusters as those see them who ask for them by name. */
final class InstanceView {
  private InstanceView() {}

  static List<Instance> instances(CloudState world) {
    return world.machines.all().stream()
        .map(SimulatedMachine::now)
        .filter(facts -> !facts.over())
        .map(facts -> instance(world, facts))
        .toList();
  }

  /** A machine is named by its id, and calls itself by its private address. */
  static Instance instance(CloudState world, MachineTruth facts) {
    Zone zone = new Zone(facts.zone(), world.settings.region());
    List<NodeAddress> addresses = new ArrayList<>();
    facts.privateIps().forEach(ip -> addresses.add(new NodeAddress(Kind.INTERNAL_IP, ip)));
    facts.publicIps().forEach(ip -> addresses.add(new NodeAddress(Kind.EXTERNAL_IP, ip)));
    String hostName = "ip-" + facts.privateIps().get(0).replace('.', '-');
    addresses.add(new NodeAddress(Kind.HOST_NAME, hostName));
    addresses.add(new NodeAddress(Kind.INTERNAL_DNS, hostName + ".simulated.internal"));
    return new Instance(
        facts.id(),
        facts.id().value(),
        hostName,
        facts.stopped(),
        addresses,
        Optional.of(facts.size()),
        Optional.of(zone),
        facts.metadata());
  }

  /** What the cloud's own checks find of machines; nothing of those that are stopped or have ended. */
  static List<HealthReport> statuses(CloudState world, Set<MachineId> machines) {
    return world.machines.all().stream()
        .map(SimulatedMachine::now)
        .filter(facts -> machines.contains(facts.id()))
        .flatMap(facts -> switch (facts.state()) {
          case RUNNING -> Stream.of(world.health.status(facts.id(), HealthVerdict.OK));
          case REQUESTED, PENDING ->
            Stream.of(new HealthReport(facts.id(), HealthVerdict.CANNOT_TELL, "initializing"));
          case REJECTED, TERMINATING, TERMINATED -> Stream.of();
        })
        .toList();
  }

  static List<Zone> zones(CloudSettings settings) {
    return settings.zones().stream()
        .map(zone -> new Zone(zone, settings.region()))
        .toList();
  }

  static List<Cluster> clusters(CloudSettings settings) {
    return settings.clusters().stream()
        .map(name -> new Cluster(name, "master." + name + ".simulated.internal"))
        .toList();
  }
}
