package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.api.cloud.Quota.Resource;
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
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Flavors, and how much of Nova the project has. Nova counts servers when it is asked: there is nothing reserved beside
 * what is used, and since version 2.75 it refuses to be asked for that.
 */
final class FlavorCatalog implements MachineSizeCatalog, Quotas {
  private static final long MOST = Integer.MAX_VALUE;

  private final OpenStackClient api;

  FlavorCatalog(OpenStackClient api) {
    this.api = api;
  }

  /**
   * By name, as a launch may have them. Which zones have hosts for a flavor, and what its extra specs ask for, Nova
   * tells administrators only.
   */
  @Override
  public List<MachineSize> sizes(CallContext call) {
    api.checkOpen();
    List<MachineSize> sizes = new ArrayList<>();
    try {
      ListPages.read(
          api,
          ServiceType.COMPUTE,
          "/flavors/detail",
          "flavors",
          "flavors_links",
          row -> sizes.add(size(row)),
          call);
    } catch (ListPages.Broken e) {
      throw unavailable("the flavors changed while they were read; ask again");
    }
    if (sizes.isEmpty()) {
      throw unavailable("Nova lists no flavor at all");
    }
    sizes.sort(Comparator.comparing(MachineSize::name));
    return List.copyOf(sizes);
  }

  private static MachineSize size(JsonNode row) {
    String name = OpenStackResponse.text(row, "name")
        .orElseThrow(() -> unavailable("Nova shows a flavor without a name"));
    return new MachineSize(
        name,
        (int) number(row, "vcpus", name),
        number(row, "ram", name),
        number(row, "disk", name) + row.path("OS-FLV-EXT-DATA:ephemeral").asLong(0),
        OptionalInt.empty(),
        List.of());
  }

  private static long number(JsonNode row, String field, String name) {
    JsonNode value = row.path(field);
    if (!value.isIntegralNumber() || value.asLong() < 0 || value.asLong() > MOST) {
      throw unavailable("Nova does not tell " + field + " of flavor " + name);
    }
    return value.asLong();
  }

  @Override
  public List<Quota> quotas(CallContext call) {
    api.checkOpen();
    ApiRequest request = ApiRequest.get(ServiceType.COMPUTE, "/limits");
    OpenStackResponse reply = api.exchange(request, call);
    JsonNode all =
        OpenStackErrorClassifier.expect(200, request, reply).path("limits").path("absolute");
    return List.of(
        quota("instances", Resource.MACHINES, all, "Instances", request, reply),
        quota("cores", Resource.CPUS, all, "Cores", request, reply),
        quota("ram", Resource.MEMORY_MIB, all, "RAM", request, reply));
  }

  /** Under the name that Nova's refusals have; -1 is no limit. */
  private static Quota quota(
      String name,
      Resource resource,
      JsonNode all,
      String field,
      ApiRequest request,
      OpenStackResponse reply) {
    JsonNode used = all.path("total" + field + "Used");
    JsonNode most = all.path("maxTotal" + field + (field.equals("RAM") ? "Size" : ""));
    if (!used.isIntegralNumber() || !most.isIntegralNumber() || used.asLong() < 0) {
      throw OpenStackErrorClassifier.notUnderstood(request, reply, "absolute limits of " + name);
    }
    return Quota.whole(
        name,
        resource,
        used.asLong(),
        most.asLong() < 0 ? OptionalLong.empty() : OptionalLong.of(most.asLong()));
  }

  private static CloudException unavailable(String message) {
    return CloudException.of(Kind.UNAVAILABLE, Effect.NONE, message).build();
  }
}
