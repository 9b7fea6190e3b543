package io.cloudadapter.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.options.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Machines in quarantine, ours: {@code /pool/quarantine} lists them, and
 * {@code /pool/quarantine/<machine>/adopt}, {@code disown} and {@code terminate} settle one.
 */
public final class QuarantineRoutes {
  private final Pools pools;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   */
  public QuarantineRoutes(Pools pools) {
    this.pools = pools;
  }

  /**
   * The routes.
   *
   * @return the routes of the default pool, then those of a named one
   */
  public List<HttpRoute> routes() {
    List<HttpRoute> routes = new ArrayList<>();
    for (String prefix : PoolPath.PREFIXES) {
      routes.add(new HttpRoute(
          "GET", prefix + "/quarantine", Optional.of(Role.READ), ExecutionLane.READ, this::list));
      for (QuarantineDecision decision : QuarantineDecision.values()) {
        routes.add(new HttpRoute(
            "POST",
            prefix + "/quarantine/{machine}/" + decision.word(),
            Optional.of(Role.ADMIN),
            ExecutionLane.WRITE,
            settle(decision)));
      }
    }
    return routes;
  }

  private HttpReply list(HttpRequest request) {
    List<QuarantinedMachine> machines = PoolPath.pool(pools, request).quarantine();
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeArrayFieldStart("machines");
      for (QuarantinedMachine machine : machines) {
        write(json, machine);
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  private static void write(JsonGenerator json, QuarantinedMachine machine) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", machine.id().value());
    json.writeStringField("machineState", machine.state().name());
    json.writeStringField("reason", machine.reason());
    json.writeBooleanField("holdsLaunches", machine.holdsLaunches());
    if (machine.launchTime().isPresent()) {
      json.writeStringField("launchtime", Timestamps.format(machine.launchTime().get()));
    }
    if (machine.zone().isPresent()) {
      json.writeStringField("zone", machine.zone().get());
    }
    texts(json, "publicIps", machine.publicIps());
    texts(json, "privateIps", machine.privateIps());
    json.writeEndObject();
  }

  private static void texts(JsonGenerator json, String name, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private Handler settle(QuarantineDecision decision) {
    return request -> {
      RestErrors.none(request.body());
      PoolPath.pool(pools, request)
          .settleQuarantine(PoolPath.machine(request), decision, PoolPath.options(request));
      return HttpReply.done();
    };
  }
}
