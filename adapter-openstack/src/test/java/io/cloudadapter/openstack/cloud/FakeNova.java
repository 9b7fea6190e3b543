package io.cloudadapter.openstack.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The servers of the project. Its methods may be called by any thread. */
final class FakeNova {
  private static final Duration BOOT = Duration.ofSeconds(3);
  private static final Duration QUICK = Duration.ofSeconds(2);
  private static final Duration SLOW = Duration.ofSeconds(5);
  private static final Set<String> FIELDS = Set.of(
      "name",
      "flavorRef",
      "imageRef",
      "networks",
      "security_groups",
      "key_name",
      "config_drive",
      "availability_zone",
      "metadata",
      "tags",
      "user_data",
      "block_device_mapping_v2");
  private static final Set<String> TAGGABLE = Set.of("ACTIVE", "PAUSED", "SUSPENDED", "SHUTOFF");
  private static final int MOST_METADATA = 128;
  private static final int MOST_TAGS = 50;

  private final InstantSource clock;
  private final FakeCatalog shelf;
  private final SplittableRandom chance;
  private final Map<String, FakeServer> servers = new HashMap<>();
  private final Map<String, JsonNode> volumes = new HashMap<>();
  private final Map<String, String> hints = new HashMap<>();
  private Duration lag = Duration.ZERO;
  private int pageLimit = 1000;
  private int quota = 1000;
  private int made;
  private int strangers;
  private Optional<String> laterFault = Optional.empty();
  private Optional<String> zoneDown = Optional.empty();

  FakeNova(InstantSource clock, long seed, FakeCatalog shelf) {
    this.clock = clock;
    this.shelf = shelf;
    this.chance = new SplittableRandom(seed);
  }

  // What the project asks.

  synchronized ObjectNode create(JsonNode body) {
    Instant now = clock.instant();
    check(body);
    JsonNode order = body.path("server");
    long used = servers.values().stream().filter(vm -> vm.at(now).isPresent()).count();
    if (used >= quota) {
      throw OpenStackRefusal.nova(
          403,
          "Quota exceeded for instances: Requested 1, but already used %d of %d instances"
              .formatted(used, quota));
    }
    FakeServer vm = make(body, now);
    hints.put(vm.id, body.path("os:scheduler_hints").path("group").asText());
    JsonNode disk = order.path("block_device_mapping_v2").path(0);
    if (disk.isObject()) {
      volumes.put(vm.id, disk);
    }
    if (laterFault.isPresent()) {
      String message = laterFault.get();
      vm.willBe(now.plus(BOOT), phase -> phase.failed(message));
      laterFault = Optional.empty();
    } else {
      vm.willBe(now.plusSeconds(1), phase -> phase.doing("spawning"));
      vm.willBe(now.plus(BOOT), phase -> phase.in("ACTIVE"));
    }
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer
        .putObject("server")
        .put("id", vm.id)
        .put("OS-DCF:diskConfig", "MANUAL")
        .put("adminPass", "xme5qCLd8tWT");
    return answer;
  }

  private void check(JsonNode body) {
    JsonNode order = body.path("server");
    order.fieldNames().forEachRemaining(field -> {
      if (!FIELDS.contains(field)) {
        throw OpenStackRefusal.nova(
            400, "Additional properties are not allowed ('" + field + "' was unexpected)");
      }
    });
    String flavor = order.path("flavorRef").asText();
    must(shelf.flavors.containsKey(flavor), "Flavor " + flavor + " could not be found.");
    JsonNode volume = order.path("block_device_mapping_v2").path(0);
    String image = volume.isMissingNode()
        ? order.path("imageRef").asText()
        : volume.path("uuid").asText();
    must(shelf.hasImage(image), "Can not find requested image");
    String zone = order.path("availability_zone").asText("nova");
    must(shelf.zones.contains(zone), "The requested availability zone is not available");
    must(!order.path("networks").isMissingNode(), "'networks' is a required property");
    for (JsonNode network : order.path("networks")) {
      String id = network.path("uuid").asText();
      must(shelf.networks.containsKey(id), "Network " + id + " could not be found.");
    }
    for (JsonNode group : order.path("security_groups")) {
      String name = group.path("name").asText();
      must(
          shelf.groups.containsKey(name) || shelf.groups.containsValue(name),
          "Unable to find security_group with name or id '" + name + "'");
    }
    JsonNode together = body.path("os:scheduler_hints").path("group");
    must(
        together.isMissingNode() || shelf.serverGroups.containsKey(together.asText()),
        "Instance group " + together.asText() + " could not be found.");
    String key = order.path("key_name").asText("ops");
    must(shelf.keyPairs.contains(key), "Invalid key_name provided.");
    must(order.path("user_data").asText().length() <= 65_535, "user_data is too long");
    checkMetadata(map(order.path("metadata")));
    checkTags(set(order.path("tags")));
  }

