package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.aws.client.FailureScope;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSightingBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterface;
import software.amazon.awssdk.services.ec2.model.InstancePrivateIpAddress;
import software.amazon.awssdk.services.ec2.model.StateReason;
import software.amazon.awssdk.services.ec2.model.Tag;

/** Converts the instances of EC2. */
public final class InstanceParser {

  private InstanceParser() {}

  /** Returns the machine in a row; empty if the row has no usable id. */
  static Optional<MachineSighting> sighting(Instance row) {
    return id(row).map(id -> sighting(id, row));
  }

  private static MachineSighting sighting(MachineId id, Instance row) {
    Optional<LaunchFailure> failure = failure(row);
    MachineSightingBuilder machine =
        failure.isPresent() ? MachineSighting.of(id, MachineState.REJECTED) : state(id, state(row));
    failure.ifPresent(machine::failure);
    machine.marks(tags(row));
    zone(row).ifPresent(machine::zone);
    size(row).ifPresent(machine::size);
    machine.market(market(row));
    Optional.ofNullable(row.launchTime()).ifPresent(machine::launchTime);
    machine.privateIps(privateIps(row));
    machine.publicIps(Optional.ofNullable(row.publicIpAddress()).stream().toList());
    machine.metadata(facts(row));
    return machine.build();
  }

  /** Every state of EC2's API, and what it may invent. */
  private static MachineSightingBuilder state(MachineId id, String state) {
    return switch (state) {
      case "pending" -> MachineSighting.of(id, MachineState.PENDING);
      case "running" -> MachineSighting.of(id, MachineState.RUNNING);
      case "shutting-down" -> MachineSighting.of(id, MachineState.TERMINATING);
      case "terminated" -> MachineSighting.of(id, MachineState.TERMINATED);
      case "stopping", "stopped" ->
        MachineSighting.of(id, MachineState.TERMINATED).stopped();
      default -> MachineSighting.of(id, MachineState.RUNNING).stateUnknown();
    };
  }

  /** Why it could not be made; an instance that ended otherwise has none. */
  private static Optional<LaunchFailure> failure(Instance row) {
    if (!isEnded(row) || row.stateReason() == null) {
      return Optional.empty();
    }
    StateReason reason = row.stateReason();
    String message = reason.message() == null ? "" : reason.message();
    return StateReasons.of(
        String.valueOf(reason.code()),
        message,
        new FailureScope(zone(row), size(row), market(row)));
  }

  static Optional<MachineId> id(Instance row) {
    return Optional.ofNullable(row.instanceId()).filter(InstanceParser::isId).map(MachineId::new);
  }

  /** No other form names an instance. */
  public static boolean isId(String text) {
    return text.matches("i-[0-9a-f]{8,17}");
  }

  /** In EC2's words; empty if it does not say. */
  public static String state(Instance row) {
    return row.state() == null || row.state().name() == null ? "" : row.state().nameAsString();
  }

  static boolean isEnded(Instance row) {
    return state(row).equals("terminated");
  }

  static boolean isStopped(Instance row) {
    return state(row).equals("stopped");
  }

  static Map<String, String> tags(Instance row) {
    Map<String, String> tags = new TreeMap<>();
    for (Tag tag : row.tags()) {
      if (tag.key() != null) {
        tags.put(tag.key(), tag.value() == null ? "" : tag.value());
      }
    }
    return tags;
  }

  static Optional<String> zone(Instance row) {
    return Optional.ofNullable(row.placement())
        .flatMap(
            place -> Optional.ofNullable(place.availabilityZone()).filter(zone -> !zone.isEmpty()));
  }

  static Optional<String> size(Instance row) {
    return Optional.ofNullable(row.instanceTypeAsString());
  }

  private static Market market(Instance row) {
    return "spot".equals(row.instanceLifecycleAsString()) ? Market.SPOT : Market.ON_DEMAND;
  }

  static List<String> privateIps(Instance row) {
    List<String> ips = new ArrayList<>();
    Optional.ofNullable(row.privateIpAddress()).ifPresent(ips::add);
    for (InstanceNetworkInterface each : row.networkInterfaces()) {
      for (InstancePrivateIpAddress ip : each.privateIpAddresses()) {
        if (ip.privateIpAddress() != null && !ips.contains(ip.privateIpAddress())) {
          ips.add(ip.privateIpAddress());
        }
      }
    }
    return ips;
  }

  private static Map<String, String> facts(Instance row) {
    Map<String, String> facts = new LinkedHashMap<>();
    put(facts, "image", row.imageId());
    put(facts, "subnet", row.subnetId());
    put(facts, "vpc", row.vpcId());
    put(facts, "privateDnsName", row.privateDnsName());
    put(facts, "state", state(row));
    if (row.stateReason() != null) {
      put(facts, "stateReason", row.stateReason().code());
    }
    return facts;
  }

  private static void put(
      Map<String, String> facts, String name, @org.jspecify.annotations.Nullable String value) {
    if (value != null && !value.isEmpty()) {
      facts.put(name, value);
    }
  }
}
