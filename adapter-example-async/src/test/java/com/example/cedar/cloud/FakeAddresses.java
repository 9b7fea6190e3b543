package com.example.cedar.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The floating addresses of a project, and the keys of the requests that made them. Guarded by the project. */
final class FakeAddresses {
  private static final Duration KEY_LIFETIME = Duration.ofHours(24);

  private record KeyUse(JsonNode body, String address, Instant at) {}

  private record Address(String id, Map<String, String> tags, Optional<String> machine) {}

  private final TreeMap<String, Address> addresses = new TreeMap<>();
  private final Map<String, KeyUse> keys = new HashMap<>();
  private int made;

  /** Makes an address, or finds the one of the key. */
  ObjectNode make(JsonNode body, Optional<String> key, Instant now, Predicate<String> lives) {
    KeyUse use = key.map(keys::get).orElse(null);
    if (use != null && now.isBefore(use.at().plus(KEY_LIFETIME))) {
      if (!use.body().equals(body)) {
        throw new CedarRefusal(409, "KEY_MISMATCH", "the key was used for another request");
      }
      return Optional.ofNullable(addresses.get(use.address()))
          .map(address -> row(address, lives))
          .orElseThrow(() -> new CedarRefusal(409, "KEY_SPENT", "the key's address was released"));
    }
    Map<String, String> tags = new TreeMap<>();
    body.path("tags")
        .properties()
        .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
    Address address = new Address("a-%06d".formatted(++made), tags, Optional.empty());
    addresses.put(address.id(), address);
    key.ifPresent(name -> keys.put(name, new KeyUse(body, address.id(), now)));
    return row(address, lives);
  }

  ObjectNode attach(String id, String machine, Predicate<String> lives) {
    Address before = known(id);
    if (!lives.test(machine)) {
      throw new CedarRefusal(404, "NO_SUCH_MACHINE", "no machine " + machine);
    }
    Address address = new Address(id, before.tags(), Optional.of(machine));
    addresses.put(id, address);
    return row(address, lives);
  }

  ObjectNode release(String id) {
    Address known = known(id);
    addresses.remove(known.id());
    return JsonNodeFactory.instance.objectNode().put("id", id);
  }

  private Address known(String id) {
    return Optional.ofNullable(addresses.get(id))
        .orElseThrow(() -> new CedarRefusal(404, "NO_SUCH_ADDRESS", "no address " + id));
  }

  /** A page of those with some tags. */
  ObjectNode list(Map<String, String> tags, String after, int limit, Predicate<String> lives) {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = page.putArray("addresses");
    String last = after;
    for (Address address : addresses.tailMap(after, false).values()) {
      if (address.tags().entrySet().containsAll(tags.entrySet())) {
        if (rows.size() == limit) {
          page.put("next", last);
          break;
        }
        rows.add(row(address, lives));
        last = address.id();
      }
    }
    return page;
  }

  /** The tags of each address, by its id. */
  Map<String, Map<String, String>> tags() {
    Map<String, Map<String, String>> tags = new TreeMap<>();
    addresses.values().forEach(address -> tags.put(address.id(), address.tags()));
    return tags;
  }

  /** An address is free again when its machine has ended. */
  private static ObjectNode row(Address address, Predicate<String> lives) {
    ObjectNode row = JsonNodeFactory.instance.objectNode().put("id", address.id());
    address.machine().filter(lives).ifPresent(machine -> row.put("machine", machine));
    ObjectNode tags = row.putObject("tags");
    address.tags().forEach(tags::put);
    return row;
  }
}