  private static void must(boolean well, String message) {
    if (!well) {
      throw OpenStackRefusal.nova(400, message);
    }
  }

  private static void checkMetadata(Map<String, String> metadata) {
    if (metadata.size() > MOST_METADATA) {
      throw OpenStackRefusal.nova(403, "Maximum number of metadata items exceeds " + MOST_METADATA);
    }
    metadata.forEach((name, value) -> must(
        name.matches("[a-zA-Z0-9-_:. ]{1,255}") && value.codePointCount(0, value.length()) <= 255,
        "Invalid input for field/attribute metadata."));
  }

  private static void checkTags(Set<String> tags) {
    must(tags.size() <= MOST_TAGS, "The number of tags exceeded the per-server limit 50");
    tags.forEach(tag -> must(tag.matches("[^,/]{1,60}"), "Tag '" + tag + "' is invalid."));
  }

  private FakeServer make(JsonNode body, Instant now) {
    JsonNode order = body.path("server");
    ServerPhase first = new ServerPhase(
        "BUILD",
        "scheduling",
        Optional.empty(),
        Set.copyOf(set(order.path("tags"))),
        Map.copyOf(map(order.path("metadata"))));
    FakeServer vm = new FakeServer(
        "%08x-%04x-4000-8000-%012d".formatted(chance.nextInt(), chance.nextInt(1 << 16), ++made),
        order.path("name").asText(),
        order.path("availability_zone").asText("nova"),
        order,
        now,
        made,
        first);
    servers.put(vm.id, vm);
    return vm;
  }

  /** A list; the servers of a cell that is down are in those only that have no filter and no marker. */
  synchronized ObjectNode list(Map<String, String> query, boolean detail, String address) {
    Set<String> all = words(query.get("tags"));
    Set<String> any = words(query.get("tags-any"));
    boolean plain = query.isEmpty();
    Instant now = clock.instant();
    List<ObjectNode> rows = new ArrayList<>();
    boolean begun = !query.containsKey("marker");
    if (!begun && !servers.containsKey(query.get("marker"))) {
      throw OpenStackRefusal.nova(400, "marker [" + query.get("marker") + "] not found");
    }
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    boolean more = false;
    for (FakeServer vm : newestFirst()) {
      Optional<ServerPhase> seen = vm.at(moment(now));
      boolean down = zoneDown.equals(Optional.of(vm.zone));
      if (plain && down && vm.at(now).isPresent()) {
        rows.add(minimal(vm));
      }
      // A name is a regular expression, found anywhere.
      boolean named =
          Pattern.compile(query.getOrDefault("name", "")).matcher(vm.name).find();
      if (begun && !down && named && seen.isPresent() && fits(seen.get(), all, any)) {
        more = detail && rows.size() == pageLimit;
        if (more) {
          break;
        }
        rows.add(detail ? row(vm, seen.get(), now, false) : summary(vm));
      }
      begun = begun || vm.id.equals(query.get("marker"));
    }
    ArrayNode shown = page.putArray("servers");
    rows.forEach(shown::add);
    // As in Nova, a page that is full has a successor, be it empty.
    if (more || detail && rows.size() == pageLimit) {
      String last = rows.get(rows.size() - 1).path("id").asText();
      page.putArray("servers_links")
          .addObject()
          .put("rel", "next")
          .put("href", address + "/servers/detail?marker=" + last);
    }
    return page;
  }

