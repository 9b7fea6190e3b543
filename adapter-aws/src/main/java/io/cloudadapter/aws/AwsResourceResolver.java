package io.cloudadapter.aws;

import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.ec2.model.DescribeImagesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ec2.model.ImageState;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateVersion;
import software.amazon.awssdk.services.ec2.model.LocationType;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;

/** What names stand for just now. Each question is one read. */
final class AwsResourceResolver {
  /** Images by name are ours or AWS's own: anybody can publish one under a name that others look for. */
  private static final List<String> OWNERS = List.of("self", "amazon");

  private final AwsClient api;
  private final CallContext call;

  AwsResourceResolver(AwsClient api, CallContext call) {
    this.api = api;
    this.call = call;
  }

  /** A subnet, as far as a launch needs it. */
  record Subnet(String id, String zone, String vpc) {}

  /**
   * A launch template in one version.
   *
   * @param wired whether it has network interfaces, with subnets and groups of their own
   */
  record Template(String id, String version, boolean wired) {}

  static Filter filter(String name, List<String> values) {
    return Filter.builder().name(name).values(values).build();
  }

  /**
   * The first of the pool's subnets that is in the zone and has addresses left.
   *
   * @param ids none if EC2 chooses
   * @param zone anywhere if empty
   */
  Optional<Subnet> subnet(List<String> ids, Optional<String> zone) {
    if (ids.isEmpty()) {
      return Optional.empty();
    }
    ApiCall asked = ApiCall.read(AwsService.EC2, "DescribeSubnets", "subnetSet");
    List<software.amazon.awssdk.services.ec2.model.Subnet> found = new ArrayList<>(api.ec2(
            asked,
            call,
            (ec2, with) ->
                ec2.describeSubnets(ask -> ask.overrideConfiguration(with).subnetIds(ids)))
        .subnets());
    found.sort(Comparator.comparing(subnet -> ids.indexOf(subnet.subnetId())));
    List<software.amazon.awssdk.services.ec2.model.Subnet> here = found.stream()
        .filter(subnet -> zone.isEmpty() || zone.get().equals(subnet.availabilityZone()))
        .toList();
    if (here.isEmpty()) {
      throw AwsErrorClassifier.invalid(
          "none of the subnets " + String.join(", ", ids) + " is in zone "
              + zone.orElse("") + "; they are in "
              + found.stream()
                  .map(software.amazon.awssdk.services.ec2.model.Subnet::availabilityZone)
                  .collect(Collectors.toCollection(TreeSet::new)));
    }
    software.amazon.awssdk.services.ec2.model.Subnet best = here.stream()
        .filter(subnet -> subnet.availableIpAddressCount() != null)
        .filter(subnet -> subnet.availableIpAddressCount() > 0)
        .findFirst()
        .orElse(here.get(0));
    return Optional.of(new Subnet(best.subnetId(), best.availabilityZone(), best.vpcId()));
  }

  void checkZone(String zone) {
    ApiCall asked =
        ApiCall.read(AwsService.EC2, "DescribeAvailabilityZones", "availabilityZoneInfo");
    boolean there = api
        .ec2(
            asked,
            call,
            (ec2, with) -> ec2.describeAvailabilityZones(
                ask -> ask.overrideConfiguration(with).filters(filter("zone-name", List.of(zone)))))
        .availabilityZones()
        .stream()
        .anyMatch(each -> zone.equals(each.zoneName()));
    if (!there) {
      throw AwsErrorClassifier.notFound(
          "EC2 has no zone " + zone + " in region " + api.region(call));
    }
  }

  void checkSize(String size, Optional<String> zone) {
    ApiCall asked =
        ApiCall.read(AwsService.EC2, "DescribeInstanceTypeOfferings", "instanceTypeOfferingSet");
    List<Filter> filters = new ArrayList<>();
    filters.add(filter("instance-type", List.of(size)));
    zone.ifPresent(name -> filters.add(filter("location", List.of(name))));
    boolean there = api
        .ec2(
            asked,
            call,
            (ec2, with) -> ec2.describeInstanceTypeOfferings(ask -> ask.overrideConfiguration(with)
                .locationType(
                    zone.isPresent() ? LocationType.AVAILABILITY_ZONE : LocationType.REGION)
                .filters(filters)))
        .instanceTypeOfferings()
        .stream()
        .anyMatch(each -> size.equals(each.instanceTypeAsString()));
    if (!there) {
      throw AwsErrorClassifier.notFound("EC2 offers no size " + size + " in "
          + zone.map(name -> "zone " + name).orElseGet(() -> "region " + api.region(call)));
    }
  }

