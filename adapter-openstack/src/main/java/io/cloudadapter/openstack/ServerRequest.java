package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.Secret;
import io.cloudadapter.openstack.client.OpenStackErrorClassifier;
import io.cloudadapter.openstack.client.OpenStackResponse;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.config.ProviderConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The body of the request that makes a server, complete but for the launch key. Frozen, it is {@code
 * {"v":1,"pool":…,"size":…,"body":{…}}}, with fields in a fixed order, so that one order always gives the same bytes.
 *
 * <p>Marks are Nova's tags, which members can list by; what users call tags is its metadata, which they cannot.
 */
final class ServerRequest {
  /** Metadata that holds the size as the pool calls it, if that is not the flavor's name. */
  static final String SIZE = OwnershipMarks.RESERVED + "size";

  private static final int VERSION = 1;
  private static final LaunchKey ANY_KEY = new LaunchKey("k".repeat(27));
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String pool;
  private final String size;
  private final ObjectNode body;

  private ServerRequest(String pool, String size, ObjectNode body) {
    this.pool = pool;
    this.size = size;
    this.body = body;
  }

  /** Checks what needs no look at the cloud. */
  static void check(LaunchSpec spec) {
    if (spec.size().isEmpty()) {
      throw OpenStackErrorClassifier.invalid("size is missing: Nova has no default flavor");
    }
    if (spec.image().isEmpty()) {
      throw OpenStackErrorClassifier.invalid("image is missing: Nova has no default image");
    }
    if (spec.market() == Market.SPOT) {
      throw OpenStackErrorClassifier.unsupported("OpenStack has no spot market");
    }
    OpenStackRequestLimits.checkMetadata(
        spec.tags().size() + (isSizeNoted(spec) ? 1 : 0), spec.tags());
    spec.userData().map(Secret::reveal).ifPresent(OpenStackRequestLimits::checkUserData);
  }

  /** The size may be an id: then it is recorded, under any name. */
  private static boolean isSizeNoted(LaunchSpec spec) {
    return spec.size()
        .filter(word -> word.matches("[0-9]+") || OpenStackResourceResolver.isUuid(word))
        .isPresent();
  }

  /**
   * The request for a spec that has been checked, with names replaced by ids from the catalog.
   *
   * @throws CloudException if a name is not there; it names all that are not
   */
  static ServerRequest of(LaunchSpec spec, OpenStackResourceResolver catalog) {
    try {
      return made(spec, catalog);
    } catch (CloudException e) {
      if (e.kind() == Kind.NOT_FOUND || e.kind() == Kind.INVALID) {
        requireAllNames(spec, catalog);
      }
      throw e;
    }
  }

  private static ServerRequest made(LaunchSpec spec, OpenStackResourceResolver catalog) {
    ProviderConfig template = spec.template();
    String size = spec.size().orElseThrow();
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode server = body.putObject("server");
    spec.zone().ifPresent(zone -> server.put("availability_zone", catalog.zone(zone)));
    OpenStackResourceResolver.Named flavor = catalog.flavor(size);
    server.put("flavorRef", flavor.id());
    boot(server, catalog.image(spec.image().orElseThrow()).id(), template, catalog);
    networks(server, template.list("networks"), catalog);
    if (template.has("securityGroups")) {
      ArrayNode groups = server.putArray("security_groups");
      for (String group : template.list("securityGroups")) {
        groups.addObject().put("name", catalog.securityGroup(group).id());
      }
    }
    if (template.has("keyPair")) {
      server.put("key_name", catalog.keyPair(template.text("keyPair")));
    }
    if (template.has("configDrive")) {
      server.put("config_drive", template.flag("configDrive"));
    }
    ObjectNode metadata = server.putObject("metadata");
    Map<String, String> items = new TreeMap<>(spec.tags());
    if (!flavor.name().equals(size)) {
      items.put(SIZE, size);
    }
    items.forEach(metadata::put);
    ArrayNode tags = server.putArray("tags");
    marks(spec).toTags().forEach((name, value) -> tags.add(ServerTags.written(name, value)));
    spec.userData()
        .ifPresent(userData -> server.put(
            "user_data",
            Base64.getEncoder()
                .encodeToString(userData.reveal().getBytes(StandardCharsets.UTF_8))));
    if (template.has("serverGroup")) {
      String group = catalog.serverGroup(template.text("serverGroup")).id();
      body.putObject("os:scheduler_hints").put("group", group);
    }
    ServerRequest order = new ServerRequest(spec.pool().value(), size, body);
    OpenStackRequestLimits.checkBody(order.bodyFor(ANY_KEY));
    return order;
  }

