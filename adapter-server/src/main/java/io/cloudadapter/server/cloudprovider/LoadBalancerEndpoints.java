package io.cloudadapter.server.cloudprovider;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancer.Ingress;
import io.cloudadapter.api.cloud.LoadBalancer.Target;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.spi.feature.LoadBalancers;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The endpoints of the interface {@code tcpLoadBalancers}. */
final class LoadBalancerEndpoints {
  private final FeatureEndpoint<LoadBalancers> asking;
  private final boolean strict;

  LoadBalancerEndpoints(Cloud cloud, boolean strict) {
    this.asking = new FeatureEndpoint<>(cloud, LoadBalancers.class, "tcpLoadBalancers");
    this.strict = strict;
  }

  boolean supported() {
    return asking.supported();
  }

  /** That there is none is an answer: the caller asks for each of its services, and repeats errors. */
  HttpReply get(HttpRequest request) {
    String region = PathNames.inPath("region", request.parameter("region"));
    String name = PathNames.inPath("name", request.parameter("name"));
    Optional<LoadBalancer> found =
        asking.ask(name, (balancers, call) -> balancers.find(region, name, call));
    return HttpReply.json(200, json -> write(json, found));
  }

  /** Ours: who is behind it, and how they are. */
  HttpReply hosts(HttpRequest request) {
    String region = PathNames.inPath("region", request.parameter("region"));
    String name = PathNames.inPath("name", request.parameter("name"));
    Optional<LoadBalancer> found =
        asking.ask(name, (balancers, call) -> balancers.find(region, name, call));
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeArrayFieldStart("hosts");
      for (Target target : found.map(LoadBalancer::targets).orElse(List.of())) {
        json.writeStartObject();
        json.writeStringField("hostname", target.host());
        json.writeStringField("health", target.health().name());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeBooleanField("exists", found.isPresent());
      json.writeEndObject();
    });
  }

  HttpReply ensure(HttpRequest request) {
    CloudproviderFaults faults = new CloudproviderFaults();
    JsonBody body = JsonBody.read(request.body(), faults);
    Set<Protocol> spoken = asking.ask("", (balancers, call) -> balancers.protocols());
    String name = name(faults, body, "loadBalancerName");
    String region = name(faults, body, "region");
    List<Listener> listeners = new PortListReader(faults, spoken, strict).of(body);
    List<String> hosts = HostListReader.of(body, faults);
    Affinity affinity = affinity(faults, body);
    Optional<String> address = ExternalIp.of(body, faults, strict);
    faults.refuseIfAny("tcpLoadBalancers", name);
    LoadBalancerSpec spec = new LoadBalancerSpec(region, name, address, listeners, hosts, affinity);
    LoadBalancer made = asking.change(name, (balancers, call) -> balancers.ensure(spec, call));
    HttpReply reply = HttpReply.json(200, json -> write(json, Optional.of(made)));
    return ExternalIp.warning(body, address)
        .map(warning -> reply.with("Warning", warning))
        .orElse(reply);
  }

  private static String name(CloudproviderFaults faults, JsonBody body, String field) {
    String name = faults.required(body, field);
    if (!name.isEmpty() && !PathNames.safe(name)) {
      faults.invalid(
          body.at(field), "must be 1 to 128 of [A-Za-z0-9._-], was " + SafeText.quoted(name));
    }
    return name;
  }

  private static Affinity affinity(CloudproviderFaults faults, JsonBody body) {
    String text = body.text("sessionAffinity").orElse("");
    return switch (text) {
      case "", "None" -> Affinity.NONE;
      case "ClientIP" -> Affinity.CLIENT_IP;
      default -> {
        faults.unsupported(
            "sessionAffinity", "must be None or ClientIP, was " + SafeText.quoted(text));
        yield Affinity.NONE;
      }
    };
  }

  HttpReply setHosts(HttpRequest request) {
    String region = PathNames.inPath("region", request.parameter("region"));
    String name = PathNames.inPath("name", request.parameter("name"));
    CloudproviderFaults faults = new CloudproviderFaults();
    JsonBody body = JsonBody.read(request.body(), faults);
    List<String> hosts = HostListReader.of(body, faults);
    faults.refuseIfAny("tcpLoadBalancers", name);
    LoadBalancer unused =
        asking.change(name, (balancers, call) -> balancers.setHosts(region, name, hosts, call));
    return HttpReply.empty(204);
  }

  HttpReply delete(HttpRequest request) {
    String region = PathNames.inPath("region", request.parameter("region"));
    String name = PathNames.inPath("name", request.parameter("name"));
    boolean done = asking.change(name, (balancers, call) -> {
      balancers.delete(region, name, call);
      return true;
    });
    assert done;
    return HttpReply.empty(204);
  }

  private static void write(JsonGenerator json, Optional<LoadBalancer> balancer)
      throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("ingress");
    for (Ingress ingress : balancer.map(LoadBalancer::ingress).orElse(List.of())) {
      Replies.one(json, ingress.kind() == Ingress.Kind.IP ? "ip" : "hostname", ingress.value());
    }
    json.writeEndArray();
    json.writeBooleanField("exists", balancer.isPresent());
    json.writeEndObject();
  }
}
