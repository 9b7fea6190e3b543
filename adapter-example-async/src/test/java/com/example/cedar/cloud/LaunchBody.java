package com.example.cedar.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a customer asks a machine to be, checked. */
record LaunchBody(
    Optional<String> zone,
    String size,
    String image,
    boolean spot,
    Map<String, String> tags,
    String userData) {
  private static final Set<String> FIELDS =
      Set.of("zone", "size", "image", "tags", "userData", "spot");

  static LaunchBody read(
      JsonNode body,
      Collection<String> zones,
      Collection<String> sizes,
      Collection<String> images) {
    body.fieldNames().forEachRemaining(field -> {
      if (!FIELDS.contains(field)) {
        throw invalid("there is no field " + field);
      }
    });
    Optional<String> zone = text(body, "zone");
    zone.ifPresent(name -> check(zones.contains(name), "NO_SUCH_ZONE", name));
    String size = text(body, "size").orElse("");
    check(sizes.contains(size), "NO_SUCH_SIZE", size);
    String image = text(body, "image").orElse("");
    check(images.contains(image), "NO_SUCH_IMAGE", image);
    String userData = text(body, "userData").orElse("");
    if (userData.getBytes(StandardCharsets.UTF_8).length > 16 * 1024) {
      throw invalid("userData has more than 16 KiB");
    }
    return new LaunchBody(
        zone, size, image, body.path("spot").asBoolean(), tags(body.path("tags")), userData);
  }

  private static void check(boolean known, String code, String name) {
    if (!known) {
      throw new CedarRefusal(404, code, "there is no \"" + name + '"');
    }
  }

  private static Optional<String> text(JsonNode body, String field) {
    JsonNode value = body.path(field);
    if (!value.isMissingNode() && !value.isTextual()) {
      throw invalid(field + " must be a text");
    }
    return Optional.ofNullable(value.textValue());
  }

  private static Map<String, String> tags(JsonNode object) {
    Map<String, String> tags = new TreeMap<>();
    for (Map.Entry<String, JsonNode> tag : object.properties()) {
      String name = tag.getKey();
      String value = tag.getValue().asText();
      int length = name.codePointCount(0, name.length());
      boolean allowed = length >= 1
          && length <= 40
          && !name.contains(":")
          && tag.getValue().isTextual()
          && value.codePointCount(0, value.length()) <= 60
          && (name + value).chars().noneMatch(Character::isISOControl);
      if (!allowed) {
        throw invalid("tag \"" + name + "\" is not allowed");
      }
      tags.put(name, value);
    }
    if (tags.size() > 20) {
      throw invalid("there are more than 20 tags");
    }
    return tags;
  }

  private static CedarRefusal invalid(String message) {
    return new CedarRefusal(400, "INVALID_REQUEST", message);
  }
}
