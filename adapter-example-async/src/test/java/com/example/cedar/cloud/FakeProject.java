package com.example.cedar.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The project: its machines, operations and limits. Its methods may be called by any thread. */
final class FakeProject {
  private static final List<String> SIZES = List.of("small", "medium", "large");
  private static final List<String> IMAGES = List.of("img-1", "img-2");

  private final InstantSource clock;
  private final SplittableRandom chance;
  private final TreeMap<String, FakeMachine> machines = new TreeMap<>();
  private final FakeOperations operations = new FakeOperations();
  private final FakeAddresses addresses = new FakeAddresses();
  private final Map<String, Integer> capacity = new HashMap<>();
  private List<String> zones = List.of("east-1", "east-2", "west-1");
  private Optional<String> nextMakingFails = Optional.empty();
  private boolean nextEndingFails;
  private int quota = 1000;
  private int pageLimit = 100;
  private int numbers;

  FakeProject(InstantSource clock, long seed) {
    this.clock = clock;
    this.chance = new SplittableRandom(seed);
  }

  // What customers ask.

  synchronized ObjectNode catalog() {
    ObjectNode catalog = JsonNodeFactory.instance.objectNode();
    zones.forEach(catalog.putArray("zones")::add);
    SIZES.forEach(catalog.putArray("sizes")::add);
    IMAGES.forEach(catalog.putArray("images")::add);
    return catalog;
  }

  /** Begins the operation that makes a machine, or finds the one of the key; returns its id. */
  synchronized String launch(JsonNode body, Optional<String> key) {
    Instant now = clock.instant();
    Optional<FakeOperation> before = key.flatMap(name -> operations.under(name, body, now));
    if (before.isPresent()) {
      return before.get().id;
    }
    LaunchBody wanted = LaunchBody.read(body, zones, SIZES, IMAGES);
    long mine = machines.values().stream().filter(vm -> !vm.hasEnded(now)).count();
    if (mine >= quota) {
      throw new CedarRefusal(
          403, "QUOTA_EXCEEDED", "the project has " + mine + " machines of " + quota);
    }
    String zone = zoneFor(wanted, now);
    Optional<ObjectNode> error = nextMakingFails.map(code -> error(code, zone, wanted.size()));
    nextMakingFails = Optional.empty();
    FakeOperation operation = operations.beginMaking(now, error);
    if (error.isEmpty()) {
      operation.makes(add(zone, wanted, now, operation.end()));
    }
    key.ifPresent(name -> operations.keep(name, body, operation, now));
    return operation.id;
  }

