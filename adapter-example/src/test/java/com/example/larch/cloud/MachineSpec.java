package com.example.larch.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A machine as a customer asks for it, checked. */
record MachineSpec(
    Optional<String> zone, String size, String image, boolean spot, Map<String, String> tags) {
  private static final Set<String> FIELDS =
      Set.of("zone", "size", "image", "network", "tags", "userData", "spot");

  static MachineSpec read(
      JsonNode body,
      Collection<String> zones,
      Collection<String> sizes,
      Collection<String> images,
      Collection<String> networks) {
    body.fieldNames().forEachRemaining(field -> {
      if (!FIELDS.contains(field)) {
        throw new LarchRefusal(400, "INVALID_REQUEST", "no field " + field);
      }
    });
    Optional<String> zone = text(body, "zone");
    zone.ifPresent(name -> check(zones.contains(name), "NO_SUCH_ZONE", name));
    String size = text(body, "size").orElse("");
    check(sizes.contains(size), "NO_SUCH_SIZE", size);
    String image = text(body, "image").orElse("");
    check(images.contains(image), "NO_SUCH_IMAGE", image);
    text(body, "network")
        .ifPresent(name -> check(networks.contains(name), "NO_SUCH_NETWORK", name));
    String userData = text(body, "userData").orElse("");
    if (userData.getBytes(StandardCharsets.UTF_8).length > 16 * 1024) {
      throw new LarchRefusal(400, "INVALID_USER_DATA", "more than 16 KiB");
    }
    return new MachineSpec(
        zone, size, image, body.path("spot").asBoolean(), tags(body.path("tags")));
  }

  private static void check(boolean well, String code, String name) {
    if (!well) {
      throw new LarchRefusal(404, code, "there is no \"" + name + '"');
    }
  }

  private static Optional<String> text(JsonNode body, String field) {
    JsonNode value = body.path(field);
    if (!value.isMissingNode() && !value.isTextual()) {
      throw new LarchRefusal(400, "INVALID_REQUEST", field + " must be a text");
    }
    return Optional.ofNullable(value.textValue());
  }

  /** Tags, by the rules that hold for all machines. */
  static Map<String, String> tags(JsonNode object) {
    Map<String, String> tags = new TreeMap<>();
    for (Map.Entry<String, JsonNode> tag : object.properties()) {
      String name = tag.getKey();
      int nameLength = name.codePointCount(0, name.length());
      String value = tag.getValue().asText();
      boolean well = nameLength >= 1
          && nameLength <= 40
          && !name.contains(":")
          && tag.getValue().isTextual()
          && value.codePointCount(0, value.length()) <= 60;
      if (!well) {
        throw new LarchRefusal(400, "INVALID_TAGS", "tag \"" + name + "\" is not allowed");
      }
      tags.put(name, value);
    }
    if (tags.size() > 20) {
      throw new LarchRefusal(400, "INVALID_TAGS", "more than 20 tags");
    }
    return tags;
  }
}