  private List<FakeServer> newestFirst() {
    return servers.values().stream()
        .sorted(Comparator.comparing((FakeServer vm) -> vm.number).reversed())
        .toList();
  }

  private static boolean fits(ServerPhase phase, Set<String> all, Set<String> any) {
    return phase.tags().containsAll(all)
        && (any.isEmpty() || any.stream().anyMatch(phase.tags()::contains));
  }

  private static Set<String> words(@org.jspecify.annotations.Nullable String list) {
    return list == null ? Set.of() : new TreeSet<>(Arrays.asList(list.split(",", -1)));
  }

  /** Which moment a list sees: now, as stale as can be, or in between. */
  private Instant moment(Instant now) {
    return switch (chance.nextInt(4)) {
      case 0 -> now;
      case 1 -> now.minus(lag);
      default -> now.minusNanos((long) (lag.toNanos() * chance.nextDouble()));
    };
  }

  synchronized ObjectNode look(String id) {
    Instant now = clock.instant();
    FakeServer vm = known(id);
    ServerPhase phase = vm.at(now).orElseThrow(() -> noServer(id));
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    boolean down = zoneDown.equals(Optional.of(vm.zone));
    answer.set("server", down ? minimal(vm) : row(vm, phase, now, true));
    return answer;
  }

  private static ObjectNode minimal(FakeServer vm) {
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("id", vm.id).put("status", "UNKNOWN").put("created", vm.created.toString());
    return row;
  }

  private static ObjectNode summary(FakeServer vm) {
    return JsonNodeFactory.instance.objectNode().put("id", vm.id).put("name", vm.name);
  }

  /** Where a cell has a database of its own, as here, lists do not show faults. */
  private ObjectNode row(FakeServer vm, ServerPhase phase, Instant now, boolean single) {
    ObjectNode row = summary(vm);
    row.put("status", phase.shown()).put("OS-EXT-STS:vm_state", phase.status());
    if (phase.task().isEmpty()) {
      row.putNull("OS-EXT-STS:task_state");
    } else {
      row.put("OS-EXT-STS:task_state", phase.task());
    }
    row.put("created", vm.created.toString());
    if (vm.ran(now)) {
      row.put("OS-SRV-USG:launched_at", vm.created.plus(BOOT).toString());
    } else {
      row.putNull("OS-SRV-USG:launched_at");
    }
    row.put("OS-EXT-AZ:availability_zone", vm.zone);
    row.putObject("flavor")
        .put("original_name", shelf.flavors.get(vm.order.path("flavorRef").asText()));
    // A server that boots from a volume has no image, and Nova then tells of an empty one.
    if (volumes.containsKey(vm.id)) {
      row.put("image", "");
    } else {
      row.putObject("image").put("id", imageOf(vm, now));
    }
    ObjectNode metadata = row.putObject("metadata");
    new TreeMap<>(phase.metadata()).forEach(metadata::put);
    ArrayNode tags = row.putArray("tags");
    new TreeSet<>(phase.tags()).forEach(tags::add);
    ObjectNode addresses = row.putObject("addresses");
    if (hasAddress(phase)) {
      addresses
          .putArray("private")
          .addObject()
          .put("addr", address(vm))
          .put("OS-EXT-IPS:type", "fixed");
    }
    if (single) {
      phase
          .fault()
          .ifPresent(message -> row.putObject("fault").put("code", 500).put("message", message));
    }
    return row;
  }

  private static boolean hasAddress(ServerPhase phase) {
    return !phase.status().equals("BUILD") && !phase.status().equals("ERROR");
  }

  synchronized List<String> addressesOf(String id) {
    FakeServer vm = known(id);
    return vm.at(clock.instant()).filter(FakeNova::hasAddress).stream()
        .map(phase -> address(vm))
        .toList();
  }

  private static String address(FakeServer vm) {
    return "10.0." + vm.number / 250 + "." + (vm.number % 250 + 1);
  }

