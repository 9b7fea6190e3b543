package com.example.larch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.Secret;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The body of the request that makes a machine, complete but for the launch key. Frozen, it is {@code
 * {"v":1,"body":{…}}}, with fields in a fixed order and tags sorted, so that one order always gives the same bytes.
 */
final class LarchLaunchRequest {
  private static final int VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ObjectNode body;

  private LarchLaunchRequest(ObjectNode body) {
    this.body = body;
  }

  /** Checks what needs no look at the cloud. */
  static void check(LaunchSpec spec) {
    if (spec.size().isEmpty()) {
      throw LarchLimits.invalid("size is missing: Larch has no default size");
    }
    if (spec.image().isEmpty()) {
      throw LarchLimits.invalid("image is missing: Larch has no default image");
    }
    // The launch key comes later, and is a tag as well.
    int count = tags(spec).size() + 1;
    LarchLimits.checkTags(count, tags(spec));
    spec.userData().map(Secret::reveal).ifPresent(LarchLimits::checkUserData);
  }

  /** The request for a spec that has been checked, with names replaced by ids from the catalog. */
  static LarchLaunchRequest of(LaunchSpec spec, LarchCatalog catalog) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    spec.zone().ifPresent(zone -> body.put("zone", catalog.zone(zone)));
    spec.size().ifPresent(size -> body.put("size", catalog.size(size)));
    spec.image().ifPresent(image -> body.put("image", catalog.imageId(image)));
    if (spec.template().has("network")) {
      body.put("network", catalog.network(spec.template().text("network")));
    }
    body.put("spot", spec.market() == Market.SPOT);
    ObjectNode tags = body.putObject("tags");
    tags(spec).forEach(tags::put);
    spec.userData().ifPresent(userData -> body.put("userData", userData.reveal()));
    return new LarchLaunchRequest(body);
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

  static LarchLaunchRequest thaw(PreparedLaunch frozen) {
    JsonNode read = read(frozen);
    int version = read.path("v").asInt();
    if (version != VERSION) {
      throw notReadable("has version " + version);
    }
    if (read.get("body") instanceof ObjectNode body && body.get("tags") instanceof ObjectNode) {
      return new LarchLaunchRequest(body);
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
    return CloudException.of(
            Kind.INVALID, Effect.NONE, "a frozen launch that this adapter cannot read: it " + why)
        .build();
  }

  /** What to send for a key. All three marks are in it, so no machine is ever without them. */
  ObjectNode bodyFor(LaunchKey key) {
    ObjectNode complete = body.deepCopy();
    complete.withObjectProperty("tags").put(OwnershipMarks.KEY_TAG, key.value());
    return complete;
  }
}
