package com.example.larch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancer.Ingress;
import io.cloudadapter.api.cloud.LoadBalancer.Target;
import io.cloudadapter.api.cloud.LoadBalancer.Target.Health;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.LoadBalancers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks for load balancers. Larch has one of each name, and puts it as a whole: so each write is one request, which
 * may be repeated. Hosts are machines by their ids.
 */
final class LarchBalancers implements LoadBalancers {
  /** Larch has one. */
  static final String REGION = "larch";

  private static final String PATH = "/v1/balancers/";

  private final LarchApi api;

  LarchBalancers(LarchApi api) {
    this.api = api;
  }

  @Override
  public Set<Protocol> protocols() {
    return Set.of(Protocol.TCP);
  }

  @Override
  public Optional<LoadBalancer> find(String region, String name, CallContext call) {
    api.checkOpen();
    if (!region.equals(REGION)) {
      return Optional.empty();
    }
    LarchRequest request = LarchRequest.get(PATH + name);
    LarchReply reply = api.exchange(request, call);
    if (reply.is(404, "NO_SUCH_BALANCER")) {
      return Optional.empty();
    }
    return Optional.of(told(LarchErrors.expect(200, request, reply), name, request, reply));
  }

  @Override
  public LoadBalancer ensure(LoadBalancerSpec spec, CallContext call) {
    if (!spec.region().equals(REGION)) {
      throw refused(Kind.NOT_FOUND, "Larch has no region " + spec.region() + ", only " + REGION);
    }
    if (spec.listeners().stream().anyMatch(port -> port.protocol() != Protocol.TCP)) {
      throw refused(Kind.UNSUPPORTED, "Larch's load balancers speak TCP only");
    }
    if (spec.address().isPresent()) {
      throw refused(Kind.UNSUPPORTED, "Larch chooses the addresses of load balancers itself");
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode ports = body.putArray("ports");
    spec.listeners()
        .forEach(port -> ports
            .addObject()
            .put("name", port.name())
            .put("port", port.port())
            .put("targetPort", port.targetPort()));
    spec.hosts().forEach(body.putArray("machines")::add);
    body.put("sticky", spec.affinity() == Affinity.CLIENT_IP);
    return put(PATH + spec.name(), spec.name(), body, call);
  }

  private static CloudException refused(Kind kind, String message) {
    return CloudException.of(kind, Effect.NONE, message).build();
  }

  @Override
  public LoadBalancer setHosts(String region, String name, List<String> hosts, CallContext call) {
    if (!region.equals(REGION)) {
      throw refused(Kind.NOT_FOUND, "Larch has no region " + region + ", only " + REGION);
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    LoadBalancerSpec.hosts(hosts).forEach(body.putArray("machines")::add);
    return put(PATH + name + "/machines", name, body, call);
  }

  private LoadBalancer put(String path, String name, ObjectNode body, CallContext call) {
    api.checkOpen();
    LarchRequest request =
        new LarchRequest(RequestKind.ACT, "PUT", path, Map.of(), Optional.of(body));
    LarchReply reply = api.exchange(request, call);
    return told(LarchErrors.expect(200, request, reply), name, request, reply);
  }

  @Override
  public void delete(String region, String name, CallContext call) {
    api.checkOpen();
    if (!region.equals(REGION)) {
      return;
    }
    LarchRequest request =
        new LarchRequest(RequestKind.ACT, "DELETE", PATH + name, Map.of(), Optional.empty());
    LarchReply reply = api.exchange(request, call);
    if (!reply.is(404, "NO_SUCH_BALANCER")) {
      LarchErrors.expect(202, request, reply);
    }
  }

  /** Converts a load balancer of Larch. */
  private static LoadBalancer told(
      JsonNode row, String name, LarchRequest request, LarchReply reply) {
    if (!row.path("ports").isArray() || !row.path("machines").isArray()) {
      throw LarchErrors.notUnderstood(request, reply, "load balancer");
    }
    List<Listener> ports = new ArrayList<>();
    for (JsonNode port : row.path("ports")) {
      ports.add(new Listener(
          port.path("name").asText(""),
          Protocol.TCP,
          port.path("port").asInt(),
          port.path("targetPort").asInt()));
    }
    List<Target> targets = new ArrayList<>();
    for (JsonNode machine : row.path("machines")) {
      targets.add(new Target(machine.path("id").asText(""), health(machine)));
    }
    LoadBalancerSpec spec = new LoadBalancerSpec(
        REGION,
        name,
        Optional.empty(),
        ports,
        targets.stream().map(Target::host).toList(),
        row.path("sticky").asBoolean() ? Affinity.CLIENT_IP : Affinity.NONE);
    List<Ingress> ingress = LarchReply.text(row, "address").stream()
        .map(address -> new Ingress(Ingress.Kind.IP, address))
        .toList();
    return new LoadBalancer(spec, ingress, targets);
  }

  private static Health health(JsonNode machine) {
    return switch (machine.path("health").asText("")) {
      case "UP" -> Health.HEALTHY;
      case "DOWN" -> Health.UNHEALTHY;
      default -> Health.UNKNOWN;
    };
  }
}
