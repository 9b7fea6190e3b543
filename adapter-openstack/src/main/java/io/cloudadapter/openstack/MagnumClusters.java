package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.cloud.Cluster;
import io.cloudadapter.openstack.client.ListPages;
import io.cloudadapter.openstack.client.OpenStackClient;
import io.cloudadapter.openstack.client.OpenStackResponse;
import io.cloudadapter.openstack.client.ServiceType;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.Clusters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Clusters that Magnum has made, by name. A cloud without Magnum is UNSUPPORTED. */
final class MagnumClusters implements Clusters {
  private final OpenStackClient api;

  MagnumClusters(OpenStackClient api) {
    this.api = api;
  }

  /** Two clusters of one name, which Magnum allows, and one without a readable name appear by their ids. */
  @Override
  public List<Cluster> clusters(CallContext call) {
    api.checkOpen();
    List<JsonNode> there = new ArrayList<>();
    try {
      ListPages.read(
          api,
          ServiceType.CLUSTERS,
          "/clusters/detail",
          "clusters",
          "next",
          row -> {
            if (master(row).isPresent() && OpenStackResponse.text(row, "uuid").isPresent()) {
              there.add(row);
            }
          },
          call);
    } catch (ListPages.Broken e) {
      throw CloudException.of(
              Kind.UNAVAILABLE, Effect.NONE, "a cluster ended while the list was read; ask again")
          .build();
    }
    if (there.isEmpty()) {
      throw CloudException.of(
              Kind.UNSUPPORTED, Effect.NONE, "Magnum has no cluster that can be reached here")
          .build();
    }
    return there.stream()
        .map(row -> new Cluster(name(row, there), master(row).orElseThrow()))
        .sorted(Comparator.comparing(Cluster::name))
        .toList();
  }

  private static String name(JsonNode row, List<JsonNode> all) {
    String name = row.path("name").asText("");
    long alike =
        all.stream().filter(other -> other.path("name").asText("").equals(name)).count();
    return alike == 1 && name.matches("[A-Za-z0-9._-]{1,128}")
        ? name
        : row.path("uuid").asText("");
  }

  /** Known from when its master runs. */
  private static Optional<String> master(JsonNode row) {
    return OpenStackResponse.text(row, "api_address");
  }
}
