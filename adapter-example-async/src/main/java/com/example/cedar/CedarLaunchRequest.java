package com.example.cedar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The request that begins the operation of a launch, complete but for the launch key. Frozen, it is {@code
 * {"v":1,"body":{…}}}, with fields in a fixed order and tags sorted, so that one launch always gives the same bytes.
 */
final class CedarLaunchRequest {
  private static final int VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ObjectNode body;

  private CedarLaunchRequest(ObjectNode body) {
    this.body = body;
  }

  /** Checks what needs no look at the cloud. */
  static void check(LaunchSpec spec) {
    if (spec.size().isEmpty()) {
      throw CedarLimits.invalid("size is missing: Cedar has no default size");
    }
    if (spec.image().isEmpty()) {
      throw CedarLimits.invalid("image is missing: Cedar has no default image");
    }
    CedarLimits.checkTags(tags(spec));
    spec.userData().ifPresent(CedarLimits::checkUserData);
  }

  /** The request for a spec that has been checked. */
  static CedarLaunchRequest of(LaunchSpec spec, CedarCatalog catalog) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    spec.zone().ifPresent(zone -> body.put("zone", catalog.zone(zone)));
    spec.size().ifPresent(size -> body.put("size", catalog.size(size)));
    spec.image().ifPresent(image -> body.put("image", catalog.image(image)));
    body.put("spot", spec.market() == Market.SPOT);
    ObjectNode tags = body.putObject("tags");
    tags(spec).forEach(tags::put);
    spec.userData().ifPresent(userData -> body.put("userData", userData.reveal()));
    return new CedarLaunchRequest(body);
  }

  private static Map<String, String> tags(LaunchSpec spec) {
    Map<String, String> tags = new TreeMap<>(spec.tags());
    OwnershipMarks marks = new OwnershipMarks(spec.pool(), spec.incarnation(), Optional.empty());
    tags.putAll(marks.toTags());
    return tags;
  }

  PreparedLaunch freeze() {
    ObjectNode frozen = JsonNodeFactory.instance.objectNode();
    frozen.put("v", VERSION);
    frozen.set("body", body);
    return PreparedLaunch.of(frozen.toString().getBytes(StandardCharsets.UTF_8));
  }

  static CedarLaunchRequest thaw(PreparedLaunch frozen) {
    JsonNode read = read(frozen);
    int version = read.path("v").asInt();
    if (version != VERSION) {
      throw notReadable("has version " + version);
    }
    if (read.get("body") instanceof ObjectNode body && body.get("tags") instanceof ObjectNode) {
      return new CedarLaunchRequest(body);
    }
    throw notReadable("has no body with tags");
  }

  private static JsonNode read(PreparedLaunch frozen) {
    try {
      return JSON.readTree(frozen.bytes());
    } catch (IOException e) {
      throw notReadable("is no JSON");
    }
  }

  private static CloudException notReadable(String why) {
    return CedarLimits.invalid("a frozen launch that this adapter cannot read: it " + why);
  }

  /** The request for a key. It carries all three marks, so no machine is ever without them. */
  CedarRequest under(LaunchKey key) {
    ObjectNode complete = body.deepCopy();
    complete.withObjectProperty("tags").put(OwnershipMarks.KEY_TAG, key.value());
    return new CedarRequest(
        RequestKind.LAUNCH,
        "POST",
        "/v1/machines",
        Map.of("Request-Id", key.value()),
        Optional.of(complete));
  }
}