  /** Neutron's ports of servers; a server has them as long as it is there. */
  synchronized ObjectNode ports(String query) {
    Set<String> filters = words(query.replace('&', ','));
    boolean all = filters.stream().allMatch(filter -> filter.startsWith("fields="));
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = page.putArray("ports");
    Instant now = clock.instant();
    for (FakeServer vm : newestFirst()) {
      boolean there = vm.at(now)
          .filter(phase -> !phase.status().equals("BUILD") && !phase.status().equals("ERROR"))
          .isPresent();
      boolean asked = all
          || filters.contains("device_id=" + vm.id)
          || filters.contains("fixed_ips=ip_address=" + address(vm));
      if (there && asked) {
        ObjectNode row = rows.addObject().put("device_id", vm.id);
        row.put("network_id", FakeCatalog.uuid("netw", 1));
        row.putArray("fixed_ips")
            .addObject()
            .put("subnet_id", FakeCatalog.uuid("subn", 1))
            .put("ip_address", address(vm));
      }
    }
    return page;
  }

  synchronized void delete(String id) {
    Instant now = clock.instant();
    FakeServer vm = known(id);
    ServerPhase phase = vm.at(now).orElseThrow(() -> noServer(id));
    if (!phase.task().equals("deleting")) {
      vm.becomes(now, seen -> seen.doing("deleting"));
      vm.willBe(now.plus(QUICK), seen -> seen.in(ServerPhase.GONE));
    }
  }

  synchronized ObjectNode tag(String id, JsonNode body) {
    Set<String> tags = set(body.path("tags"));
    checkTags(tags);
    change(id, "update tags", phase -> phase.tagged(tags), "");
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    tags.forEach(answer.putArray("tags")::add);
    return answer;
  }

  synchronized ObjectNode label(String id, JsonNode body) {
    ServerPhase phase = known(id).at(clock.instant()).orElseThrow(() -> noServer(id));
    Map<String, String> metadata = new TreeMap<>(phase.metadata());
    metadata.putAll(map(body.path("metadata")));
    checkMetadata(metadata);
    change(id, "update metadata", before -> before.with(metadata), phase.task());
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ObjectNode shown = answer.putObject("metadata");
    metadata.forEach(shown::put);
    return answer;
  }

  private void change(
      String id, String what, java.util.function.UnaryOperator<ServerPhase> change, String task) {
    FakeServer vm = known(id);
    ServerPhase phase = vm.at(clock.instant()).orElseThrow(() -> noServer(id));
    if (!TAGGABLE.contains(phase.status())) {
      throw cannot(id, what, "vm_state " + phase.status());
    }
    if (!task.isEmpty()) {
      throw cannot(id, what, "task_state " + task);
    }
    vm.always(clock.instant(), change);
  }

  private static OpenStackRefusal cannot(String id, String what, String state) {
    return OpenStackRefusal.nova(
        409, "Cannot '%s' instance %s while it is in %s".formatted(what, id, state));
  }

  /** Accepts an action: its task is set when this returns. */
  synchronized Optional<ObjectNode> act(String id, JsonNode body) {
    Instant now = clock.instant();
    FakeServer vm = known(id);
    ServerPhase phase = vm.at(now).orElseThrow(() -> noServer(id));
    String action = body.fieldNames().next();
    if (!phase.task().isEmpty()) {
      throw cannot(id, action, "task_state " + phase.task());
    }
    JsonNode details = body.path(action);
    switch (action) {
      case "reboot" -> {
        boolean hard = details.path("type").asText().equals("HARD");
        allow(vm, phase, action, hard ? TAGGABLE : Set.of("ACTIVE"));
        task(vm, now, hard ? "rebooting_hard" : "rebooting", QUICK, "ACTIVE");
        vm.rebooted(now.plus(QUICK));
      }
      case "os-stop" -> {
        allow(vm, phase, "stop", Set.of("ACTIVE"));
        task(vm, now, "powering-off", QUICK, "SHUTOFF");
      }
      case "os-start" -> {
        allow(vm, phase, "start", Set.of("SHUTOFF"));
        task(vm, now, "powering-on", QUICK, "ACTIVE");
      }
      case "createImage" -> {
        allow(vm, phase, action, TAGGABLE);
        task(vm, now, "image_uploading", SLOW, phase.status());
        Map<String, String> properties = map(details.path("metadata"));
        properties.put("instance_uuid", id);
        String image = shelf.add(details.path("name").asText(), properties, now.plus(SLOW));
        return Optional.of(JsonNodeFactory.instance.objectNode().put("image_id", image));
      }
      case "rebuild" -> {
        String image = details.path("imageRef").asText();
        must(shelf.hasImage(image), "Cannot find image for rebuild");
        allow(vm, phase, action, Set.of("ACTIVE", "SHUTOFF"));
        task(vm, now, "rebuilding", SLOW, phase.status());
        vm.rebuilt(now.plus(SLOW), image);
      }
      default -> throw OpenStackRefusal.nova(400, "There is no such action: " + action);
    }
    return Optional.empty();
  }

