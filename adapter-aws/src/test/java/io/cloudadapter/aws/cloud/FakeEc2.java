package io.cloudadapter.aws.cloud;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Instances: made under tokens, as many as there is room for; shown late, and for an hour after their end. */
final class FakeEc2 {
  static final Duration BOOT = Duration.ofSeconds(30);
  static final Duration QUICK = Duration.ofSeconds(20);
  static final Duration TOMBSTONE = Duration.ofHours(1);
  private static final Duration TOKENS = Duration.ofHours(24);
  private static final int MOST_TAGS = 50;

  private final InstantSource clock;
  private final Random chance;
  final FakeCatalog shelf = new FakeCatalog();
  private final FakeRateLimits meters;

  /** In the order of their birth. All fields are guarded by this. */
  private final Map<String, FakeInstance> vms = new LinkedHashMap<>();

  private final Map<String, Sent> tokens = new HashMap<>();
  private final Map<String, Integer> room = new TreeMap<>();
  private final FakeImages album = new FakeImages();
  private final FakePages pages;
  private final FakeChoices choices;
  private final FakeStatus statuses;
  private final FakeRouteTables tables = new FakeRouteTables(this::isThere);
  private Duration lag = Duration.ZERO;
  private Duration unknownFor = Duration.ZERO;
  private int quota = 100_000;
  private Optional<String> laterReason = Optional.empty();
  private int made;

  /** What a token stands for. */
  private record Sent(String asked, String reservation, List<FakeInstance> made) {}

  /** What the token of a fleet stands for. */
  private record FleetMade(String id, Instant at, String asked, String answer) {}

  private final Map<String, FleetMade> fleets = new HashMap<>();

  /** Whether the next fleet fails with an error of the server, and is made all the same. */
  private Optional<Boolean> brokenFleetIsMade = Optional.empty();

  private boolean hidesFleets;

  /** What a fleet says of a size of which there is not enough. */
  private String lackOfFleets = "InsufficientInstanceCapacity";

  FakeEc2(InstantSource clock, long seed, FakeRateLimits meters) {
    this.clock = clock;
    this.chance = new Random(seed);
    this.meters = meters;
    this.pages = new FakePages(chance);
    this.choices = new FakeChoices(shelf, album, pages);
    this.statuses = new FakeStatus(pages);
  }

  /** The inner part of an answer. */
  synchronized String answer(String action, QueryParams params) {
    meters.check(action, instances(action, params));
    return switch (action) {
      case "RunInstances" -> run(params);
      case "CreateFleet" -> createFleet(params);
      case "DescribeFleets" -> describeFleets(params);
      case "DescribeInstances" -> describe(params);
      case "DescribeInstanceStatus" -> statuses.describe(params, known(), clock.instant());
      case "TerminateInstances" -> terminate(params);
      case "CreateTags" ->
        FakeRouteTables.isMeant(params) ? tables.tag(params) : createTags(params);
      case "DeleteTags" ->
        FakeRouteTables.isMeant(params) ? tables.untag(params) : deleteTags(params);
      case "RebootInstances" -> reboot(params);
      case "StartInstances" -> start(params);
      case "StopInstances" -> stop(params);
      case "CreateImage" -> createImage(params);
      case "CreateReplaceRootVolumeTask" -> replaceRoot(params);
      case "DescribeReplaceRootVolumeTasks" -> album.tasks(params, clock.instant());
      case "DescribeRouteTables" -> tables.describe(params);
      case "CreateRoute" -> tables.create(params);
      case "DeleteRoute" -> tables.delete(params);
      case "ModifyInstanceAttribute" -> modify(params);
      default -> choices.answer(action, params, clock.instant());
    };
  }

  private static int instances(String action, QueryParams params) {
    return action.equals("RunInstances")
        ? params.number("MaxCount")
        : params.list("InstanceId").size();
  }

  // Launches.

