package io.cloudadapter.aws.cloud;

import io.cloudadapter.api.cloud.MachineSize;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** What an account can choose from. Guarded by Ec2. */
final class FakeCatalog {
  static final String REGION = "eu-north-1";
  static final String VPC = "vpc-0a000000000000001";

  record Subnet(String id, String zone, int free) {}

  record Image(String id, String name, String created) {}

  final List<String> zones = List.of("eu-north-1a", "eu-north-1b", "eu-north-1c");
  final Map<String, Subnet> subnets = new LinkedHashMap<>();
  final List<Image> images = new ArrayList<>();

  /** The ids of images that no launch can use yet. */
  final Set<String> pending = new HashSet<>();

  final Map<String, String> groups = new TreeMap<>();
  final Set<String> keyPairs = Set.of("ops");
  final Map<String, String> templates = Map.of("lt-0a000000000000001", "web", WIRED, "wired");

  /** A launch template that has a network interface. */
  static final String WIRED = "lt-0a000000000000002";

  /** Sizes, and the zones that have them. */
  final Map<String, List<String>> sizes = Map.of(
      "t3.small",
      zones,
      "m6i.large",
      zones,
      "m6i.xlarge",
      zones,
      "p5.48xlarge",
      List.of("eu-north-1a"));

  /** What they are made of. */
  final Map<String, MachineSize> makes = Map.of(
      "t3.small", make("t3.small", 2, 2048, 0, 0),
      "m6i.large", make("m6i.large", 2, 8192, 0, 0),
      "m6i.xlarge", make("m6i.xlarge", 4, 16_384, 0, 0),
      "p5.48xlarge", make("p5.48xlarge", 192, 2_097_152, 28_312, 8));

  private MachineSize make(String name, int cpus, long memory, long disk, int gpus) {
    return new MachineSize(name, cpus, memory, disk, OptionalInt.of(gpus), sizes.get(name));
  }

  FakeCatalog() {
    int number = 1;
    for (String zone : zones) {
      String id = "subnet-0a00000000000000" + number++;
      subnets.put(id, new Subnet(id, zone, 4000));
    }
    images.add(new Image("ami-0a000000000000001", "debian", "2026-01-01T00:00:00.000Z"));
    images.add(new Image("ami-0a000000000000002", "alpine", "2026-01-01T00:00:00.000Z"));
    groups.put("sg-0a000000000000001", "default");
    groups.put("sg-0a000000000000002", "web");
  }

  /** Publishes the next version under a name, and returns its id. */
  String move(String name) {
    int number = images.size() + 1;
    String id = "ami-0a00000000000%04d".formatted(number);
    images.add(new Image(id, name, "2026-02-01T00:00:%02d.000Z".formatted(number)));
    return id;
  }

  boolean hasImage(String id) {
    return images.stream().anyMatch(image -> image.id().equals(id));
  }

  /** Where a request wants its instances. */
  Subnet place(QueryParams params) {
    Optional<String> subnet =
        params.get("SubnetId").or(() -> params.get("NetworkInterface.1.SubnetId"));
    if (subnet.isPresent()) {
      return Optional.ofNullable(subnets.get(subnet.get()))
          .orElseThrow(() -> AwsRefusal.wrong(
              "InvalidSubnetID.NotFound", "The subnet ID '" + subnet.get() + "' does not exist"));
    }
    String zone = params.get("Placement.AvailabilityZone").orElse(zones.get(0));
    return subnets.values().stream()
        .filter(each -> each.zone().equals(zone))
        .findFirst()
        .orElseThrow(() ->
            AwsRefusal.wrong("InvalidParameterValue", "Invalid availability zone: [" + zone + "]"));
  }
}
