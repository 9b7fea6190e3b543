package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.NodeAddress;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.Zones;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.ec2.model.AvailabilityZone;

/** All instances of the account in the region, of all owners, and the zones that they can be in. */
final class InstanceInventory implements Instances, Zones {
  private static final ApiCall ZONES =
      ApiCall.read(AwsService.EC2, "DescribeAvailabilityZones", "availabilityZoneInfo");

  private final AwsClient api;

  InstanceInventory(AwsClient api) {
    this.api = api;
  }

  @Override
  public List<Instance> all(CallContext call) {
    api.checkOpen();
    String region = api.region(call);
    List<Instance> instances = new ArrayList<>();
    InstanceLister.pages(
        api,
        List.of(),
        row -> {
          if (!InstanceParser.isEnded(row)) {
            instances.add(instance(row, region));
          }
        },
        call);
    instances.sort(Comparator.comparing(instance -> instance.id().value()));
    return List.copyOf(instances);
  }

  /** Names are ids: what people call an instance is a tag, and need not be the only one. */
  @Override
  public Optional<Instance> named(String name, CallContext call) {
    api.checkOpen();
    return InstanceParser.isId(name) ? identified(new MachineId(name), call) : Optional.empty();
  }

  @Override
  public Optional<Instance> identified(MachineId id, CallContext call) {
    api.checkOpen();
    String region = api.region(call);
    return InstanceLister.instance(api, id, call)
        .filter(row -> !InstanceParser.isEnded(row))
        .map(row -> instance(row, region));
  }

  private static Instance instance(
      software.amazon.awssdk.services.ec2.model.Instance row, String region) {
    MachineId id = InstanceParser.id(row)
        .orElseThrow(() -> AwsErrorClassifier.notUnderstood(InstanceLister.ASKED, "instance id"));
    return new Instance(
        id,
        id.value(),
        text(row.privateDnsName()).orElse(id.value()),
        InstanceParser.isStopped(row),
        addresses(row),
        InstanceParser.size(row),
        InstanceParser.zone(row).map(zone -> new Zone(zone, region)),
        InstanceParser.tags(row));
  }

  private static List<NodeAddress> addresses(
      software.amazon.awssdk.services.ec2.model.Instance row) {
    List<NodeAddress> addresses = new ArrayList<>();
    InstanceParser.privateIps(row)
        .forEach(ip -> addresses.add(new NodeAddress(NodeAddress.Kind.INTERNAL_IP, ip)));
    add(addresses, NodeAddress.Kind.EXTERNAL_IP, row.publicIpAddress());
    add(addresses, NodeAddress.Kind.INTERNAL_DNS, row.privateDnsName());
    add(addresses, NodeAddress.Kind.EXTERNAL_DNS, row.publicDnsName());
    return addresses;
  }

  private static void add(
      List<NodeAddress> addresses, NodeAddress.Kind kind, @Nullable String address) {
    text(address).ifPresent(known -> addresses.add(new NodeAddress(kind, known)));
  }

  private static Optional<String> text(@Nullable String value) {
    return Optional.ofNullable(value).filter(text -> !text.isEmpty());
  }

  /** EC2 hands keys over at the first boot only. */
  @Override
  public boolean addSshKey(SshKey key, CallContext call) {
    api.checkOpen();
    throw AwsErrorClassifier.unsupported("EC2 cannot add SSH keys to instances that exist");
  }

  /** Those that the account may use, in the order of their names; local ones and such are not among them. */
  @Override
  public List<Zone> zones(CallContext call) {
    api.checkOpen();
    String region = api.region(call);
    List<Zone> zones = api
        .ec2(
            ZONES,
            call,
            (ec2, with) -> ec2.describeAvailabilityZones(ask -> ask.overrideConfiguration(with)))
        .availabilityZones()
        .stream()
        .filter(zone -> zone.zoneName() != null)
        .filter(zone -> zone.zoneType() == null || zone.zoneType().equals("availability-zone"))
        .map(AvailabilityZone::zoneName)
        .sorted()
        .distinct()
        .map(name -> new Zone(name, region))
        .toList();
    if (zones.isEmpty()) {
      throw AwsErrorClassifier.notUnderstood(ZONES, "zone");
    }
    return zones;
  }
}
