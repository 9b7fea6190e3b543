package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.NodeAddress;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.openstack.client.ApiRequest;
import io.cloudadapter.openstack.client.ListPages;
import io.cloudadapter.openstack.client.OpenStackClient;
import io.cloudadapter.openstack.client.OpenStackErrorClassifier;
import io.cloudadapter.openstack.client.OpenStackResponse;
import io.cloudadapter.openstack.client.ServiceType;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.Zones;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All servers of the project, of all owners, and the zones that they can be in. */
final class ServerInventory implements Instances, Zones {
  private final OpenStackClient api;

  ServerInventory(OpenStackClient api) {
    this.api = api;
  }

  @Override
  public List<Instance> all(CallContext call) {
    api.checkOpen();
    return read("/servers/detail", call);
  }

  /** Nova takes the name for a regular expression, which may fit more. */
  @Override
  public Optional<Instance> named(String name, CallContext call) {
    api.checkOpen();
    String literal = name.replaceAll("([^A-Za-z0-9])", "\\\\$1");
    return read("/servers/detail?name=" + ListPages.encoded("^" + literal + "$"), call).stream()
        .filter(instance -> instance.name().equals(name))
        .findFirst();
  }

  @Override
  public Optional<Instance> identified(MachineId id, CallContext call) {
    api.checkOpen();
    String region = api.grant(call).region();
    return ServerLister.server(api, id, call)
        .filter(row -> !ServerParser.isEnded(row))
        .map(row -> instance(row, region));
  }

  private List<Instance> read(String path, CallContext call) {
    String region = api.grant(call).region();
    List<Instance> instances = new ArrayList<>();
    try {
      ListPages.read(
          api,
          ServiceType.COMPUTE,
          path,
          "servers",
          "servers_links",
          row -> {
            if (!ServerParser.isEnded(row)) {
              instances.add(instance(row, region));
            }
          },
          call);
    } catch (ListPages.Broken e) {
      throw error(Kind.UNAVAILABLE, "a server ended while the list was read; ask again");
    }
    instances.sort(Comparator.comparing(instance -> instance.id().value()));
    return List.copyOf(instances);
  }

  /** A row that lacks something is of a cell that is down, and its server must not seem to be gone. */
  private static Instance instance(JsonNode row, String region) {
    Optional<MachineId> id = ServerParser.id(row);
    Optional<String> name = OpenStackResponse.text(row, "name");
    if (id.isEmpty() || name.isEmpty()) {
      throw error(Kind.UNAVAILABLE, "Nova cannot show all servers of the project just now");
    }
    return new Instance(
        id.get(),
        name.get(),
        // What the machine calls itself, as far as Nova can tell: it is given its name at the first
        // boot.
        OpenStackResponse.text(row, "OS-EXT-SRV-ATTR:hostname").orElse(name.get()),
        ServerParser.isDown(row),
        addresses(row.path("addresses")),
        OpenStackResponse.text(row.path("flavor"), "original_name"),
        OpenStackResponse.text(row, "OS-EXT-AZ:availability_zone")
            .map(zone -> new Zone(zone, region)),
        labels(row.path("metadata")));
  }

  private static List<NodeAddress> addresses(JsonNode networks) {
    List<NodeAddress> fixed = new ArrayList<>();
    List<NodeAddress> floating = new ArrayList<>();
    for (JsonNode network : networks) {
      for (JsonNode each : network) {
        boolean outside = each.path("OS-EXT-IPS:type").asText("").equals("floating");
        NodeAddress.Kind kind =
            outside ? NodeAddress.Kind.EXTERNAL_IP : NodeAddress.Kind.INTERNAL_IP;
        OpenStackResponse.text(each, "addr")
            .ifPresent(address -> (outside ? floating : fixed).add(new NodeAddress(kind, address)));
      }
    }
    fixed.addAll(floating);
    return fixed;
  }

  private static Map<String, String> labels(JsonNode metadata) {
    Map<String, String> labels = new TreeMap<>();
    metadata
        .properties()
        .forEach(item -> labels.put(item.getKey(), item.getValue().asText("")));
    return labels;
  }

  /** Nova hands keys over at the first boot only. */
  @Override
  public boolean addSshKey(SshKey key, CallContext call) {
    api.checkOpen();
    throw OpenStackErrorClassifier.unsupported("Nova cannot add SSH keys to servers that exist");
  }

  /** Returns the available zones; nova, which Nova creates, is the default one. */
  @Override
  public List<Zone> zones(CallContext call) {
    api.checkOpen();
    String region = api.grant(call).region();
    ApiRequest request = ApiRequest.get(ServiceType.COMPUTE, "/os-availability-zone");
    OpenStackResponse reply = api.exchange(request, call);
    JsonNode rows =
        OpenStackErrorClassifier.expect(200, request, reply).path("availabilityZoneInfo");
    List<String> names = new ArrayList<>();
    for (JsonNode row : rows) {
      if (row.path("zoneState").path("available").asBoolean()) {
        OpenStackResponse.text(row, "zoneName").ifPresent(names::add);
      }
    }
    if (names.isEmpty()) {
      throw OpenStackErrorClassifier.notUnderstood(request, reply, "zone");
    }
    names.sort(
        Comparator.comparing((String name) -> !name.equals("nova")).thenComparing(name -> name));
    return names.stream().map(name -> new Zone(name, region)).toList();
  }

  private static CloudException error(Kind kind, String message) {
    return CloudException.of(kind, Effect.NONE, message).build();
  }
}
