package io.cloudadapter.aws;

import io.cloudadapter.api.Secret;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.FailureScope;
import io.cloudadapter.aws.client.FormEncoding;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.config.ProviderConfig;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ec2.model.CreateFleetRequest;
import software.amazon.awssdk.services.ec2.model.DefaultTargetCapacityType;
import software.amazon.awssdk.services.ec2.model.FleetLaunchTemplateConfigRequest;
import software.amazon.awssdk.services.ec2.model.FleetLaunchTemplateOverridesRequest;
import software.amazon.awssdk.services.ec2.model.FleetType;
import software.amazon.awssdk.services.ec2.model.IamInstanceProfileSpecification;
import software.amazon.awssdk.services.ec2.model.InstanceInterruptionBehavior;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterfaceSpecification;
import software.amazon.awssdk.services.ec2.model.MarketType;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;
import software.amazon.awssdk.services.ec2.model.SpotInstanceInterruptionBehavior;
import software.amazon.awssdk.services.ec2.model.SpotInstanceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;

/**
 * The request that makes instances, complete but for the launch key and how many. Frozen, it is a line such as {@code
 * image=ami-1&pool=web&v=1&zone=eu-north-1a}, always in one order, so that one order always gives the same bytes.
 *
 * <p>The zone and the subnet are in it: EC2 remembers a key for the zone that a request names, and with another one
 * would launch again.
 */
final class LaunchRequest {
  private static final String VERSION = "1";

  private final FormEncoding form;

  private LaunchRequest(FormEncoding form) {
    this.form = form;
  }

  /** Checks what needs no look at the cloud. */
  static void check(LaunchSpec spec) {
    boolean template = spec.template().has("launchTemplate");
    checkFleet(spec);
    if (spec.size().isEmpty() && !template) {
      throw AwsErrorClassifier.invalid("size is missing: there is no launchTemplate with one");
    }
    if (spec.image().isEmpty() && !template) {
      throw AwsErrorClassifier.invalid("image is missing: there is no launchTemplate with one");
    }
    AwsRequestLimits.checkTags(spec.tags());
    spec.userData().map(Secret::reveal).ifPresent(AwsRequestLimits::checkUserData);
  }

  /** A fleet takes from a launch template what its request cannot contain. */
  private static void checkFleet(LaunchSpec spec) {
    ProviderConfig template = spec.template();
    if (template.list("fleetSizes").isEmpty()) {
      if (template.has("fleetStrategy")) {
        throw AwsErrorClassifier.invalid("fleetStrategy needs fleetSizes");
      }
      return;
    }
    if (!template.has("launchTemplate")) {
      throw AwsErrorClassifier.invalid("fleetSizes need a launchTemplate");
    }
    List<String> ours = Stream.of("securityGroups", "keyPair", "instanceProfile", "publicIp")
        .filter(template::has)
        .toList();
    if (!ours.isEmpty() || spec.userData().isPresent()) {
      throw AwsErrorClassifier.invalid("with fleetSizes "
          + (ours.isEmpty() ? "user data" : String.join(" and ", ours))
          + " must be set in the launch template");
    }
  }

