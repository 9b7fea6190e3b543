package io.cloudadapter.aws.cloud;

import io.cloudadapter.api.cloud.MachineSize;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Answers about what launches can name: images, zones, subnets, types, groups, key pairs and templates. */
final class FakeChoices {
  private final FakeCatalog shelf;
  private final FakeImages album;
  private final FakePages pages;

  FakeChoices(FakeCatalog shelf, FakeImages album, FakePages pages) {
    this.shelf = shelf;
    this.album = album;
    this.pages = pages;
  }

  /** The inner part of an answer. */
  String answer(String action, QueryParams params, Instant now) {
    return switch (action) {
      case "DescribeImages" -> images(params, now);
      case "DescribeAvailabilityZones" -> zones(params);
      case "DescribeSubnets" -> subnets(params);
      case "DescribeInstanceTypeOfferings" -> offerings(params);
      case "DescribeInstanceTypes" -> types(params);
      case "DescribeSecurityGroups" -> groups(params);
      case "DescribeKeyPairs" -> keyPairs(params);
      case "DescribeLaunchTemplateVersions" -> templates(params);
      default ->
        throw AwsRefusal.wrong(
            "InvalidAction", "The action " + action + " is not valid for this web service.");
    };
  }

  private String images(QueryParams params, Instant now) {
    XmlWriter xml = new XmlWriter().open("imagesSet");
    Map<String, List<Pattern>> filters = params.filters();
    List<String> ids = params.list("ImageId");
    for (String id : ids) {
      AwsRefusal.require(
          shelf.hasImage(id) || album.has(id),
          "InvalidAMIID.NotFound",
          "The image id '[" + id + "]' does not exist");
    }
    shelf.images.stream()
        .filter(image -> ids.isEmpty() || ids.contains(image.id()))
        .filter(image ->
            !filters.containsKey("name") || QueryParams.fits(filters.get("name"), image.name()))
        .filter(image ->
            !filters.containsKey("state") || QueryParams.fits(filters.get("state"), state(image)))
        .filter(image -> !filters.containsKey("image-id")
            || QueryParams.fits(filters.get("image-id"), image.id()))
        .filter(image -> filters.keySet().stream().noneMatch(name -> name.startsWith("tag:")))
        .forEach(image -> xml.open("item")
            .put("imageId", image.id())
            .put("name", image.name())
            .put("imageState", state(image))
            .put("creationDate", image.created())
            .close("item"));
    album.images(xml, ids, filters, now);
    return xml.close("imagesSet").toString();
  }

  private String state(FakeCatalog.Image image) {
    return shelf.pending.contains(image.id()) ? "pending" : "available";
  }

  private String zones(QueryParams params) {
    Map<String, List<Pattern>> filters = params.filters();
    XmlWriter xml = new XmlWriter().open("availabilityZoneInfo");
    shelf.zones.stream()
        .filter(zone ->
            !filters.containsKey("zone-name") || QueryParams.fits(filters.get("zone-name"), zone))
        .forEach(zone -> xml.open("item")
            .put("zoneName", zone)
            .put("zoneState", "available")
            .put("regionName", FakeCatalog.REGION)
            .put("zoneType", "availability-zone")
            .close("item"));
    return xml.close("availabilityZoneInfo").toString();
  }

  private String subnets(QueryParams params) {
    List<String> ids = params.list("SubnetId");
    for (String id : ids) {
      AwsRefusal.require(
          shelf.subnets.containsKey(id),
          "InvalidSubnetID.NotFound",
          "The subnet ID '" + id + "' does not exist");
    }
    XmlWriter xml = new XmlWriter().open("subnetSet");
    shelf.subnets.values().stream()
        .filter(subnet -> ids.isEmpty() || ids.contains(subnet.id()))
        .forEach(subnet -> xml.open("item")
            .put("subnetId", subnet.id())
            .put("availabilityZone", subnet.zone())
            .put("vpcId", FakeCatalog.VPC)
            .put("availableIpAddressCount", subnet.free())
            .close("item"));
    return xml.close("subnetSet").toString();
  }

