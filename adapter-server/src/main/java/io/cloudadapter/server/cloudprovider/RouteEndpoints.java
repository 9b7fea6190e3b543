package io.cloudadapter.server.cloudprovider;

import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.spi.feature.Routes;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/** The endpoints of the interface {@code routes}. */
final class RouteEndpoints {
  private final FeatureEndpoint<Routes> asking;
  private final InstanceEndpoints instances;

  RouteEndpoints(Cloud cloud, InstanceEndpoints instances) {
    this.instances = instances;
    this.asking = new FeatureEndpoint<>(cloud, Routes.class, "routes");
  }

  boolean supported() {
    return asking.supported();
  }

  HttpReply list(HttpRequest request) {
    String cluster = PathNames.inPath("cluster", request.parameter("cluster"));
    List<Route> all = asking.ask(cluster, (routes, call) -> routes.routes(cluster, call));
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeArrayFieldStart("routes");
      for (Route route : all) {
        json.writeStartObject();
        json.writeStringField("routeName", route.name());
        json.writeStringField("targetInstance", route.target());
        json.writeStringField("destinationCIDR", route.destination().text());
        if (route.blackhole()) {
          json.writeBooleanField("blackhole", true);
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  HttpReply create(HttpRequest request) {
    CloudproviderFaults faults = new CloudproviderFaults();
    JsonBody body = JsonBody.read(request.body(), faults);
    String cluster = safe(faults, body, "clusterName", faults.required(body, "clusterName"));
    String hint = body.text("nameHint").orElse("");
    Optional<JsonBody> there = body.required().object("route");
    if (there.isEmpty()) {
      faults.refuseIfAny("routes", "");
    }
    JsonBody route = there.orElseThrow();
    String given = safe(faults, route, "routeName", route.text("routeName").orElse(""));
    String target = safe(faults, route, "targetInstance", faults.required(route, "targetInstance"));
    String block = faults.required(route, "destinationCIDR");
    Optional<Cidr> destination = block.isEmpty() ? Optional.empty() : cidr(faults, block);
    String name = given.isEmpty() ? name(cluster, hint, target, block) : given;
    faults.refuseIfAny("routes", name);
    String instance = instances.nameOf(target);
    Route unused = asking.change(
        name,
        (routes, call) -> routes.create(cluster, name, instance, destination.orElseThrow(), call));
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeBooleanField("routeCreated", true);
      json.writeEndObject();
    });
  }

  private static String safe(
      CloudproviderFaults faults, JsonBody body, String field, String value) {
    if (!value.isEmpty() && !PathNames.safe(value)) {
      faults.invalid(
          body.at(field), "must be 1 to 128 of [A-Za-z0-9._-], was " + SafeText.quoted(value));
    }
    return value;
  }

  private static Optional<Cidr> cidr(CloudproviderFaults faults, String text) {
    try {
      return Optional.of(new Cidr(text));
    } catch (IllegalArgumentException e) {
      // The field comes first, instead of what the message says of it.
      String message = String.valueOf(e.getMessage());
      faults.invalid("route.destinationCIDR", message.substring(message.indexOf("must be ")));
      return Optional.empty();
    }
  }

  /** The client leaves the name to us, and deletes by it without escaping anything. */
  private static String name(String cluster, String hint, String target, String block) {
    if (!hint.isEmpty()) {
      return PathNames.made(cluster + "-" + hint);
    }
    CRC32 mixed = new CRC32();
    mixed.update((target + " " + block).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return PathNames.made(cluster + "-" + Long.toHexString(mixed.getValue()));
  }

  HttpReply delete(HttpRequest request) {
    String cluster = PathNames.inPath("cluster", request.parameter("cluster"));
    String name = PathNames.inPath("route", request.parameter("route"));
    boolean done = asking.change(name, (routes, call) -> {
      routes.delete(cluster, name, call);
      return true;
    });
    assert done;
    return HttpReply.empty(204);
  }
}
