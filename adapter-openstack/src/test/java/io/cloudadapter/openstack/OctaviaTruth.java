package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What load balancers do in truth, read off Octavia's rows without a look at the adapter's notes, where possible. */
final class OctaviaTruth {
  private OctaviaTruth() {}

  /**
   * Reads rows.
   *
   * @param rows load balancers, each with its listeners, each of these with its pool and that one's members
   * @param server who has an address
   */
  static List<LoadBalancerSpec> specs(
      List<JsonNode> rows, Function<String, Optional<String>> server) {
    return rows.stream().map(row -> spec(row, server)).toList();
  }

  private static LoadBalancerSpec spec(JsonNode row, Function<String, Optional<String>> server) {
    List<Listener> listeners = new ArrayList<>();
    List<Set<String>> behind = new ArrayList<>();
    boolean loyal = false;
    for (JsonNode listener : row.path("listeners")) {
      JsonNode pool = listener.path("pool");
      Set<String> hosts = new LinkedHashSet<>();
      int target = noted(pool);
      for (JsonNode member : pool.path("members")) {
        String address = member.path("address").asText();
        hosts.add(server.apply(address).orElse(member.path("name").asText()));
        target = member.path("protocol_port").asInt();
      }
      behind.add(hosts);
      listeners.add(new Listener(
          listener.path("name").asText(),
          Protocol.valueOf(listener.path("protocol").asText()),
          listener.path("protocol_port").asInt(),
          target));
      loyal |= pool.path("session_persistence").path("type").asText().equals("SOURCE_IP");
    }
    Set<String> all = new LinkedHashSet<>();
    behind.forEach(all::addAll);
    List<String> hosts = all.stream()
        .map(host ->
            behind.stream().allMatch(some -> some.contains(host)) ? host : host + " in part")
        .toList();
    return new LoadBalancerSpec(
        "RegionOne",
        row.path("name").asText(),
        Optional.of(row.path("vip_address").asText()),
        listeners,
        hosts,
        loyal ? Affinity.CLIENT_IP : Affinity.NONE);
  }

  /** Without members nothing but a note tells the port. */
  private static int noted(JsonNode pool) {
    for (JsonNode tag : pool.path("tags")) {
      if (tag.asText().startsWith("ca-target=")) {
        return Integer.parseInt(tag.asText().substring(10));
      }
    }
    return 1;
  }
}