  /** The order of a spec that has been checked, with names replaced by what they stand for now. */
  static LaunchRequest of(LaunchSpec spec, AwsResourceResolver catalog) {
    ProviderConfig template = spec.template();
    FormEncoding form = new FormEncoding();
    form.put("v", VERSION).put("pool", spec.pool().value());
    form.put("market", spec.market().name());
    Optional<AwsResourceResolver.Subnet> subnet =
        catalog.subnet(template.list("subnets"), spec.zone());
    Optional<String> zone = subnet.map(AwsResourceResolver.Subnet::zone).or(() -> spec.zone());
    if (subnet.isEmpty()) {
      zone.ifPresent(catalog::checkZone);
    }
    form.put("subnet", subnet.map(AwsResourceResolver.Subnet::id)).put("zone", zone);
    List<String> sizes = Stream.concat(spec.size().stream(), template.list("fleetSizes").stream())
        .distinct()
        .toList();
    sizes.forEach(size -> catalog.checkSize(size, zone));
    String field = template.list("fleetSizes").isEmpty() ? "size" : "fleet";
    sizes.forEach(size -> form.put(field, size));
    form.put("strategy", text(template, "fleetStrategy"));
    form.put("image", spec.image().map(catalog::image));
    catalog
        .groups(template.list("securityGroups"), subnet)
        .forEach(group -> form.put("group", group));
    text(template, "keyPair").ifPresent(key -> form.put("keyPair", catalog.keyPair(key)));
    form.put("profile", text(template, "instanceProfile"));
    text(template, "launchTemplate").ifPresent(name -> {
      AwsResourceResolver.Template found = catalog.launchTemplate(name);
      checkNotWiredTwice(name, found, template);
      form.put("template", found.id()).put("templateVersion", found.version());
    });
    if (template.has("publicIp")) {
      form.put("publicIp", Boolean.toString(template.flag("publicIp")));
    }
    form.put(
        "userData",
        spec.userData()
            .map(data -> Base64.getEncoder()
                .encodeToString(data.reveal().getBytes(StandardCharsets.UTF_8))));
    form.putAll("tag", spec.tags());
    form.putAll(
        "mark", new OwnershipMarks(spec.pool(), spec.incarnation(), Optional.empty()).toTags());
    return new LaunchRequest(form);
  }

  /** With {@code publicIp} the pool has an interface of its own, which stands in for the template's. */
  private static void checkNotWiredTwice(
      String name, AwsResourceResolver.Template found, ProviderConfig template) {
    List<String> ours = Stream.of("subnets", "securityGroups")
        .filter(key -> !template.list(key).isEmpty())
        .toList();
    if (found.wired() && !ours.isEmpty() && !template.has("publicIp")) {
      throw AwsErrorClassifier.invalid(
          "launchTemplate " + name + " has network interfaces of its own, so "
              + String.join(" and ", ours) + " must be left out: EC2 takes one or the other");
    }
  }

  private static Optional<String> text(ProviderConfig template, String key) {
    return template.has(key) ? Optional.of(template.text(key)) : Optional.empty();
  }

  PreparedLaunch freeze() {
    return PreparedLaunch.of(form.text().getBytes(StandardCharsets.UTF_8));
  }

