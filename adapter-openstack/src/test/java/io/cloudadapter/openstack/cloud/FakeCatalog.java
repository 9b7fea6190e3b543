package io.cloudadapter.openstack.cloud;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What servers are made of: flavors, images, networks, security groups. Any thread may use it. */
final class FakeCatalog {
  /** An image; a snapshot is one from its time on. */
  record Image(String id, String name, Map<String, String> properties, Instant from) {}

  final Map<String, String> flavors = Map.of("1", "m1.small", "2", "m1.large", "4", "m1.huge");
  /** Processors, memory in MiB and disk in GiB, by flavor. */
  final Map<String, int[]> makes = Map.of(
      "1", new int[] {1, 2048, 20}, "2", new int[] {4, 8192, 80}, "4", new int[] {1, 64, 5_000_000
      });

  final List<String> zones = List.of("nova", "edge");
  final Map<String, String> networks = new LinkedHashMap<>();
  final Map<String, String> groups = new LinkedHashMap<>();
  final List<String> keyPairs = List.of("ops");
  final Map<String, String> serverGroups = Map.of(uuid("srvg", 1), "apart");
  private final List<Image> images = new ArrayList<>();
  private int made;

  FakeCatalog() {
    networks.put(uuid("netw", 1), "private");
    networks.put(uuid("netw", 2), "private-2");
    groups.put(uuid("secg", 1), "default");
    groups.put(uuid("secg", 2), "web");
    images.add(new Image(uuid("imag", ++made), "debian", Map.of(), Instant.EPOCH));
    images.add(new Image(uuid("imag", ++made), "alpine", Map.of(), Instant.EPOCH));
  }

  /** Ids of one kind are alike, so that tests can read them. */
  static String uuid(String kind, int number) {
    StringBuilder hex = new StringBuilder();
    kind.chars().forEach(letter -> hex.append("%02x".formatted(letter)));
    return hex + "-0000-4000-8000-" + "%012d".formatted(number);
  }

  synchronized String imageId(String name) {
    return images.stream()
        .filter(image -> image.name().equals(name))
        .findFirst()
        .orElseThrow()
        .id();
  }

  synchronized boolean hasImage(String id) {
    return images.stream().anyMatch(image -> image.id().equals(id));
  }

  /** Gives a name to a new image; the old one gets another name. */
  synchronized void move(String name) {
    images.replaceAll(image -> image.name().equals(name)
        ? new Image(image.id(), name + "-old", image.properties(), image.from())
        : image);
    images.add(new Image(uuid("imag", ++made), name, Map.of(), Instant.EPOCH));
  }

  synchronized String add(String name, Map<String, String> properties, Instant from) {
    Image image = new Image(uuid("imag", ++made), name, properties, from);
    images.add(image);
    return image.id();
  }

  synchronized List<String> snapshots(String server, Instant now) {
    return images.stream()
        .filter(image -> server.equals(image.properties().get("instance_uuid")))
        .filter(image -> !image.from().isAfter(now))
        .map(Image::id)
        .toList();
  }

  // Glance.

  synchronized ObjectNode images(Map<String, String> filters, Instant now) {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = page.putArray("images");
    for (Image image : images) {
      ObjectNode row = row(image, now);
      boolean fits = filters.entrySet().stream()
          .allMatch(filter -> row.path(filter.getKey()).asText().equals(filter.getValue()));
      if (fits) {
        rows.add(row);
      }
    }
    return page.put("first", "/v2/images").put("schema", "/v2/schemas/images");
  }

  synchronized ObjectNode image(String id, Instant now) {
    return images.stream()
        .filter(image -> image.id().equals(id))
        .findFirst()
        .map(image -> row(image, now))
        .orElseThrow(() -> OpenStackRefusal.webob(404, "No image found with ID " + id));
  }

  private static ObjectNode row(Image image, Instant now) {
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    boolean there = !image.from().isAfter(now);
    row.put("id", image.id()).put("name", image.name());
    row.put("status", there ? "active" : "saving");
    if (there) {
      row.put("size", 8L << 20);
    } else {
      row.putNull("size");
    }
    image.properties().forEach(row::put);
    return row;
  }

  // Neutron.

  ObjectNode networks(Map<String, String> filters) {
    return named("networks", networks, filters);
  }

  ObjectNode groups(Map<String, String> filters) {
    return named("security_groups", groups, filters);
  }

  private static ObjectNode named(
      String field, Map<String, String> all, Map<String, String> filters) {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = page.putArray(field);
    Optional<String> id = Optional.ofNullable(filters.get("id"));
    Optional<String> name = Optional.ofNullable(filters.get("name"));
    all.forEach((key, value) -> {
      if (id.orElse(key).equals(key) && name.orElse(value).equals(value)) {
        rows.addObject().put("id", key).put("name", value);
      }
    });
    return page;
  }
}
