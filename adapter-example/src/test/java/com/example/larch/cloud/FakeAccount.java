package com.example.larch.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/** The account: its machines, keys and limits. Its methods may be called by any thread. */
final class FakeAccount {
  private static final AtomicLong TOKENS = new AtomicLong();

  private static final Duration KEY_LIFETIME = Duration.ofHours(24);

  /** What a key was used for. */
  private record KeyUse(JsonNode body, FakeMachine machine, Instant at) {}

  private final InstantSource clock;
  private final ReadConsistency reads;
  private final TreeMap<String, FakeMachine> machines = new TreeMap<>();
  private final FakeActions jobs = new FakeActions();
  private final FakeLoadBalancers balancers = new FakeLoadBalancers();
  private final Map<String, KeyUse> keys = new HashMap<>();

  /** Which key each machine was made with, by its id. */
  private final Map<String, String> keysOf = new HashMap<>();

  /** What each machine was ordered with, by its id. */
  private final Map<String, JsonNode> orders = new HashMap<>();

  private final Map<String, Integer> capacity = new HashMap<>();
  private final Map<String, String> images = new LinkedHashMap<>();
  private List<String> zones = List.of("north-1", "north-2", "south-1");
  private final List<String> sizes = List.of("small", "medium", "large");
  private final List<String> networks = List.of("default", "backend");
  private Set<String> unreachable = Set.of();
  private Optional<String> laterFailure = Optional.empty();
  private Duration bootTime = Duration.ofSeconds(3);
  private int quota = 1000;
  private int pageLimit = 100;
  private int made;

  FakeAccount(InstantSource clock, long seed) {
    this.clock = clock;
    this.reads = new ReadConsistency(seed);
    images.put("debian", "img-1");
    images.put("alpine", "img-2");
  }

  // What customers ask.

  synchronized ObjectNode catalog() {
    ObjectNode catalog = JsonNodeFactory.instance.objectNode();
    zones.forEach(catalog.putArray("zones")::add);
    sizes.forEach(catalog.putArray("sizes")::add);
    networks.forEach(catalog.putArray("networks")::add);
    ArrayNode shown = catalog.putArray("images");
    images.forEach((name, id) -> shown.addObject().put("id", id).put("name", name));
    return catalog;
  }

  synchronized ObjectNode create(JsonNode body, Optional<String> key) {
    Instant now = clock.instant();
    if (key.isPresent()) {
      KeyUse use = keys.get(key.get());
      if (use != null && now.isBefore(use.at().plus(KEY_LIFETIME))) {
        return again(use, body, now);
      }
    }
    FakeMachine vm = make(MachineSpec.read(body, zones, sizes, images.values(), networks), now);
    orders.put(vm.id, body);
    key.ifPresent(name -> {
      keys.put(name, new KeyUse(body, vm, now));
      keysOf.put(vm.id, name);
    });
    return MachineJson.of(vm, vm.at(now).orElseThrow());
  }

  private static ObjectNode again(KeyUse use, JsonNode body, Instant now) {
    if (!use.body().equals(body)) {
      throw new LarchRefusal(409, "KEY_MISMATCH", "the key was used for another request");
    }
    if (use.machine().ended(now)) {
      throw new LarchRefusal(409, "KEY_SPENT", "the key's machine has ended");
    }
    return MachineJson.of(use.machine(), use.machine().at(now).orElseThrow());
  }

  private FakeMachine make(MachineSpec wanted, Instant now) {
    long mine = machines.values().stream().filter(vm -> !vm.ended(now)).count();
    if (mine >= quota) {
      throw new LarchRefusal(
          403, "QUOTA_EXCEEDED", "the account has " + mine + " machines of " + quota);
    }
    FakeMachine vm = new FakeMachine(
        "m-" + reads.hex(10),
        zoneFor(wanted, now),
        wanted.size(),
        wanted.image(),
        wanted.spot(),
        wanted.tags(),
        now,
        ++made);
    if (laterFailure.isPresent()) {
      String code = laterFailure.get();
      vm.willBe(now.plus(bootTime), phase -> phase.failed(code));
      laterFailure = Optional.empty();
    } else {
      vm.willBe(now.plus(bootTime.dividedBy(3)), phase -> phase.in("STARTING"));
      vm.willBe(now.plus(bootTime), phase -> phase.in("ACTIVE"));
    }
    machines.put(vm.id, vm);
    return vm;
  }

