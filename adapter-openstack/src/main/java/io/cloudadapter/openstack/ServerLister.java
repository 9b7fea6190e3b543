package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.openstack.client.ApiRequest;
import io.cloudadapter.openstack.client.ListPages;
import io.cloudadapter.openstack.client.OpenStackClient;
import io.cloudadapter.openstack.client.OpenStackErrorClassifier;
import io.cloudadapter.openstack.client.OpenStackResponse;
import io.cloudadapter.openstack.client.ServiceType;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListGap;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Reads one list: every page of it, and what it could not see. Not for use by several threads.
 *
 * <p>Nova asks Neutron twice for each page of details, however many servers are on it, and as often for each single
 * look: so a pool is read in pages. Servers in a cell that is down are left out of lists with a filter and without a
 * word; only a list without filters names them, so that is read first, without details.
 */
final class ServerLister {
  /** How many failed servers of a list are asked one by one why they failed. */
  private static final int MOST_FAULTS = 20;

  private final OpenStackClient api;
  private final ListQuery query;
  private final Consumer<? super MachineSighting> sink;
  private final CallContext call;
  private final Set<ListGap> gaps = new LinkedHashSet<>();
  private int faults;

  ServerLister(
      OpenStackClient api,
      ListQuery query,
      Consumer<? super MachineSighting> sink,
      CallContext call) {
    this.api = api;
    this.query = query;
    this.sink = sink;
    this.call = call;
  }

  ListResult read() {
    if (query.kind() == ListQuery.Kind.IDS) {
      query.ids().forEach(this::lookUp);
    } else if (query.kind() == ListQuery.Kind.POOL || !query.keys().isEmpty()) {
      lookForCells();
      readPages();
    }
    if (gaps.isEmpty()) {
      return ListResult.all();
    }
    return ListResult.partial(List.copyOf(gaps));
  }

  private void lookForCells() {
    ApiRequest request = ApiRequest.get(ServiceType.COMPUTE, "/servers");
    OpenStackResponse reply = api.exchange(request, call);
    JsonNode rows = OpenStackErrorClassifier.expect(200, request, reply).path("servers");
    if (!rows.isArray()) {
      throw OpenStackErrorClassifier.notUnderstood(request, reply, "servers");
    }
    for (JsonNode row : rows) {
      if (ServerParser.status(row).equals("UNKNOWN")) {
        gaps.add(new ListGap(
            ErrorScope.region(), "Nova cannot reach a cell that has servers of the project"));
      }
    }
  }

  /** Reads the pages of the query, without a look at cells. */
  void readPages() {
    try {
      ListPages.read(
          api, ServiceType.COMPUTE, path(), "servers", "servers_links", this::show, call);
    } catch (ListPages.Broken e) {
      gaps.add(new ListGap(
          ErrorScope.account(),
          "a server ended while the list was read, and its next page was lost"));
    }
  }

  private String path() {
    String pool =
        ServerTags.written(OwnershipMarks.POOL_TAG, query.pool().orElseThrow().value());
    String path = "/servers/detail?tags=" + ListPages.encoded(pool);
    if (query.kind() == ListQuery.Kind.POOL) {
      return path;
    }
    String keys = query.keys().stream()
        .map(LaunchKey::value)
        .map(key -> ListPages.encoded(ServerTags.written(OwnershipMarks.KEY_TAG, key)))
        .collect(Collectors.joining(","));
    return path + "&tags-any=" + keys;
  }

  private void lookUp(MachineId id) {
    server(api, id, call).ifPresent(this::show);
  }

  /** A server as Nova shows it; empty if there is none. */
  static Optional<JsonNode> server(OpenStackClient api, MachineId id, CallContext call) {
    // No other form names a server, and dots would lead elsewhere.
    if (!ServerParser.isId(id.value())) {
      return Optional.empty();
    }
    ApiRequest request = ApiRequest.get(ServiceType.COMPUTE, "/servers/" + id.value());
    OpenStackResponse reply = api.exchange(request, call);
    if (OpenStackErrorClassifier.isNoMachine(reply, id.value())) {
      return Optional.empty();
    }
    JsonNode row = OpenStackErrorClassifier.expect(200, request, reply).path("server");
    if (!ServerParser.id(row).equals(Optional.of(id))) {
      throw OpenStackErrorClassifier.notUnderstood(request, reply, "id");
    }
    return Optional.of(row);
  }

  private void show(JsonNode row) {
    Optional<MachineSighting> machine = ServerParser.sighting(row);
    if (machine.isEmpty()) {
      // It may be any machine, so none can be called absent.
      gaps.add(new ListGap(ErrorScope.account(), "a server without a usable id or tags"));
    } else if (asked(machine.get())) {
      sink.accept(lacksReason(row) ? explained(row, machine.get()) : machine.get());
    }
  }

  /** Where servers live in cells of their own, as they nearly always do, lists show no fault. */
  private boolean lacksReason(JsonNode row) {
    return ServerParser.isFailed(row) && !row.has("fault") && faults < MOST_FAULTS;
  }

  private MachineSighting explained(JsonNode row, MachineSighting machine) {
    faults++;
    Optional<JsonNode> fault = server(api, machine.id(), call).map(single -> single.path("fault"));
    if (fault.isEmpty() || !fault.get().isObject()) {
      return machine;
    }
    ObjectNode whole = row.deepCopy();
    whole.set("fault", fault.get());
    return ServerParser.sighting(whole).orElse(machine);
  }

  private boolean asked(MachineSighting machine) {
    return switch (query.kind()) {
      case IDS -> query.ids().contains(machine.id());
      case POOL -> machine.pool().equals(query.pool());
      case KEYS ->
        machine.pool().equals(query.pool())
            && machine.key().filter(query.keys()::contains).isPresent();
    };
  }
}