  private String offerings(QueryParams params) {
    Map<String, List<Pattern>> filters = params.filters();
    List<Pattern> any = List.of(Pattern.compile(".*"));
    boolean zonal = params.get("LocationType").orElse("").equals("availability-zone");
    List<String> items = new ArrayList<>();
    shelf.sizes.forEach((size, zones) -> {
      for (String where : zonal ? zones : List.of(FakeCatalog.REGION)) {
        if (QueryParams.fits(filters.getOrDefault("instance-type", any), size)
            && QueryParams.fits(filters.getOrDefault("location", any), where)) {
          items.add(
              new XmlWriter().put("instanceType", size).put("location", where).toString());
        }
      }
    });
    return pages.of(items, "instanceTypeOfferingSet", params);
  }

  private String types(QueryParams params) {
    List<String> wanted = params.list("InstanceType");
    AwsRefusal.require(
        wanted.isEmpty() || params.get("MaxResults").isEmpty(),
        "InvalidParameterCombination",
        "The parameter InstanceTypes cannot be used with the parameter MaxResults");
    AwsRefusal.require(
        shelf.makes.keySet().containsAll(wanted),
        "InvalidInstanceType",
        "The following supplied instance types do not exist: " + wanted);
    List<String> items = new ArrayList<>();
    new TreeMap<>(shelf.makes).forEach((name, make) -> {
      if (wanted.isEmpty() || wanted.contains(name)) {
        items.add(type(make));
      }
    });
    return pages.of(items, "instanceTypeSet", params);
  }

  private static String type(MachineSize make) {
    XmlWriter xml = new XmlWriter().put("instanceType", make.name());
    xml.open("vCpuInfo").put("defaultVCpus", make.cpus()).close("vCpuInfo");
    xml.open("memoryInfo").put("sizeInMiB", make.memoryMiB()).close("memoryInfo");
    if (make.diskGiB() > 0) {
      long bytes = make.diskGiB() << 30;
      xml.open("instanceStorageInfo").put("totalSizeInGB", (bytes + 999_999_999) / 1_000_000_000);
      xml.close("instanceStorageInfo");
    }
    if (make.gpus().orElse(0) > 0) {
      xml.open("gpuInfo").open("gpus").open("item").put("count", make.gpus().orElse(0));
      xml.close("item").close("gpus").close("gpuInfo");
    }
    return xml.toString();
  }

  private String groups(QueryParams params) {
    Map<String, List<Pattern>> filters = params.filters();
    List<Pattern> any = List.of(Pattern.compile(".*"));
    XmlWriter xml = new XmlWriter().open("securityGroupInfo");
    shelf.groups.forEach((id, name) -> {
      if (QueryParams.fits(filters.getOrDefault("group-id", any), id)
          && QueryParams.fits(filters.getOrDefault("group-name", any), name)
          && QueryParams.fits(filters.getOrDefault("vpc-id", any), FakeCatalog.VPC)) {
        xml.open("item").put("groupId", id).put("groupName", name).close("item");
      }
    });
    return xml.close("securityGroupInfo").toString();
  }

  private String keyPairs(QueryParams params) {
    XmlWriter xml = new XmlWriter().open("keySet");
    for (String name : params.list("KeyName")) {
      AwsRefusal.require(
          shelf.keyPairs.contains(name),
          "InvalidKeyPair.NotFound",
          "The key pair '" + name + "' does not exist");
      xml.open("item").put("keyName", name).close("item");
    }
    return xml.close("keySet").toString();
  }

  private String templates(QueryParams params) {
    String name = params
        .get("LaunchTemplateName")
        .orElseGet(() -> shelf.templates.getOrDefault(params.must("LaunchTemplateId"), ""));
    AwsRefusal.require(
        shelf.templates.containsValue(name),
        "InvalidLaunchTemplateName.NotFoundException",
        "The specified launch template, with template name " + name + ", does not exist.");
    String wanted = params.list("LaunchTemplateVersion").stream().findFirst().orElse("1");
    String version = wanted.startsWith("$") ? "7" : wanted;
    String id = name.equals("web") ? "lt-0a000000000000001" : FakeCatalog.WIRED;
    XmlWriter xml = new XmlWriter()
        .open("launchTemplateVersionSet")
        .open("item")
        .put("launchTemplateId", id)
        .put("launchTemplateName", name)
        .put("versionNumber", version)
        .open("launchTemplateData");
    if (id.equals(FakeCatalog.WIRED)) {
      xml.open("networkInterfaceSet").open("item").put("deviceIndex", 0);
      xml.close("item").close("networkInterfaceSet");
    }
    return xml.close("launchTemplateData")
        .close("item")
        .close("launchTemplateVersionSet")
        .toString();
  }
}