  /** An image by its id, or the newest of a name that launches can use. */
  String image(String word) {
    DescribeImagesRequest.Builder ask = DescribeImagesRequest.builder();
    if (word.matches("ami-[0-9a-f]+")) {
      ask.imageIds(word);
    } else {
      ask.owners(OWNERS)
          .filters(filter("name", List.of(literal(word))), filter("state", List.of("available")));
    }
    ApiCall asked = ApiCall.read(AwsService.EC2, "DescribeImages", "imagesSet");
    List<Image> images = api.ec2(
            asked,
            call,
            (ec2, with) -> ec2.describeImages(ask.overrideConfiguration(with).build()))
        .images();
    return images.stream()
        .filter(image -> word.equals(image.imageId()) || word.equals(image.name()))
        .filter(image -> image.imageId() != null)
        .filter(image -> image.state() == null || image.state() == ImageState.AVAILABLE)
        .max(Comparator.comparing((Image image) -> String.valueOf(image.creationDate()))
            .thenComparing(Image::imageId))
        .map(Image::imageId)
        .orElseThrow(() -> AwsErrorClassifier.notFound("EC2 has no image " + word
            + (word.startsWith("ami-") ? "" : " of this account or of Amazon")));
  }

  /** EC2's filters know wildcards. */
  static String literal(String word) {
    return word.replaceAll("([\\\\*?])", "\\\\$1");
  }

  /** Security groups by id or name, as ids. */
  List<String> groups(List<String> words, Optional<Subnet> subnet) {
    List<String> ids = new ArrayList<>();
    List<String> names = new ArrayList<>();
    words.forEach(word -> (word.matches("sg-[0-9a-f]+") ? ids : names).add(word));
    List<SecurityGroup> found = new ArrayList<>();
    if (!ids.isEmpty()) {
      found.addAll(groups(List.of(filter("group-id", ids))));
    }
    if (!names.isEmpty()) {
      List<Filter> filters = new ArrayList<>();
      filters.add(
          filter("group-name", names.stream().map(AwsResourceResolver::literal).toList()));
      subnet.ifPresent(where -> filters.add(filter("vpc-id", List.of(where.vpc()))));
      found.addAll(groups(filters));
    }
    return words.stream().map(word -> only(word, found)).toList();
  }

  private List<SecurityGroup> groups(List<Filter> filters) {
    ApiCall asked = ApiCall.read(AwsService.EC2, "DescribeSecurityGroups", "securityGroupInfo");
    return api.ec2(
            asked,
            call,
            (ec2, with) -> ec2.describeSecurityGroups(
                ask -> ask.overrideConfiguration(with).filters(filters)))
        .securityGroups();
  }

  private static String only(String word, List<SecurityGroup> found) {
    List<String> ids = found.stream()
        .filter(group -> word.equals(group.groupId()) || word.equals(group.groupName()))
        .map(SecurityGroup::groupId)
        .distinct()
        .toList();
    if (ids.isEmpty()) {
      throw AwsErrorClassifier.notFound("EC2 has no security group " + word);
    }
    if (ids.size() > 1) {
      throw AwsErrorClassifier.invalid("there are several security groups " + word + ": "
          + String.join(", ", ids) + "; name one by its id, or name subnets");
    }
    return ids.get(0);
  }

  String keyPair(String name) {
    ApiCall asked = ApiCall.read(AwsService.EC2, "DescribeKeyPairs", "keySet");
    boolean there = api
        .ec2(
            asked,
            call,
            (ec2, with) ->
                ec2.describeKeyPairs(ask -> ask.overrideConfiguration(with).keyNames(name)))
        .keyPairs()
        .stream()
        .anyMatch(pair -> name.equals(pair.keyName()));
    if (!there) {
      throw AwsErrorClassifier.notFound("EC2 has no key pair " + name);
    }
    return name;
  }

  /** A launch template, as {@code name}, {@code lt-id} or either with {@code :version}. */
  Template launchTemplate(String word) {
    int colon = word.lastIndexOf(':');
    String name = colon < 0 ? word : word.substring(0, colon);
    String version = colon < 0 ? "$Default" : word.substring(colon + 1);
    DescribeLaunchTemplateVersionsRequest.Builder ask =
        DescribeLaunchTemplateVersionsRequest.builder().versions(version);
    if (name.matches("lt-[0-9a-f]+")) {
      ask.launchTemplateId(name);
    } else {
      ask.launchTemplateName(name);
    }
    ApiCall asked =
        ApiCall.read(AwsService.EC2, "DescribeLaunchTemplateVersions", "launchTemplateVersionSet");
    List<LaunchTemplateVersion> found = api.ec2(
            asked,
            call,
            (ec2, with) -> ec2.describeLaunchTemplateVersions(
                ask.overrideConfiguration(with).build()))
        .launchTemplateVersions();
    return found.stream()
        .filter(each -> each.launchTemplateId() != null && each.versionNumber() != null)
        .map(each -> new Template(
            each.launchTemplateId(),
            Long.toString(each.versionNumber()),
            each.launchTemplateData() != null
                && !each.launchTemplateData().networkInterfaces().isEmpty()))
        .findFirst()
        .orElseThrow(() -> noTemplate(word));
  }

  private static CloudException noTemplate(String word) {
    return AwsErrorClassifier.notFound("EC2 has no launch template " + word);
  }
}