  /** Looks for all names, so that one error names all that are wrong. */
  private static void requireAllNames(LaunchSpec spec, OpenStackResourceResolver catalog) {
    ProviderConfig template = spec.template();
    List<Runnable> looks = new ArrayList<>();
    spec.zone().ifPresent(zone -> looks.add(() -> catalog.zone(zone)));
    looks.add(() -> catalog.flavor(spec.size().orElseThrow()));
    looks.add(() -> catalog.image(spec.image().orElseThrow()));
    List<String> networks = template.list("networks");
    if (!networks.equals(List.of("none"))) {
      networks.forEach(network -> looks.add(() -> catalog.network(network)));
    }
    template.list("securityGroups").forEach(group -> looks.add(() -> catalog.securityGroup(group)));
    if (template.has("keyPair")) {
      looks.add(() -> catalog.keyPair(template.text("keyPair")));
    }
    if (template.has("serverGroup")) {
      looks.add(() -> catalog.serverGroup(template.text("serverGroup")));
    }
    List<CloudException> wrong = new ArrayList<>();
    for (Runnable look : looks) {
      try {
        look.run();
      } catch (CloudException e) {
        if (e.kind() != Kind.NOT_FOUND && e.kind() != Kind.INVALID) {
          throw e;
        }
        wrong.add(e);
      }
    }
    if (wrong.size() > 1) {
      throw CloudException.of(
              wrong.get(0).kind(),
              CloudException.Effect.NONE,
              wrong.stream().map(CloudException::getMessage).collect(Collectors.joining("; ")))
          .scope(wrong.get(0).scope())
          .cause(wrong.get(0))
          .build();
    }
  }

  private static OwnershipMarks marks(LaunchSpec spec) {
    return new OwnershipMarks(spec.pool(), spec.incarnation(), Optional.empty());
  }

  private static void boot(
      ObjectNode server, String image, ProviderConfig template, OpenStackResourceResolver catalog) {
    if (!template.has("bootVolumeGb")) {
      server.put("imageRef", image);
      return;
    }
    if (!catalog.hasVolumes()) {
      throw OpenStackErrorClassifier.unsupported(
          "bootVolumeGb is set, and the catalogue has no service for volumes");
    }
    ObjectNode volume = server.putArray("block_device_mapping_v2").addObject();
    volume.put("boot_index", 0).put("uuid", image);
    volume.put("source_type", "image").put("destination_type", "volume");
    volume.put("volume_size", template.integer("bootVolumeGb"));
    // Else it would stay, and be paid for, when the server is gone.
    volume.put("delete_on_termination", true);
  }

  private static void networks(
      ObjectNode server, List<String> words, OpenStackResourceResolver catalog) {
    if (words.isEmpty()) {
      server.put("networks", "auto");
    } else if (words.equals(List.of("none"))) {
      server.put("networks", "none");
    } else {
      ArrayNode networks = server.putArray("networks");
      words.forEach(
          word -> networks.addObject().put("uuid", catalog.network(word).id()));
    }
  }

  PreparedLaunch freeze() {
    ObjectNode frozen = JsonNodeFactory.instance.objectNode();
    frozen.put("v", VERSION).put("pool", pool).put("size", size);
    frozen.set("body", body);
    return PreparedLaunch.of(frozen.toString().getBytes(StandardCharsets.UTF_8));
  }

  static ServerRequest thaw(PreparedLaunch frozen) {
    JsonNode read = read(frozen);
    int version = read.path("v").asInt();
    if (version != VERSION) {
      throw notReadable("has version " + version);
    }
    if (read.get("body") instanceof ObjectNode body
        && body.path("server").get("tags") instanceof ArrayNode) {
      return new ServerRequest(read.path("pool").asText(""), read.path("size").asText(""), body);
    }
    throw notReadable("has no server with tags");
  }

  private static JsonNode read(PreparedLaunch frozen) {
    try {
      return JSON.readTree(frozen.bytes());
    } catch (IOException e) {
      throw notReadable("is no JSON");
    }
  }

  private static CloudException notReadable(String why) {
    return OpenStackErrorClassifier.invalid(
        "a frozen launch that this adapter cannot read: it " + why);
  }

  String pool() {
    return pool;
  }

  String size() {
    return size;
  }

  Optional<String> zone() {
    return OpenStackResponse.text(body.path("server"), "availability_zone");
  }

  /** What to send for a key. All three marks are in it, so no machine is ever without them. */
  ObjectNode bodyFor(LaunchKey key) {
    ObjectNode complete = body.deepCopy();
    ObjectNode server = complete.withObjectProperty("server");
    // For people: Nova tells servers apart by their ids, and allows two of one name.
    server.put("name", pool + "-" + key.value());
    server.withArrayProperty("tags").add(ServerTags.written(OwnershipMarks.KEY_TAG, key.value()));
    return complete;
  }
}