  private static void allow(FakeServer vm, ServerPhase phase, String action, Set<String> states) {
    if (!states.contains(phase.status())) {
      throw cannot(vm.id, action, "vm_state " + phase.status());
    }
  }

  private static void task(FakeServer vm, Instant now, String task, Duration time, String then) {
    vm.becomes(now, phase -> phase.doing(task));
    vm.willBe(now.plus(time), phase -> phase.in(then));
  }

  ObjectNode flavors() {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = page.putArray("flavors");
    new TreeMap<>(shelf.flavors)
        .forEach((id, name) -> rows.addObject().put("id", id).put("name", name));
    return page;
  }

  /** In the order of their ids, as many on a page as a page of servers has. */
  ObjectNode flavorDetails(Map<String, String> query, String address) {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = page.putArray("flavors");
    String last = query.getOrDefault("marker", "");
    for (Map.Entry<String, String> each : new TreeMap<>(shelf.flavors).entrySet()) {
      if (each.getKey().compareTo(last) > 0 && rows.size() < pageLimit) {
        rows.add(flavor(each.getKey(), each.getValue()));
      }
    }
    if (rows.size() == pageLimit) {
      page.putArray("flavors_links")
          .addObject()
          .put("rel", "next")
          .put(
              "href",
              address + "/flavors/detail?marker="
                  + rows.path(rows.size() - 1).path("id").asText());
    }
    return page;
  }