  static LaunchRequest thaw(PreparedLaunch frozen) {
    FormEncoding form;
    try {
      form = FormEncoding.of(new String(frozen.bytes(), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw notReadable("is no form");
    }
    if (!form.get("v").equals(Optional.of(VERSION))) {
      throw notReadable("has version " + form.get("v").orElse("none"));
    }
    if (form.under("mark").isEmpty()) {
      throw notReadable("has no marks");
    }
    return new LaunchRequest(form);
  }

  private static CloudException notReadable(String why) {
    return AwsErrorClassifier.invalid("a frozen launch that this adapter cannot read: it " + why);
  }

  FailureScope place() {
    return new FailureScope(form.get("zone"), form.get("size"), market());
  }

  private Market market() {
    return Market.valueOf(form.get("market").orElse(Market.ON_DEMAND.name()));
  }

  /** What to send for a key. All three marks are in it, so no instance is ever without them. */
  RunInstancesRequest.Builder request(LaunchKey key, int count) {
    RunInstancesRequest.Builder request = RunInstancesRequest.builder()
        .clientToken(key.value())
        .minCount(1)
        .maxCount(count)
        .instanceType(form.get("size").orElse(null))
        .imageId(form.get("image").orElse(null))
        .keyName(form.get("keyPair").orElse(null))
        .userData(form.get("userData").orElse(null));
    form.get("profile").ifPresent(name -> request.iamInstanceProfile(profile(name)));
    form.get("template")
        .ifPresent(id -> request.launchTemplate(launch ->
            launch.launchTemplateId(id).version(form.get("templateVersion").orElse(null))));
    network(request);
    tag(request, key);
    if (market() == Market.SPOT) {
      request.instanceMarketOptions(market -> market
          .marketType(MarketType.SPOT)
          .spotOptions(spot -> spot.spotInstanceType(SpotInstanceType.ONE_TIME)
              .instanceInterruptionBehavior(InstanceInterruptionBehavior.TERMINATE)));
    }
    return request;
  }

  /** Whether it names several sizes. */
  boolean isFleet() {
    return !form.all("fleet").isEmpty();
  }

  /** What to send for a key if it may be any of several sizes, the first being the best. */
  CreateFleetRequest.Builder fleetRequest(LaunchKey key, int count) {
    boolean spot = market() == Market.SPOT;
    Optional<String> strategy = form.get("strategy");
    List<String> sizes = form.all("fleet");
    CreateFleetRequest.Builder request = CreateFleetRequest.builder()
        .type(FleetType.INSTANT)
        .clientToken(key.value())
        .launchTemplateConfigs(FleetLaunchTemplateConfigRequest.builder()
            .launchTemplateSpecification(template -> template
                .launchTemplateId(form.get("template").orElse(null))
                .version(form.get("templateVersion").orElse(null)))
            .overrides(IntStream.range(0, sizes.size())
                .mapToObj(at -> override(sizes.get(at), at))
                .toList())
            .build())
        .targetCapacitySpecification(target -> target
            .totalTargetCapacity(count)
            .defaultTargetCapacityType(
                spot ? DefaultTargetCapacityType.SPOT : DefaultTargetCapacityType.ON_DEMAND))
        .tagSpecifications(tagged(ResourceType.INSTANCE, tagList(key)));
    if (spot) {
      request.spotOptions(options -> options
          .allocationStrategy(strategy.orElse("price-capacity-optimized"))
          .instanceInterruptionBehavior(SpotInstanceInterruptionBehavior.TERMINATE));
    } else {
      request.onDemandOptions(
          options -> options.allocationStrategy(strategy.orElse("prioritized")));
    }
    return request;
  }

  private FleetLaunchTemplateOverridesRequest override(String size, int at) {
    FleetLaunchTemplateOverridesRequest.Builder override =
        FleetLaunchTemplateOverridesRequest.builder()
            .instanceType(size)
            .imageId(form.get("image").orElse(null))
            .priority((double) at);
    Optional<String> subnet = form.get("subnet");
    return (subnet.isPresent()
            ? override.subnetId(subnet.get())
            : override.availabilityZone(form.get("zone").orElse(null)))
        .build();
  }

  private static IamInstanceProfileSpecification profile(String name) {
    IamInstanceProfileSpecification.Builder profile = IamInstanceProfileSpecification.builder();
    return (name.startsWith("arn:") ? profile.arn(name) : profile.name(name)).build();
  }

  /** EC2 takes subnet and groups either of the instance or of its network interface, and not of both. */
  private void network(RunInstancesRequest.Builder request) {
    List<String> groups = form.all("group");
    Optional<String> subnet = form.get("subnet");
    if (subnet.isEmpty()) {
      form.get("zone").ifPresent(zone -> request.placement(place -> place.availabilityZone(zone)));
    }
    if (form.get("publicIp").isPresent()) {
      boolean isPublic = Boolean.parseBoolean(form.get("publicIp").get());
      request.networkInterfaces(InstanceNetworkInterfaceSpecification.builder()
          .deviceIndex(0)
          .deleteOnTermination(true)
          .associatePublicIpAddress(isPublic)
          .subnetId(subnet.orElse(null))
          .groups(groups)
          .build());
      return;
    }
    request.subnetId(subnet.orElse(null));
    if (!groups.isEmpty()) {
      request.securityGroupIds(groups);
    }
  }

  /** All that a machine is tagged with. */
  Map<String, String> tags(LaunchKey key) {
    Map<String, String> all = new TreeMap<>(form.under("tag"));
    all.putAll(form.under("mark"));
    all.put(OwnershipMarks.KEY_TAG, key.value());
    return all;
  }

  private List<Tag> tagList(LaunchKey key) {
    return tags(key).entrySet().stream()
        .map(item -> Tag.builder().key(item.getKey()).value(item.getValue()).build())
        .toList();
  }

  private void tag(RunInstancesRequest.Builder request, LaunchKey key) {
    List<Tag> tags = tagList(key);
    request.tagSpecifications(
        tagged(ResourceType.INSTANCE, tags), tagged(ResourceType.VOLUME, tags));
  }

  private static TagSpecification tagged(ResourceType what, List<Tag> tags) {
    return TagSpecification.builder().resourceType(what).tags(tags).build();
  }
}
