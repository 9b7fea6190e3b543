package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.openstack.OctaviaState.Member;
import io.cloudadapter.openstack.OctaviaState.Pool;
import io.cloudadapter.openstack.OctaviaState.Port;
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
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Looks at load balancers and changes them, within one call. Octavia refuses every change of one on which it still
 * works: so each change waits until the one before it is done, for as long as the call has time, and {@link #finish}
 * for the last. Not for use by several threads.
 */
final class OctaviaClient {
  static final String ALL = "/lbaas/loadbalancers";
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
  private static final Set<String> ENDING = Set.of("PENDING_DELETE", "DELETED");

  private final OpenStackClient api;
  private final CallContext call;

  private List<JsonNode> leftovers = List.of();

  /** Whether a change was accepted: then no later error has effect NONE. */
  private boolean changed;

  /** Whether Octavia worked on it when we came. */
  private boolean pending;

  /** Whether Octavia may still work on the last change. */
  private boolean busy;

  OctaviaClient(OpenStackClient api, CallContext call) {
    this.api = api;
    this.call = call;
  }

  /**
   * The row of the load balancer of that name, unless it is on its way out. Two that look at once whether there is one
   * both make one; the first of them counts, and another one that we made, and that is still empty, is a leftover.
   */
  Optional<JsonNode> find(String name) {
    List<JsonNode> rows = new ArrayList<>();
    rows(ALL + "?name=" + ListPages.encoded(name), "loadbalancers", row -> {
      if (!ENDING.contains(row.path("provisioning_status").asText(""))) {
        rows.add(row);
      }
    });
    rows.sort(Comparator.comparing((JsonNode row) -> row.path("created_at").asText(""))
        .thenComparing(row -> row.path("id").asText("")));
    leftovers = rows.stream().skip(1).filter(OctaviaClient::isEmptyAndOurs).toList();
    if (rows.size() > 1 + leftovers.size()) {
      throw OpenStackErrorClassifier.invalid(rows.size() + " load balancers are called " + name
          + ": " + rows.stream().map(row -> row.path("id").asText("")).toList());
    }
    return rows.stream().findFirst();
  }

  private static boolean isEmptyAndOurs(JsonNode row) {
    boolean ours = false;
    for (JsonNode tag : row.path("tags")) {
      ours |= tag.asText("").equals(OctaviaState.OURS);
    }
    return ours && row.path("listeners").isEmpty() && row.path("pools").isEmpty();
  }

  /** Deletes what {@link #find} has seen beside the one that counts. */
  void tidy() {
    for (JsonNode row : leftovers) {
      String id = row.path("id").asText("");
      busy = true;
      remove(id, ALL + "/" + id + "?cascade=true");
    }
  }

  JsonNode existing(String name) {
    return find(name)
        .orElseThrow(() -> CloudException.of(
                Kind.NOT_FOUND, Effect.NONE, "the project has no load balancer " + name)
            .build());
  }

  /** Everything of a load balancer. */
  OctaviaState layout(JsonNode row) {
    String id = row.path("id").asText("");
    List<Port> ports = new ArrayList<>();
    rows(
        "/lbaas/listeners?loadbalancer_id=" + id,
        "listeners",
        each -> Port.of(each).ifPresent(ports::add));
    List<JsonNode> rows = new ArrayList<>();
    rows("/lbaas/pools?loadbalancer_id=" + id, "pools", rows::add);
    List<Pool> pools = rows.stream().map(pool -> Pool.of(pool, members(pool))).toList();
    return new OctaviaState(
        id,
        row.path("name").asText(""),
        row.path("provisioning_status").asText(""),
        OpenStackResponse.text(row, "vip_address"),
        row.path("vip_network_id").asText(""),
        List.copyOf(ports),
        pools);
  }

  private List<Member> members(JsonNode pool) {
    List<Member> members = new ArrayList<>();
    if (pool.path("members").isArray() && pool.path("members").isEmpty()) {
      return members;
    }
    rows(
        "/lbaas/pools/" + pool.path("id").asText("") + "/members",
        "members",
        row -> members.add(Member.of(row)));
    return List.copyOf(members);
  }

  void rows(String path, String field, Consumer<JsonNode> sink) {
    try {
      ListPages.read(api, ServiceType.LOAD_BALANCER, path, field, field + "_links", sink, call);
    } catch (ListPages.Broken e) {
      throw CloudException.of(
              Kind.UNAVAILABLE, Effect.NONE, field + " changed while they were read")
          .build();
    }
  }

  /** Makes a load balancer, without anything behind it. */
  JsonNode create(JsonNode body) {
    ApiRequest request = request("POST", ALL, Optional.of(body));
    OpenStackResponse reply = api.exchange(request, call);
    JsonNode row = OpenStackErrorClassifier.expect(201, request, reply).path("loadbalancer");
    changed = true;
    busy = true;
    return row;
  }

  /** Changes something of a load balancer, when it can be changed. */
  OpenStackResponse change(
      String balancer, String method, String path, Optional<JsonNode> body, int status) {
    ApiRequest request = request(method, path, body);
    OpenStackResponse reply = asked(balancer, request);
    if (reply.status() != status) {
      throw OpenStackErrorClassifier.of(request, reply);
    }
    return reply;
  }

  /** As {@link #change}, for something that may be gone already. */
  void remove(String balancer, String path) {
    ApiRequest request = request("DELETE", path, Optional.empty());
    OpenStackResponse reply = asked(balancer, request);
    if (!OpenStackErrorClassifier.isGone(reply)) {
      OpenStackErrorClassifier.expectNothing(204, request, reply);
    }
  }

  private OpenStackResponse asked(String balancer, ApiRequest request) {
    Duration pause = FIRST_PAUSE;
    while (true) {
      pause = awaitIdle(balancer, pause);
      OpenStackResponse reply = api.exchange(request, call);
      if (!OpenStackErrorClassifier.isImmutable(reply)) {
        changed |= reply.status() < 300;
        busy = true;
        return reply;
      }
      // Another client was faster; or a listener or a pool takes longer than the load balancer.
      pause = rest(pause);
      busy = true;
    }
  }

  private Duration awaitIdle(String balancer, Duration first) {
    Duration pause = first;
    while (busy) {
      ApiRequest look = ApiRequest.get(
          ServiceType.LOAD_BALANCER, ALL + "/" + balancer + "?fields=provisioning_status");
      String status =
          api.read(look, call).path("loadbalancer").path("provisioning_status").asText("");
      busy = status.startsWith("PENDING_");
      if (status.equals("ERROR")) {
        throw CloudException.of(
                Kind.UNAVAILABLE,
                Effect.NONE,
                "load balancer " + balancer
                    + " is in ERROR: Octavia only deletes it, or fails it over")
            .build();
      }
      if (busy) {
        pause = rest(pause);
      }
    }
    return pause;
  }

  /** Waits, each time longer than before. */
  private Duration rest(Duration pause) {
    api.pause(pause, "waiting for Octavia", call);
    Duration next = pause.multipliedBy(2);
    return next.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : next;
  }

  /** For one that others may be changing: the first change waits, too. */
  OctaviaClient expecting(String status) {
    busy = !status.equals("ACTIVE");
    pending = status.startsWith("PENDING_");
    return this;
  }

  private static ApiRequest request(String method, String path, Optional<JsonNode> body) {
    return new ApiRequest(ServiceType.LOAD_BALANCER, RequestKind.ACT, method, path, Map.of(), body);
  }

  /**
   * Waits until Octavia is through with what was changed, by an earlier call too. Until then a member that was taken
   * out still gets what clients send, and its machine may be ended as soon as the call is back.
   */
  void finish(String balancer) {
    if (changed || pending) {
      Duration unused = awaitIdle(balancer, FIRST_PAUSE);
    }
  }

  /** Does several changes: once one was accepted, no failure is without effect. */
  <T> T whole(Supplier<T> changes) {
    try {
      return changes.get();
    } catch (CloudException e) {
      throw changed ? OpenStackErrorClassifier.inPart(e) : e;
    }
  }
}