  private String zoneFor(MachineSpec wanted, Instant now) {
    List<String> allowed = wanted.zone().map(List::of).orElse(zones);
    for (String zone : allowed) {
      long there = machines.values().stream()
          .filter(vm -> vm.zone.equals(zone) && !vm.ended(now))
          .count();
      if (there < capacity.getOrDefault(zone, Integer.MAX_VALUE)) {
        return zone;
      }
    }
    Map<String, String> details = new TreeMap<>(Map.of("size", wanted.size()));
    wanted.zone().ifPresent(zone -> details.put("zone", zone));
    throw new LarchRefusal(507, "NO_CAPACITY", "no " + wanted.size() + " left", details);
  }

  synchronized ObjectNode list(Map<String, String> tags, String after, int offset, int limit) {
    Instant now = clock.instant();
    int most = reads.rows(Math.min(limit, pageLimit));
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = page.putArray("machines");
    String last = after.isEmpty() ? "" : decoded(after);
    int left = offset;
    for (FakeMachine vm : machines.tailMap(last, false).values()) {
      Optional<FakeMachine.Phase> shown =
          unreachable.contains(vm.zone) ? Optional.empty() : vm.at(reads.moment(now));
      if (shown.isPresent()
          && shown.get().tags().entrySet().containsAll(tags.entrySet())
          && left-- <= 0) {
        if (rows.size() == most) {
          page.put("next", cursor(last));
          break;
        }
        rows.add(MachineJson.of(vm, shown.get()));
      }
      last = vm.id;
    }
    ArrayNode gaps = page.putArray("unreachableZones");
    new TreeSet<>(unreachable).forEach(gaps::add);
    return page;
  }