  private ObjectNode flavor(String id, String name) {
    int[] make = shelf.makes.get(id);
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id)
        .put("name", name)
        .put("vcpus", make[0])
        .put("ram", make[1])
        .put("disk", make[2])
        .put("OS-FLV-EXT-DATA:ephemeral", 0)
        .put("swap", 0);
  }

  /** Without a limit of cores and memory. */
  synchronized ObjectNode limits() {
    Instant now = clock.instant();
    int servers = 0;
    long cores = 0;
    long memory = 0;
    for (FakeServer vm : this.servers.values()) {
      if (vm.at(now).isPresent()) {
        int[] make = shelf.makes.get(vm.order.path("flavorRef").asText());
        servers++;
        cores += make[0];
        memory += make[1];
      }
    }
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer
        .putObject("limits")
        .putObject("absolute")
        .put("maxTotalInstances", quota)
        .put("totalInstancesUsed", servers)
        .put("maxTotalCores", -1)
        .put("totalCoresUsed", cores)
        .put("maxTotalRAMSize", -1)
        .put("totalRAMUsed", memory);
    return answer;
  }

  ObjectNode zones() {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = page.putArray("availabilityZoneInfo");
    for (String zone : shelf.zones) {
      rows.addObject().put("zoneName", zone).putObject("zoneState").put("available", true);
    }
    return page;
  }

  ObjectNode serverGroups() {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = answer.putArray("server_groups");
    shelf.serverGroups.forEach((id, name) ->
        rows.addObject().put("id", id).put("name", name).put("policy", "anti-affinity"));
    return answer;
  }

  ObjectNode keyPair(String name) {
    if (!shelf.keyPairs.contains(name)) {
      throw OpenStackRefusal.nova(404, "Keypair " + name + " not found for user demo");
    }
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.putObject("keypair").put("name", name);
    return answer;
  }

  private static Map<String, String> map(JsonNode object) {
    Map<String, String> map = new TreeMap<>();
    object.properties().forEach(item -> map.put(item.getKey(), item.getValue().asText()));
    return map;
  }

  private static Set<String> set(JsonNode array) {
    Set<String> set = new TreeSet<>();
    array.forEach(item -> set.add(item.asText()));
    return set;
  }

  /** As its database does, Nova takes no notice of the case of an id's letters. */
  private FakeServer known(String id) {
    return Optional.ofNullable(servers.get(id.toLowerCase(Locale.ROOT)))
        .orElseThrow(() -> noServer(id));
  }

  private static OpenStackRefusal noServer(String id) {
    return OpenStackRefusal.nova(404, "Instance " + id + " could not be found.");
  }

  // What the console does.

  synchronized Map<String, ServerPhase> truth() {
    Map<String, ServerPhase> truth = new TreeMap<>();
    Instant now = clock.instant();
    servers.values().forEach(vm -> vm.at(now).ifPresent(phase -> truth.put(vm.id, phase)));
    return truth;
  }

  synchronized String nameOf(String id) {
    return Optional.ofNullable(servers.get(id)).map(vm -> vm.name).orElse("");
  }

  synchronized void rename(String id, String name) {
    known(id).name = name;
  }

  synchronized Optional<String> at(String address) {
    return newestFirst().stream()
        .filter(vm -> address(vm).equals(address))
        .map(vm -> vm.id)
        .findFirst();
  }

  /** Volumes in GiB: those of servers that are there, and those that were to outlive them. */
  synchronized List<Integer> volumes() {
    Instant now = clock.instant();
    return volumes.entrySet().stream()
        .filter(each -> known(each.getKey()).at(now).isPresent()
            || !each.getValue().path("delete_on_termination").asBoolean())
        .map(each -> each.getValue().path("volume_size").asInt())
        .toList();
  }

  synchronized int made() {
    return made;
  }

  synchronized String makeForAnotherOwner(Set<String> tags, Map<String, String> metadata) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode order = body.putObject("server");
    String name = "somebodys" + (strangers == 0 ? "" : "-" + strangers);
    strangers++;
    order.put("name", name).put("flavorRef", "1").put("imageRef", shelf.imageId("alpine"));
    tags.forEach(order.putArray("tags")::add);
    metadata.forEach(order.putObject("metadata")::put);
    FakeServer vm = make(body, clock.instant());
    vm.becomes(clock.instant(), phase -> phase.in("ACTIVE"));
    return vm.id;
  }

  synchronized void status(String id, String status) {
    known(id).becomes(clock.instant(), phase -> phase.in(status));
  }

  synchronized void fail(String id, String message) {
    known(id).becomes(clock.instant(), phase -> phase.failed(message));
  }

  synchronized void failNext(String message) {
    laterFault = Optional.of(message);
  }

  synchronized void quota(int most) {
    quota = most;
  }

  synchronized void zoneDown(Optional<String> zone) {
    zoneDown = zone;
  }

  synchronized void lag(Duration time) {
    lag = time;
  }

  synchronized void pageLimit(int most) {
    pageLimit = most;
  }

  synchronized JsonNode order(String id) {
    return known(id).order;
  }

  synchronized String serverGroup(String id) {
    return shelf.serverGroups.getOrDefault(hints.getOrDefault(id, ""), "");
  }

  synchronized String imageOf(String id) {
    return imageOf(known(id), clock.instant());
  }

  private static String imageOf(FakeServer vm, Instant now) {
    List<String> rebuilds = vm.rebuilds(now);
    return rebuilds.isEmpty()
        ? vm.order.path("imageRef").asText()
        : rebuilds.get(rebuilds.size() - 1);
  }

  synchronized int reboots(String id) {
    return known(id).reboots(clock.instant());
  }

  synchronized List<String> rebuilds(String id) {
    return known(id).rebuilds(clock.instant());
  }

  List<String> snapshots(String id) {
    return shelf.snapshots(id, clock.instant());
  }
}
