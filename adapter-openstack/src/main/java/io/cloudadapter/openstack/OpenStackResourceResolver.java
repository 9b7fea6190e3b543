package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.openstack.client.ApiRequest;
import io.cloudadapter.openstack.client.AuthToken;
import io.cloudadapter.openstack.client.ErrorBody;
import io.cloudadapter.openstack.client.ListPages;
import io.cloudadapter.openstack.client.OpenStackClient;
import io.cloudadapter.openstack.client.OpenStackErrorClassifier;
import io.cloudadapter.openstack.client.OpenStackResponse;
import io.cloudadapter.openstack.client.ServiceType;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What the project can use at this moment, by id or by name. Not for use by several threads. */
final class OpenStackResourceResolver {
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private final OpenStackClient api;
  private final CallContext call;

  OpenStackResourceResolver(OpenStackClient api, CallContext call) {
    this.api = api;
    this.call = call;
  }

  /** Something that has an id and a name. */
  record Named(String id, String name) {}

  static boolean isUuid(String text) {
    return UUID.matcher(text).matches();
  }

  Named flavor(String word) {
    List<Named> all = new ArrayList<>();
    try {
      ListPages.read(
          api,
          ServiceType.COMPUTE,
          "/flavors",
          "flavors",
          "flavors_links",
          row -> named(row).ifPresent(all::add),
          call);
    } catch (ListPages.Broken e) {
      throw unavailable("the flavors changed while they were read");
    }
    return one("flavor", word, all);
  }

  Named image(String word) {
    if (isUuid(word)) {
      ApiRequest request = ApiRequest.get(ServiceType.IMAGE, "/images/" + word);
      OpenStackResponse reply = api.exchange(request, call);
      if (reply.status() == 200) {
        return usable(word, OpenStackErrorClassifier.expect(200, request, reply));
      }
      if (!isNotFound(reply)) {
        throw OpenStackErrorClassifier.of(request, reply);
      }
    }
    List<JsonNode> rows =
        rows(ServiceType.IMAGE, "/images?status=active&name=" + ListPages.encoded(word), "images");
    return one("image", word, rows.stream().flatMap(row -> named(row).stream()).toList());
  }

  private static Named usable(String word, JsonNode image) {
    String status = image.path("status").asText("");
    if (!status.equals("active")) {
      throw OpenStackErrorClassifier.invalid("image " + word + " must be active, is " + status);
    }
    return named(image).orElse(new Named(word, word));
  }

  Named network(String word) {
    return neutron("network", "/networks", "networks", word);
  }

  /** The network of this id or name; without, the only one that is the project's own. */
  Named homeNetwork(Optional<String> word) {
    if (word.isPresent()) {
      return network(word.get());
    }
    List<Named> own = rows(
            ServiceType.NETWORK,
            "/networks?router:external=false&fields=id&fields=name",
            "networks")
        .stream()
        .flatMap(row -> named(row).stream())
        .toList();
    if (own.size() != 1) {
      throw OpenStackErrorClassifier.invalid(
          "loadBalancerNetwork is missing in the account: the project can use " + own.size()
              + " networks: " + own.stream().map(Named::name).sorted().toList());
    }
    return own.get(0);
  }

  /** The router of this id or name; without, the only one of the project. */
  Named router(Optional<String> word) {
    if (word.isPresent()) {
      return neutron("router", "/routers", "routers", word.get());
    }
    List<Named> all =
        rows(ServiceType.NETWORK, "/routers?fields=id&fields=name", "routers").stream()
            .flatMap(row -> named(row).stream())
            .toList();
    if (all.size() != 1) {
      throw OpenStackErrorClassifier.invalid("router is missing in the account: the project has "
          + all.size() + " routers: " + all.stream().map(Named::name).sorted().toList());
    }
    return all.get(0);
  }

  Named securityGroup(String word) {
    return neutron("security group", "/security-groups", "security_groups", word);
  }

  private Named neutron(String what, String path, String rows, String word) {
    String by = isUuid(word) ? "id" : "name";
    String query = path + "?fields=id&fields=name&" + by + "=" + ListPages.encoded(word);
    return one(
        what,
        word,
        rows(ServiceType.NETWORK, query, rows).stream()
            .flatMap(row -> named(row).stream())
            .toList());
  }

  /** The zone of this name; machines can be asked for in it although it is full. */
  String zone(String word) {
    TreeSet<String> zones = new TreeSet<>();
    for (JsonNode row :
        rows(ServiceType.COMPUTE, "/os-availability-zone", "availabilityZoneInfo")) {
      zones.add(row.path("zoneName").asText(""));
    }
    if (!zones.contains(word)) {
      throw notFound("zone", word, "; it has " + zones);
    }
    return word;
  }

  String keyPair(String word) {
    ApiRequest request =
        ApiRequest.get(ServiceType.COMPUTE, "/os-keypairs/" + ListPages.encoded(word));
    OpenStackResponse reply = api.exchange(request, call);
    if (isNotFound(reply)) {
      throw notFound("key pair", word, "; a key pair belongs to a user, not to a project");
    }
    OpenStackErrorClassifier.expect(200, request, reply);
    return word;
  }

  Named serverGroup(String word) {
    return one(
        "server group",
        word,
        rows(ServiceType.COMPUTE, "/os-server-groups", "server_groups").stream()
            .flatMap(row -> named(row).stream())
            .toList());
  }

  /** Whether machines can boot from volumes here. */
  boolean hasVolumes() {
    AuthToken grant = api.grant(call);
    return grant.offers("volumev3") || grant.offers("block-storage");
  }

  private List<JsonNode> rows(ServiceType service, String path, String field) {
    ApiRequest request = ApiRequest.get(service, path);
    OpenStackResponse reply = api.exchange(request, call);
    JsonNode rows = OpenStackErrorClassifier.expect(200, request, reply).path(field);
    if (!rows.isArray()) {
      throw OpenStackErrorClassifier.notUnderstood(request, reply, field);
    }
    List<JsonNode> all = new ArrayList<>();
    rows.forEach(all::add);
    return all;
  }

  private static Optional<Named> named(JsonNode row) {
    return OpenStackResponse.text(row, "id")
        .map(id -> new Named(id, OpenStackResponse.text(row, "name").orElse("")));
  }

  /** That of this id, or else the only one of this name. */
  private static Named one(String what, String word, List<Named> all) {
    Optional<Named> byId = all.stream().filter(each -> each.id().equals(word)).findFirst();
    if (byId.isPresent()) {
      return byId.get();
    }
    List<Named> byName = all.stream().filter(each -> each.name().equals(word)).toList();
    if (byName.isEmpty()) {
      throw notFound(what, word, "");
    }
    if (byName.size() > 1) {
      throw OpenStackErrorClassifier.invalid(
          byName.size() + " of the " + what + "s are called " + word + "; give the id of one: "
              + byName.stream().map(Named::id).sorted().toList());
    }
    return byName.get(0);
  }

  /** In the words of whichever service was asked. */
  private static boolean isNotFound(OpenStackResponse reply) {
    return reply.status() == 404 && ErrorBody.by(reply).isPresent();
  }

  private static CloudException notFound(String what, String word, String more) {
    return CloudException.of(
            Kind.NOT_FOUND, Effect.NONE, "the project has no " + what + " " + word + more)
        .build();
  }

  private static CloudException unavailable(String message) {
    return CloudException.of(Kind.UNAVAILABLE, Effect.NONE, message).build();
  }
}