  /** Opaque, no two alike, and beginning with a character that must be escaped in a query. */
  private String cursor(String last) {
    String inside = last + "/" + reads.hex(8);
    return "+" + Base64.getEncoder().encodeToString(inside.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String cursor) {
    if (!cursor.startsWith("+")) {
      throw new LarchRefusal(400, "INVALID_REQUEST", "this is no cursor");
    }
    byte[] inside = Base64.getDecoder().decode(cursor.substring(1));
    return new String(inside, StandardCharsets.UTF_8).split("/", 2)[0];
  }

  synchronized MachineJson.Tagged look(String id) {
    FakeMachine vm = known(id);
    if (unreachable.contains(vm.zone)) {
      throw new LarchRefusal(503, "UNAVAILABLE", "zone " + vm.zone + " is unreachable");
    }
    FakeMachine.Phase shown =
        vm.at(reads.moment(clock.instant())).orElseThrow(() -> noSuchMachine(id));
    return MachineJson.tagged(vm, shown);
  }

  synchronized void delete(String id, boolean diskToo) {
    Instant now = clock.instant();
    FakeMachine vm = known(id);
    String state = vm.at(now).orElseThrow(() -> noSuchMachine(id)).state();
    if (!state.equals("DELETING") && !state.equals("DELETED")) {
      vm.becomes(now, phase -> phase.in("DELETING"));
      vm.willBe(now.plusSeconds(2), phase -> phase.in("DELETED"));
    }
    if (diskToo) {
      vm.diskGoes(now);
    }
  }

  synchronized MachineJson.Tagged tag(String id, Map<String, String> tags, String version) {
    Instant now = clock.instant();
    FakeMachine vm = known(id);
    FakeMachine.Phase phase = vm.at(now)
        .filter(seen -> !seen.state().equals("DELETED"))
        .orElseThrow(() -> noSuchMachine(id));
    MachineJson.Tagged current = MachineJson.tagged(vm, phase);
    if (!current.version().equals(version)) {
      throw new LarchRefusal(412, "TAGS_CHANGED", "the tags have another version by now");
    }
    vm.tag(now, tags);
    return MachineJson.tagged(vm, vm.at(now).orElseThrow());
  }

  synchronized ObjectNode act(String id, JsonNode order, String key) {
    Instant now = clock.instant();
    FakeMachine vm = known(id);
    if (vm.at(now).isEmpty() || vm.ended(now)) {
      throw noSuchMachine(id);
    }
    return jobs.begin(vm, order, key, now);
  }

  synchronized ObjectNode action(String id, String key) {
    FakeMachine vm = known(id);
    return jobs.look(vm, key, reads.moment(clock.instant()))
        .orElseThrow(() -> new LarchRefusal(404, "NO_SUCH_ACTION", "no action " + key));
  }

  synchronized ObjectNode putBalancer(String name, JsonNode body) {
    balancers.put(name, body, this::lives);
    return balancer(name);
  }

  synchronized ObjectNode putMachines(String name, JsonNode body) {
    balancers.machines(name, body, this::lives);
    return balancer(name);
  }

  synchronized ObjectNode balancer(String name) {
    return balancers.row(name, id -> lives(id) && !isStopped(id));
  }

  synchronized void deleteBalancer(String name) {
    balancers.delete(name);
  }

  private boolean lives(String id) {
    return Optional.ofNullable(machines.get(id))
        .filter(vm -> !vm.ended(clock.instant()))
        .isPresent();
  }

  private FakeMachine known(String id) {
    return Optional.ofNullable(machines.get(id)).orElseThrow(() -> noSuchMachine(id));
  }

  private static LarchRefusal noSuchMachine(String id) {
    return new LarchRefusal(404, "NO_SUCH_MACHINE", "no machine " + id);
  }

  // What the console does.

  synchronized List<LarchResource> assets() {
    Instant now = clock.instant();
    List<LarchResource> assets = new ArrayList<>();
    for (FakeMachine vm : machines.values()) {
      boolean ended = vm.ended(now);
      if (!ended) {
        FakeMachine.Phase phase = vm.at(now).orElseThrow();
        assets.add(new LarchResource("machine", vm.id, phase.state(), phase.tags()));
      }
      if (vm.hasDisk(now)) {
        assets.add(new LarchResource(
            "disk", "disk-of-" + vm.id, ended ? "LEFT" : "ATTACHED", vm.lastTags()));
      }
    }
    return assets;
  }

  synchronized List<ObjectNode> balancers() {
    return balancers.names().stream().map(this::balancer).toList();
  }

  /** What each machine was made with; a machine without a key has none. */
  synchronized Map<String, String> keys() {
    Map<String, String> made = new TreeMap<>();
    machines.keySet().forEach(id -> made.put(id, ""));
    keysOf.forEach(made::put);
    return made;
  }

  synchronized int made() {
    return made;
  }

  synchronized String makeForAnotherOwner(String zone, Map<String, String> tags) {
    MachineSpec wanted = new MachineSpec(Optional.of(zone), "small", "img-1", false, tags);
    return make(wanted, clock.instant()).id;
  }

  synchronized ObjectNode row(String id) {
    FakeMachine vm = known(id);
    return MachineJson.of(vm, vm.at(clock.instant()).orElseThrow());
  }

  synchronized void kill(String id) {
    FakeMachine vm = known(id);
    vm.becomes(clock.instant(), phase -> phase.in("DELETED"));
    vm.diskGoes(clock.instant());
  }

  synchronized void state(String id, String state) {
    known(id).becomes(clock.instant(), phase -> phase.in(state));
  }

  synchronized void failNextLaunch(String code) {
    laterFailure = Optional.of(code);
  }

  synchronized boolean isStopped(String id) {
    return known(id)
        .at(clock.instant())
        .filter(phase -> phase.state().equals("STOPPED"))
        .isPresent();
  }

  synchronized int reboots(String id) {
    return jobs.reboots(known(id), clock.instant());
  }

  synchronized List<String> snapshots(String id) {
    return jobs.taken(known(id), clock.instant());
  }

  synchronized List<String> restores(String id) {
    return jobs.restored(known(id), clock.instant());
  }

  synchronized void capacity(String zone, int most) {
    capacity.put(zone, most);
  }

  synchronized void quota(int most) {
    quota = most;
  }

  synchronized void pageLimit(int most) {
    pageLimit = most;
  }

  synchronized void bootTime(Duration time) {
    bootTime = time;
  }

  synchronized void zones(List<String> names) {
    zones = List.copyOf(names);
  }

  synchronized void unreachable(Set<String> gone) {
    unreachable = Set.copyOf(gone);
  }

  synchronized void image(String name, String id) {
    images.put(name, id);
  }

  synchronized String imageId(String name) {
    return Optional.ofNullable(images.get(name))
        .orElseThrow(() -> new IllegalArgumentException("there is no image " + name));
  }

  /** A field of the order that made a machine; empty if it was not there. */
  synchronized String ordered(String id, String field) {
    return Optional.ofNullable(orders.get(id))
        .map(body -> body.path(field).asText())
        .orElse("");
  }

  synchronized String imageOf(String machine) {
    return known(machine).image;
  }

  synchronized boolean isSpot(String machine) {
    return known(machine).spot;
  }

  synchronized void lag(Duration lag) {
    reads.lag(lag);
  }

  synchronized void seed(long seed) {
    reads.seed(seed);
  }

  /** A token that no other cloud of this process has, so that a token in a file leads to the cloud that issued it. */
  synchronized String newToken() {
    return "lt-" + reads.hex(24).substring(8) + "%08x".formatted(TOKENS.incrementAndGet());
  }
}
