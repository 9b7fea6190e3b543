package com.example.larch;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What Larch has to offer at this moment. */
final class LarchCatalog {
  private final Set<String> zones = new TreeSet<>();
  private final Set<String> sizes = new TreeSet<>();
  private final Set<String> networks = new TreeSet<>();
  private final TreeMap<String, String> imageIdsByName = new TreeMap<>();

  private LarchCatalog() {}

  static LarchCatalog read(LarchApi api, CallContext call) {
    LarchRequest request = LarchRequest.get("/v1/catalog");
    LarchReply reply = api.exchange(request, call);
    JsonNode body = LarchErrors.expect(200, request, reply);
    for (String list : Set.of("zones", "sizes", "networks", "images")) {
      if (!body.path(list).isArray()) {
        throw LarchErrors.notUnderstood(request, reply, list);
      }
    }
    LarchCatalog catalog = new LarchCatalog();
    body.path("zones").forEach(zone -> catalog.zones.add(zone.asText("")));
    body.path("sizes").forEach(size -> catalog.sizes.add(size.asText("")));
    body.path("networks").forEach(network -> catalog.networks.add(network.asText("")));
    for (JsonNode image : body.path("images")) {
      catalog.imageIdsByName.put(image.path("name").asText(""), image.path("id").asText(""));
    }
    return catalog;
  }

  Set<String> zones() {
    return zones;
  }

  String zone(String zone) {
    return known("zone", zone, zones);
  }

  String size(String size) {
    return known("size", size, sizes);
  }

  String network(String network) {
    return known("network", network, networks);
  }

  /** The image of this id, or the one that has this name now. */
  String imageId(String image) {
    if (imageIdsByName.containsValue(image)) {
      return image;
    }
    return Optional.ofNullable(imageIdsByName.get(image))
        .orElseThrow(() -> notFound("image", image, imageIdsByName.keySet()));
  }

  private static String known(String what, String name, Set<String> names) {
    if (!names.contains(name)) {
      throw notFound(what, name, names);
    }
    return name;
  }

  private static CloudException notFound(String what, String name, Set<String> names) {
    return CloudException.of(
            Kind.NOT_FOUND, Effect.NONE, "Larch has no " + what + " " + name + "; it has " + names)
        .build();
  }
}