  private static ObjectNode error(String code, String zone, String size) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("code", code)
        .put("message", "the machine could not be made")
        .put("zone", zone)
        .put("size", size);
  }

  private FakeMachine add(String zone, LaunchBody wanted, Instant begun, Instant made) {
    String id = "m-%010x".formatted(chance.nextLong(1L << 40));
    FakeMachine machine = new FakeMachine(id, zone, wanted, begun, made, ++numbers);
    machines.put(id, machine);
    return machine;
  }

  private String zoneFor(LaunchBody wanted, Instant now) {
    for (String zone : wanted.zone().map(List::of).orElse(zones)) {
      long there = machines.values().stream()
          .filter(vm -> vm.zone.equals(zone) && !vm.hasEnded(now))
          .count();
      if (there < capacity.getOrDefault(zone, Integer.MAX_VALUE)) {
        return zone;
      }
    }
    Map<String, String> details = new TreeMap<>(Map.of("size", wanted.size()));
    wanted.zone().ifPresent(zone -> details.put("zone", zone));
    throw new CedarRefusal(507, "NO_CAPACITY", "no " + wanted.size() + " left", details);
  }

  synchronized ObjectNode operation(String id) {
    return operations.row(id, clock.instant());
  }

  synchronized ObjectNode list(Map<String, String> tags, String after, int limit) {
    Instant now = clock.instant();
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = page.putArray("machines");
    String last = after.isEmpty() ? "" : decoded(after);
    for (FakeMachine vm : machines.tailMap(last, false).values()) {
      if (vm.hasRow(now) && vm.wanted.tags().entrySet().containsAll(tags.entrySet())) {
        if (rows.size() == Math.min(limit, pageLimit)) {
          page.put("next", cursor(last));
          break;
        }
        rows.add(vm.row(now));
        last = vm.id;
      }
    }
    return page;
  }

  /** Opaque, and beginning with a character that must be escaped in a query. */
  private static String cursor(String last) {
    return "+" + Base64.getEncoder().encodeToString(last.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String cursor) {
    if (!cursor.startsWith("+")) {
      throw new CedarRefusal(400, "INVALID_REQUEST", "this is no cursor");
    }
    byte[] last = Base64.getDecoder().decode(cursor.substring(1));
    return new String(last, StandardCharsets.UTF_8);
  }

  synchronized ObjectNode look(String id) {
    Instant now = clock.instant();
    return withRow(id, now).row(now);
  }

  /** Begins the operation that ends a machine; returns its id. */
  synchronized String delete(String id) {
    Instant now = clock.instant();
    FakeMachine vm = withRow(id, now);
    FakeOperation operation = vm.endingAt(now).orElseGet(() -> beginEnding(vm, now));
    return operation.id;
  }

  private FakeOperation beginEnding(FakeMachine vm, Instant now) {
    Optional<ObjectNode> error = nextEndingFails
        ? Optional.of(error("INTERNAL", vm.zone, vm.wanted.size()))
        : Optional.empty();
    nextEndingFails = false;
    FakeOperation operation = operations.beginEnding(now, error);
    vm.endsBy(operation);
    return operation;
  }

  private FakeMachine withRow(String id, Instant now) {
    return Optional.ofNullable(machines.get(id))
        .filter(vm -> vm.hasRow(now))
        .orElseThrow(() -> new CedarRefusal(404, "NO_SUCH_MACHINE", "no machine " + id));
  }

  synchronized ObjectNode makeAddress(JsonNode body, Optional<String> key) {
    return addresses.make(body, key, clock.instant(), this::lives);
  }

  synchronized ObjectNode attachAddress(String id, String machine) {
    return addresses.attach(id, machine, this::lives);
  }

  synchronized ObjectNode releaseAddress(String id) {
    return addresses.release(id);
  }

  synchronized ObjectNode addresses(Map<String, String> tags, String after, int limit) {
    return addresses.list(tags, after, Math.min(limit, pageLimit), this::lives);
  }

  private boolean lives(String machine) {
    Instant now = clock.instant();
    return Optional.ofNullable(machines.get(machine))
        .filter(vm -> vm.hasRow(now))
        .isPresent();
  }

  // What the console does.

  /** The tags of each address, by its id. */
  synchronized Map<String, Map<String, String>> addresses() {
    return addresses.tags();
  }

  /** The tags of each machine that has a row, by its id. */
  synchronized Map<String, Map<String, String>> machines() {
    Instant now = clock.instant();
    Map<String, Map<String, String>> tags = new TreeMap<>();
    machines.values().stream()
        .filter(vm -> vm.hasRow(now))
        .forEach(vm -> tags.put(vm.id, vm.wanted.tags()));
    return tags;
  }

  synchronized int begun() {
    return operations.begun();
  }

  synchronized String makeForAnother(String zone, Map<String, String> tags) {
    LaunchBody wanted =
        new LaunchBody(Optional.of(zone), "small", "img-1", false, Map.copyOf(tags), "");
    Instant now = clock.instant();
    return add(zone, wanted, now, now).id;
  }

  synchronized void kill(String id) {
    withRow(id, clock.instant()).kill();
  }

  synchronized void state(String id, String state) {
    withRow(id, clock.instant()).state(state);
  }

  synchronized LaunchBody wanted(String id) {
    return withRow(id, clock.instant()).wanted;
  }

  synchronized void failNextMaking(String code) {
    nextMakingFails = Optional.of(code);
  }

  synchronized void failNextEnding() {
    nextEndingFails = true;
  }

  synchronized void forgetOperations() {
    operations.forgetEnded(clock.instant());
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

  synchronized void zones(List<String> names) {
    zones = List.copyOf(names);
  }
}