  private String run(QueryParams params) {
    Instant now = clock.instant();
    String token = params.get("ClientToken").orElse("");
    if (token.length() > 64) {
      throw AwsRefusal.wrong("InvalidParameterValue", "ClientToken has more than 64 characters");
    }
    boolean zonal = params.get("SubnetId").isPresent()
        || params.get("Placement.AvailabilityZone").isPresent()
        || params.get("NetworkInterface.1.SubnetId").isPresent();
    FakeCatalog.Subnet place = shelf.place(params);
    String scoped = token + "@" + (zonal ? place.zone() : "");
    forgetTokens(now);
    Sent before = tokens.get(scoped);
    if (before != null) {
      return again(before, params, now);
    }
    check(params);
    int least = params.number("MinCount");
    int most = params.number("MaxCount");
    if (least < 1 || least > most) {
      throw AwsRefusal.wrong("InvalidParameterValue", "Invalid value for instance count");
    }
    String size = params.get("InstanceType").orElse("t3.small");
    long live = vms.values().stream().filter(vm -> isLive(vm, now)).count();
    if (live + most > quota) {
      throw AwsRefusal.wrong(
          "VcpuLimitExceeded",
          "You have requested more vCPU capacity than your current vCPU limit allows");
    }
    int free = room.getOrDefault(size + "@" + place.zone(), Integer.MAX_VALUE);
    if (free < least) {
      throw new AwsRefusal(
          500,
          "InsufficientInstanceCapacity",
          "We currently do not have sufficient " + size + " capacity in the Availability Zone you"
              + " requested (" + place.zone() + ").");
    }
    int count = Math.min(most, free);
    room.computeIfPresent(size + "@" + place.zone(), (key, value) -> value - count);
    String reservation = "r-0%016x".formatted(chance.nextLong() >>> 4);
    List<FakeInstance> machines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      machines.add(make(params, place, size, reservation, now));
    }
    if (!token.isEmpty()) {
      tokens.put(scoped, new Sent(params.withoutToken(), reservation, machines));
    }
    laterReason = Optional.empty();
    return reservation(reservation, machines, now);
  }

  /** An instant fleet: of each size in turn as many as there is room for, and why not the rest. */
  private String createFleet(QueryParams params) {
    AwsRefusal.require(
        "instant".equals(params.must("Type")), "InvalidParameterValue", "only instant fleets");
    breakFleet(false);
    Instant now = clock.instant();
    String token = params.get("ClientToken").orElse("") + "@fleet";
    FleetMade before = fleets.get(token);
    if (before != null) {
      AwsRefusal.require(
          before.asked().equals(params.withoutToken()),
          "IdempotentParameterMismatch",
          "The client token you have provided is associated with a resource of other parameters");
      return before.answer();
    }
    String template =
        params.must("LaunchTemplateConfigs.1.LaunchTemplateSpecification.LaunchTemplateId");
    AwsRefusal.require(
        shelf.templates.containsKey(template),
        "InvalidLaunchTemplateId.NotFound",
        "The specified launch template, with template ID " + template + ", does not exist");
    int left = params.number("TargetCapacitySpecification.TotalTargetCapacity");
    XmlWriter made = new XmlWriter().open("fleetInstanceSet");
    XmlWriter errors = new XmlWriter().open("errorSet");
    String fleet = "fleet-%016x".formatted(chance.nextLong());
    for (String each : params.prefixes("LaunchTemplateConfigs.1.Overrides")) {
      QueryParams one = params.ofFleet(each, template);
      try {
        List<FakeInstance> machines = left > 0 ? part(one, left, fleet, now) : List.of();
        left -= machines.size();
        fleetItem(made, one, machines);
        AwsRefusal.require(left == 0, lackOfFleets, "There is not enough capacity");
      } catch (AwsRefusal e) {
        errors
            .open("item")
            .open("launchTemplateAndOverrides")
            .open("overrides")
            .put("instanceType", one.get("InstanceType"))
            .close("overrides")
            .close("launchTemplateAndOverrides")
            .put("errorCode", e.code)
            .put("errorMessage", e.getMessage())
            .close("item");
      }
    }
    laterReason = Optional.empty();
    String answer = new XmlWriter().put("fleetId", fleet).toString()
        + errors.close("errorSet")
        + made.close("fleetInstanceSet");
    fleets.put(token, new FleetMade(fleet, now, params.withoutToken(), answer));
    breakFleet(true);
    return answer;
  }

  private void breakFleet(boolean made) {
    if (brokenFleetIsMade.equals(Optional.of(made))) {
      brokenFleetIsMade = Optional.empty();
      throw new AwsRefusal(503, "Unavailable", "The server is overloaded.");
    }
  }

  /** Instant fleets are shown by their ids only. */
  private String describeFleets(QueryParams params) {
    List<String> ids = params.list("FleetId");
    XmlWriter shown = new XmlWriter().open("fleetSet");
    fleets.values().stream()
        .filter(fleet -> ids.contains(fleet.id()) && !hidesFleets)
        .forEach(fleet -> shown
            .open("item")
            .put("fleetId", fleet.id())
            .put("createTime", fleet.at())
            .close("item"));
    return shown.close("fleetSet").toString();
  }

  synchronized void hideFleets() {
    hidesFleets = true;
  }

  synchronized void breakNextFleet(boolean made) {
    brokenFleetIsMade = Optional.of(made);
  }

  private List<FakeInstance> part(QueryParams one, int most, String fleet, Instant now) {
    FakeCatalog.Subnet place = shelf.place(one);
    check(one);
    String size = one.must("InstanceType");
    long live = vms.values().stream().filter(vm -> isLive(vm, now)).count();
    AwsRefusal.require(
        live + most <= quota,
        "VcpuLimitExceeded",
        "You have requested more vCPU capacity than your current vCPU limit allows");
    int free = room.getOrDefault(size + "@" + place.zone(), Integer.MAX_VALUE);
    int count = Math.min(most, free);
    room.computeIfPresent(size + "@" + place.zone(), (key, value) -> value - count);
    List<FakeInstance> machines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      machines.add(make(one, place, size, fleet, now));
    }
    return machines;
  }

  private static void fleetItem(XmlWriter made, QueryParams one, List<FakeInstance> machines) {
    if (machines.isEmpty()) {
      return;
    }
    made.open("item").open("instanceIds");
    machines.forEach(vm -> made.put("item", vm.id));
    made.close("instanceIds")
        .put("instanceType", one.get("InstanceType"))
        .put("lifecycle", machines.get(0).spot ? "spot" : "on-demand")
        .close("item");
  }

  private static boolean isLive(FakeInstance vm, Instant now) {
    return vm.at(now).filter(phase -> !phase.ended()).isPresent();
  }

  private String again(Sent before, QueryParams params, Instant now) {
    if (!before.asked().equals(params.withoutToken())) {
      throw AwsRefusal.wrong(
          "IdempotentParameterMismatch",
          "The client token you have provided is associated with a resource of other parameters");
    }
    if (before.made().stream().allMatch(vm -> vm.at(now).isEmpty())) {
      throw AwsRefusal.wrong(
          "IdempotentInstanceTerminated",
          "The instance that was launched with this client token has been terminated");
    }
    return reservation(before.reservation(), before.made(), now);
  }

  private void forgetTokens(Instant now) {
    tokens
        .values()
        .removeIf(sent -> sent.made().stream()
            .allMatch(vm ->
                vm.at(now.minus(TOKENS)).isEmpty() && vm.created.isBefore(now.minus(TOKENS))));
  }

  private void check(QueryParams params) {
    String image = params.get("ImageId").orElse("ami-0a000000000000001");
    AwsRefusal.require(
        shelf.hasImage(image) || album.has(image),
        "InvalidAMIID.NotFound",
        "The image id '[" + image + "]' does not exist");
    String size = params.get("InstanceType").orElse("t3.small");
    AwsRefusal.require(
        shelf.sizes.containsKey(size), "InvalidParameterValue", "Invalid value '" + size + "'");
    AwsRefusal.require(
        shelf.sizes.get(size).contains(shelf.place(params).zone()),
        "Unsupported",
        "Your requested instance type (" + size + ") is not supported in your requested zone");
    for (String group : groupsOf(params)) {
      AwsRefusal.require(
          shelf.groups.containsKey(group),
          "InvalidGroup.NotFound",
          "The security group '" + group + "' does not exist");
    }
    boolean twice =
        params.get("LaunchTemplate.LaunchTemplateId").equals(Optional.of(FakeCatalog.WIRED))
            && (params.get("SubnetId").isPresent()
                || !params.list("SecurityGroupId").isEmpty());
    AwsRefusal.require(
        !twice,
        "InvalidParameterCombination",
        "Network interfaces and an instance-level subnet ID may not be specified on the same"
            + " request");
    String key = params.get("KeyName").orElse("ops");
    AwsRefusal.require(
        shelf.keyPairs.contains(key),
        "InvalidKeyPair.NotFound",
        "The key pair '" + key + "' does not exist");
    AwsRefusal.require(
        params.get("UserData").orElse("").length() <= 21_848,
        "InvalidParameterValue",
        "User data is limited to 16384 bytes");
    checkTags(params.specified("instance"));
    checkTags(params.specified("volume"));
  }

  private static List<String> groupsOf(QueryParams params) {
    List<String> groups = new ArrayList<>(params.list("SecurityGroupId"));
    groups.addAll(params.list("NetworkInterface.1.SecurityGroupId"));
    return groups;
  }

  private static void checkTags(Map<String, String> tags) {
    AwsRefusal.require(
        tags.size() <= MOST_TAGS, "TagLimitExceeded", "The maximum number of tags is 50");
    tags.forEach((name, value) -> {
      int length = name.codePointCount(0, name.length());
      AwsRefusal.require(
          length >= 1 && length <= 128, "InvalidParameterValue", "Tag key exceeds 128");
      AwsRefusal.require(
          value.codePointCount(0, value.length()) <= 256,
          "InvalidParameterValue",
          "Tag value exceeds the maximum length of 256 characters");
      AwsRefusal.require(
          !name.startsWith("aws:"), "InvalidParameterValue", "Tag keys starting with aws:");
    });
  }

  private FakeInstance make(
      QueryParams params, FakeCatalog.Subnet place, String size, String reservation, Instant now) {
    InstancePhase first =
        new InstancePhase("pending", "", "", Map.copyOf(params.specified("instance")));
    String image = params.get("ImageId").orElse("ami-0a000000000000001");
    String id = "i-0%08x%08x".formatted(chance.nextInt(), ++made);
    FakeInstance vm =
        new FakeInstance(id, reservation, place, size, image, params, now, made, first);
    if (laterReason.isPresent()) {
      String reason = laterReason.get();
      vm.willBe(now.plus(BOOT), phase -> phase.ended("terminated", reason, reason + ": failed"));
      vm.willBe(now.plus(BOOT).plus(TOMBSTONE), phase -> phase.in(InstancePhase.GONE));
    } else {
      vm.willBe(now.plus(BOOT), phase -> phase.in("running"));
    }
    vms.put(id, vm);
    return vm;
  }

  private static String reservation(String id, List<FakeInstance> machines, Instant now) {
    XmlWriter xml = new XmlWriter()
        .put("reservationId", id)
        .put("ownerId", FakeSts.ACCOUNT)
        .open("instancesSet");
    for (FakeInstance vm : machines) {
      InstancePhase gone =
          new InstancePhase("terminated", "", "", Map.copyOf(vm.order.specified("instance")));
      row(xml, vm, vm.at(now).orElse(gone));
    }
    return xml.close("instancesSet").toString();
  }

  // Lists.

  private String describe(QueryParams params) {
    Instant now = clock.instant();
    List<String> ids = params.list("InstanceId");
    int limit = limit(params, ids);
    Map<String, List<Pattern>> filters = params.filters();
    int after = params.get("NextToken").map(pages::position).orElse(0);
    if (lag.isZero() || chance.nextInt(8) > 0) {
      // Otherwise the page is empty, and has a successor all the same.
    } else if (after == 0 && params.get("MaxResults").isPresent()) {
      return new XmlWriter()
          .open("reservationSet")
          .close("reservationSet")
          .put("nextToken", pages.token(0))
          .toString();
    }
    XmlWriter xml = new XmlWriter().open("reservationSet");
    int shown = 0;
    Optional<String> next = Optional.empty();
    Set<String> missing = new TreeSet<>(ids);
    int last = after;
    for (FakeInstance vm : vms.values()) {
      if (vm.number <= after || !ids.isEmpty() && !ids.contains(vm.id)) {
        continue;
      }
      Optional<InstancePhase> seen = vm.at(moment(now));
      if (seen.isPresent() && fits(vm, seen.get(), filters)) {
        if (shown == limit) {
          next = Optional.of(pages.token(last));
          break;
        }
        xml.open("item").put("reservationId", vm.reservation).open("instancesSet");
        row(xml, vm, seen.get());
        xml.close("instancesSet").close("item");
        shown++;
      }
      seen.ifPresent(phase -> missing.remove(vm.id));
      last = vm.number;
    }
    if (!missing.isEmpty()) {
      throw AwsRefusal.noInstance(String.join(", ", missing));
    }
    return xml.close("reservationSet").put("nextToken", next).toString();
  }

  private int limit(QueryParams params, List<String> ids) {
    if (params.get("MaxResults").isEmpty()) {
      return Integer.MAX_VALUE;
    }
    AwsRefusal.require(
        ids.isEmpty(),
        "InvalidParameterCombination",
        "The parameter instancesSet cannot be used with the parameter maxResults");
    int wanted = params.number("MaxResults");
    AwsRefusal.require(
        wanted >= 5 && wanted <= 1000,
        "InvalidParameterValue",
        "Value ( " + wanted + " ) for parameter maxResults is invalid. Expecting 5 to 1000.");
    return pages.most(wanted);
  }

  private static boolean fits(
      FakeInstance vm, InstancePhase phase, Map<String, List<Pattern>> filters) {
    return filters.entrySet().stream().allMatch(filter -> {
      String name = filter.getKey();
      List<Pattern> any = filter.getValue();
      if (name.startsWith("tag:")) {
        String value = phase.tags().get(name.substring(4));
        return value != null && QueryParams.fits(any, value);
      }
      return switch (name) {
        case "instance-id" -> QueryParams.fits(any, vm.id);
        case "client-token" -> QueryParams.fits(any, vm.token);
        case "instance-state-name" -> QueryParams.fits(any, phase.state());
        case "availability-zone" -> QueryParams.fits(any, vm.zone);
        case "private-dns-name" -> QueryParams.fits(any, vm.dnsName());
        case "private-ip-address" -> QueryParams.fits(any, vm.address());
        case "tag-key" ->
          phase.tags().keySet().stream().anyMatch(key -> QueryParams.fits(any, key));
        default ->
          throw AwsRefusal.wrong("InvalidParameterValue", "The filter '" + name + "' is invalid");
      };
    });
  }

  /** Which moment a list sees of an instance: now, as stale as can be, or in between. */
  private Instant moment(Instant now) {
    return switch (chance.nextInt(4)) {
      case 0 -> now;
      case 1 -> now.minus(lag);
      default -> now.minusNanos((long) (lag.toNanos() * chance.nextDouble()));
    };
  }

  private static void row(XmlWriter xml, FakeInstance vm, InstancePhase phase) {
    xml.open("item").put("instanceId", vm.id).put("imageId", vm.image);
    xml.open("instanceState").put("code", code(phase.state())).put("name", phase.state());
    xml.close("instanceState");
    boolean ended = phase.ended();
    xml.put("privateDnsName", ended ? "" : vm.dnsName()).put("dnsName", "");
    xml.put("clientToken", vm.token).put("instanceType", vm.size);
    xml.put("launchTime", vm.created.truncatedTo(java.time.temporal.ChronoUnit.SECONDS));
    xml.open("placement").put("availabilityZone", vm.zone).put("tenancy", "default");
    xml.close("placement");
    if (!ended) {
      xml.put("subnetId", vm.subnet)
          .put("vpcId", FakeCatalog.VPC)
          .put("privateIpAddress", vm.address());
      xml.open("networkInterfaceSet").open("item").open("privateIpAddressesSet").open("item");
      xml.put("privateIpAddress", vm.address()).put("primary", "true");
      xml.close("item").close("privateIpAddressesSet").close("item").close("networkInterfaceSet");
    }
    if (!phase.reason().isEmpty()) {
      xml.open("stateReason").put("code", phase.reason()).put("message", phase.message());
      xml.close("stateReason");
    }
    if (vm.spot) {
      xml.put("instanceLifecycle", "spot").put("spotInstanceRequestId", "sir-" + vm.number);
    }
    xml.tags(phase.sortedTags()).close("item");
  }

  private static int code(String state) {
    return switch (state) {
      case "pending" -> 0;
      case "running" -> 16;
      case "shutting-down" -> 32;
      case "terminated" -> 48;
      case "stopping" -> 64;
      default -> 80;
    };
  }

  // Ends.

  /** One that is not known, and none is ended; one that is protected, and none in its zone is. */
  private String terminate(QueryParams params) {
    Instant now = clock.instant();
    List<FakeInstance> wanted =
        params.list("InstanceId").stream().map(id -> written(id, now)).toList();
    AwsRefusal.require(!wanted.isEmpty(), "MissingParameter", "No instances specified");
    Set<String> guarded =
        wanted.stream().filter(vm -> vm.guarded).map(vm -> vm.zone).collect(Collectors.toSet());
    XmlWriter xml = new XmlWriter().open("instancesSet");
    for (FakeInstance vm : wanted) {
      InstancePhase before = vm.at(now).orElseThrow();
      if (!guarded.contains(vm.zone)) {
        end(vm, now);
      }
      change(xml, vm, before, now);
    }
    if (!guarded.isEmpty()) {
      throw AwsRefusal.wrong(
          "OperationNotPermitted",
          "The instance may not be terminated. Modify its 'disableApiTermination' attribute");
    }
    return xml.close("instancesSet").toString();
  }

  private void end(FakeInstance vm, Instant now) {
    InstancePhase before = vm.at(now).orElseThrow();
    if (before.ended() || before.state().equals("shutting-down")) {
      return;
    }
    String why = "Client.UserInitiatedShutdown";
    vm.becomes(now, phase -> phase.ended("shutting-down", why, why + ": User initiated shutdown"));
    vm.willBe(now.plus(QUICK), phase -> phase.ended("terminated", why, phase.message()));
    vm.willBe(now.plus(QUICK).plus(TOMBSTONE), phase -> phase.in(InstancePhase.GONE));
    room.computeIfPresent(vm.size + "@" + vm.zone, (key, value) -> value + 1);
  }

  private static void change(XmlWriter xml, FakeInstance vm, InstancePhase before, Instant now) {
    InstancePhase after = vm.at(now).orElseThrow();
    xml.open("item").put("instanceId", vm.id);
    xml.open("currentState").put("code", code(after.state())).put("name", after.state());
    xml.close("currentState").open("previousState").put("code", code(before.state()));
    xml.put("name", before.state()).close("previousState").close("item");
  }

  /** The instances that all of EC2 knows. */
  private Map<String, FakeInstance> known() {
    Instant now = clock.instant();
    Map<String, FakeInstance> known = new LinkedHashMap<>();
    vms.forEach((id, vm) -> {
      if (!vm.created.plus(unknownFor).isAfter(now) && vm.at(now).isPresent()) {
        known.put(id, vm);
      }
    });
    return known;
  }

  synchronized void status(String id, String system, String instance) {
    statuses.set(id, system, instance);
  }

  synchronized void planEvent(String id, String event) {
    statuses.plan(id, event);
  }

  /** An instance that is written to: soon after its launch not all of EC2 knows it. */
  private FakeInstance written(String id, Instant now) {
    AwsRefusal.require(
        id.matches("i-[0-9a-f]{8,17}"),
        "InvalidInstanceID.Malformed",
        "Invalid id: \"" + id + "\"");
    FakeInstance vm = vms.get(id);
    boolean known = vm != null && !vm.created.plus(unknownFor).isAfter(now);
    if (vm == null || !known || vm.at(now).isEmpty()) {
      throw AwsRefusal.noInstance(id);
    }
    if (vm.forbidden) {
      throw new AwsRefusal(
          403, "UnauthorizedOperation", "You are not authorized to perform this operation.");
    }
    return vm;
  }

  // Tags.

  private String createTags(QueryParams params) {
    Instant now = clock.instant();
    Map<String, String> tags = params.tags("Tag");
    AwsRefusal.require(
        !tags.isEmpty(), "MissingParameter", "The request must contain the parameter tag");
    for (FakeInstance vm : named(params, now)) {
      Map<String, String> all = new TreeMap<>(vm.at(now).orElseThrow().tags());
      all.putAll(tags);
      checkTags(all);
      vm.always(now, phase -> phase.tagged(all));
    }
    return new XmlWriter().put("return", "true").toString();
  }

  /** A tag with a value goes only if it has that value. */
  private String deleteTags(QueryParams params) {
    Instant now = clock.instant();
    for (FakeInstance vm : named(params, now)) {
      Map<String, String> all = new TreeMap<>(vm.at(now).orElseThrow().tags());
      params.prefixes("Tag").forEach(each -> {
        String name = params.must(each + ".Key");
        Optional<String> value = params.get(each + ".Value");
        if (value.isEmpty() || value.get().equals(all.get(name))) {
          all.remove(name);
        }
      });
      vm.always(now, phase -> phase.tagged(all));
    }
    return new XmlWriter().put("return", "true").toString();
  }

  private List<FakeInstance> named(QueryParams params, Instant now) {
    return params.list("ResourceId").stream().map(id -> written(id, now)).toList();
  }

  // Actions.

  private boolean isThere(String id) {
    return vms.containsKey(id) && isLive(vms.get(id), clock.instant());
  }

  private String modify(QueryParams params) {
    FakeInstance vm = written(params.must("InstanceId"), clock.instant());
    vm.forwards = params.must("SourceDestCheck.Value").equals("false");
    return new XmlWriter().put("return", "true").toString();
  }

  private List<FakeInstance> acted(QueryParams params, Instant now) {
    List<FakeInstance> wanted =
        params.list("InstanceId").stream().map(id -> written(id, now)).toList();
    for (FakeInstance vm : wanted) {
      if (vm.at(now).orElseThrow().ended()) {
        throw wrongState(vm, now);
      }
    }
    return wanted;
  }

  private static AwsRefusal wrongState(FakeInstance vm, Instant now) {
    return AwsRefusal.wrong(
        "IncorrectInstanceState",
        "The instance '" + vm.id + "' is not in a valid state: "
            + vm.at(now).map(InstancePhase::state).orElse(""));
  }

  private String reboot(QueryParams params) {
    Instant now = clock.instant();
    for (FakeInstance vm : acted(params, now)) {
      if (!vm.at(now).orElseThrow().state().equals("running")) {
        throw wrongState(vm, now);
      }
      vm.rebooted(now.plus(QUICK));
    }
    return new XmlWriter().put("return", "true").toString();
  }

  private String start(QueryParams params) {
    Instant now = clock.instant();
    XmlWriter xml = new XmlWriter().open("instancesSet");
    for (FakeInstance vm : acted(params, now)) {
      InstancePhase before = vm.at(now).orElseThrow();
      if (before.state().equals("stopping") || before.state().equals("shutting-down")) {
        throw wrongState(vm, now);
      }
      if (before.state().equals("stopped")) {
        vm.becomes(now, phase -> phase.in("pending"));
        vm.willBe(now.plus(BOOT), phase -> phase.in("running"));
      }
      change(xml, vm, before, now);
    }
    return xml.close("instancesSet").toString();
  }

  private String stop(QueryParams params) {
    Instant now = clock.instant();
    XmlWriter xml = new XmlWriter().open("instancesSet");
    for (FakeInstance vm : acted(params, now)) {
      InstancePhase before = vm.at(now).orElseThrow();
      if (before.state().equals("pending") || before.state().equals("shutting-down")) {
        throw wrongState(vm, now);
      }
      if (before.state().equals("running")) {
        String why = "Client.UserInitiatedShutdown";
        vm.becomes(now, phase -> phase.ended("stopping", why, why));
        vm.willBe(now.plus(QUICK), phase -> phase.ended("stopped", why, why));
      }
      change(xml, vm, before, now);
    }
    return xml.close("instancesSet").toString();
  }

  private String createImage(QueryParams params) {
    Instant now = clock.instant();
    FakeInstance vm = written(params.must("InstanceId"), now);
    String state = vm.at(now).orElseThrow().state();
    if (!state.equals("running") && !state.equals("stopped") && !state.equals("stopping")) {
      throw wrongState(vm, now);
    }
    return album.create(vm, params, now);
  }

  private String replaceRoot(QueryParams params) {
    Instant now = clock.instant();
    FakeInstance vm = written(params.must("InstanceId"), now);
    if (!vm.at(now).orElseThrow().state().equals("running")) {
      throw wrongState(vm, now);
    }
    return album.replace(vm, params, now);
  }

  // The console.

  synchronized String makeForAnotherOwner(Map<String, String> tags) {
    Instant now = clock.instant();
    QueryParams order = new QueryParams(new TreeMap<>());
    String id = "i-0%08x%08x".formatted(chance.nextInt(), ++made);
    InstancePhase first = new InstancePhase("running", "", "", Map.copyOf(tags));
    FakeCatalog.Subnet place = shelf.subnets.values().iterator().next();
    vms.put(
        id,
        new FakeInstance(
            id,
            "r-0" + made,
            place,
            "t3.small",
            shelf.images.get(0).id(),
            order,
            now,
            made,
            first));
    return id;
  }

  /** A group makes an instance; empty if there is no room. */
  synchronized Optional<String> makeForGroup(Map<String, String> tags) {
    Map<String, String> asked = new TreeMap<>(Map.of("MinCount", "1", "MaxCount", "1"));
    asked.put("SubnetId", shelf.subnets.keySet().iterator().next());
    asked.put("TagSpecification.1.ResourceType", "instance");
    int number = 0;
    for (Map.Entry<String, String> tag : tags.entrySet()) {
      String prefix = "TagSpecification.1.Tag." + ++number;
      asked.put(prefix + ".Key", tag.getKey());
      asked.put(prefix + ".Value", tag.getValue());
    }
    int before = made;
    try {
      String unused = run(new QueryParams(asked));
    } catch (AwsRefusal noRoom) {
      return Optional.empty();
    }
    return vms.values().stream()
        .filter(vm -> vm.number > before)
        .map(vm -> vm.id)
        .findFirst();
  }

  /** A group ends an instance. */
  synchronized void endForGroup(String id) {
    end(vms.get(id), clock.instant());
  }

  synchronized void kill(String id) {
    Instant now = clock.instant();
    String why = "Client.InstanceInitiatedShutdown";
    FakeInstance vm = vms.get(id);
    vm.becomes(now, phase -> phase.ended("terminated", why, why));
    vm.willBe(now.plus(TOMBSTONE), phase -> phase.in(InstancePhase.GONE));
  }

  synchronized void state(String id, String state) {
    vms.get(id).becomes(clock.instant(), phase -> phase.in(state));
  }

  synchronized void guard(String id, boolean guarded) {
    vms.get(id).guarded = guarded;
  }

  synchronized void forbid(String id) {
    vms.get(id).forbidden = true;
  }

  synchronized void failNext(String reason) {
    laterReason = Optional.of(reason);
  }

  synchronized void lackOfFleets(String code) {
    lackOfFleets = code;
  }

  synchronized void quota(int most) {
    quota = most;
  }

  synchronized void room(String size, String zone, int free) {
    room.put(size + "@" + zone, free);
  }

  synchronized void roomEverywhere(Optional<Integer> free) {
    room.clear();
    free.ifPresent(count -> shelf.sizes.forEach(
        (size, zones) -> zones.forEach(zone -> room.put(size + "@" + zone, count))));
  }

  synchronized void lag(Duration time) {
    lag = time;
  }

  synchronized void unknownFor(Duration time) {
    unknownFor = time;
  }

  synchronized void pageLimit(int most) {
    pages.limit(most);
  }

  synchronized int made() {
    return made;
  }

  synchronized void move(String image) {
    shelf.move(image);
  }

  synchronized void announce(String image) {
    shelf.pending.add(shelf.move(image));
  }

  synchronized List<FakeAws.Truth> truth() {
    Instant now = clock.instant();
    List<FakeAws.Truth> all = new ArrayList<>();
    for (FakeInstance vm : vms.values()) {
      vm.at(now)
          .ifPresent(phase -> all.add(new FakeAws.Truth(
              vm.id,
              phase.state(),
              phase.tags(),
              vm.zone,
              vm.size,
              vm.image,
              vm.spot,
              vm.order.specified("volume"))));
    }
    return all;
  }

  synchronized QueryParams order(String id) {
    return vms.get(id).order;
  }

  synchronized int reboots(String id) {
    return vms.get(id).reboots(clock.instant());
  }

  synchronized List<String> restores(String id) {
    return vms.get(id).restores(clock.instant());
  }

  synchronized boolean forwards(String id) {
    return vms.get(id).forwards;
  }

  synchronized String makeTable(Map<String, String> tags) {
    return tables.make(tags);
  }

  synchronized void tablesOnDemand() {
    tables.onDemand();
  }

  synchronized void lead(String table, String destination, String target) {
    tables.lead(table, destination, target);
  }

  synchronized List<FakeAws.RouteTable> routeTables() {
    return tables.truth();
  }

  synchronized List<String> addressesOf(String id) {
    FakeInstance vm = vms.get(id);
    return vm.at(clock.instant()).filter(phase -> !phase.ended()).stream()
        .map(phase -> vm.address())
        .toList();
  }

  synchronized List<String> snapshots(String id) {
    return album.of(id, clock.instant());
  }

  /** Whether an instance exists that may be put behind a load balancer. */
  synchronized Optional<String> stateNow(String id) {
    return Optional.ofNullable(vms.get(id))
        .flatMap(vm -> vm.at(clock.instant()))
        .map(InstancePhase::state);
  }
}
