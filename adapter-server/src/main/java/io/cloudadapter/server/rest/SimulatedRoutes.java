package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.client.message.MessageFields;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.simulated.CloudFault;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.RequestKind;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The console of a simulated cloud: what befalls machines without any pool's request, what checks find of them, and
 * faults of requests.
 */
public final class SimulatedRoutes {
  private static final String MACHINES = "/simulated/machines";

  private final SimulatedCloud cloud;

  /**
   * Routes to a simulated cloud.
   *
   * @param cloud the cloud
   */
  public SimulatedRoutes(SimulatedCloud cloud) {
    this.cloud = cloud;
  }

  /**
   * The routes.
   *
   * @return the routes
   */
  public List<HttpRoute> routes() {
    return List.of(
        post(MACHINES, this::create),
        post(MACHINES + "/{machine}/kill", request -> act(request, cloud::kill)),
        post(MACHINES + "/{machine}/stop", request -> act(request, cloud::stop)),
        post(
            MACHINES + "/{machine}/loadBalancerHealth",
            request -> setHealth(request, cloud::setLoadBalancerHealth)),
        post(
            MACHINES + "/{machine}/instanceStatus",
            request -> setHealth(request, cloud::setInstanceStatus)),
        post("/simulated/faults", this::fault),
        post("/simulated/heal", this::heal));
  }

  private static HttpRoute post(String template, Handler handler) {
    return new HttpRoute("POST", template, Optional.of(Role.ADMIN), ExecutionLane.WRITE, handler);
  }

  private HttpReply create(HttpRequest request) {
    RestErrors.none(request.body());
    MachineId id = cloud.createMachine();
    return HttpReply.json(200, MessageFields.of("id", id));
  }

  private HttpReply fault(HttpRequest request) {
    RestErrors errors =
        new RestErrors("{\"fault\": \"NO_CAPACITY\", \"request\": \"LAUNCH\", \"percent\": 100}");
    JsonBody body = JsonBody.read(request.body(), errors)
        .only("fault", "request", "percent")
        .required();
    CloudFault fault = body.oneOf("fault", CloudFault.class).orElseThrow();
    RequestKind kind = body.oneOf("request", RequestKind.class).orElseThrow();
    int percent = body.number("percent", 0, 100).orElseThrow();
    if (!fault.verbs().contains(kind)) {
      throw errors.refused(
          fault.verbs().isEmpty()
              ? "field fault must be a fault of requests, was: " + fault
              : "field request must be one of " + new TreeSet<>(fault.verbs()) + " for the fault "
                  + fault + ", was: " + kind);
    }
    cloud.faults().rate(kind, fault, percent / 100.0);
    return HttpReply.done();
  }

  private HttpReply heal(HttpRequest request) {
    RestErrors.none(request.body());
    cloud.faults().heal();
    return HttpReply.done();
  }

  private HttpReply act(HttpRequest request, Consumer<MachineId> deed) {
    RestErrors.none(request.body());
    MachineId id = machine(request);
    try {
      deed.accept(id);
    } catch (IllegalArgumentException e) {
      throw HttpError.of(409, String.valueOf(e.getMessage()), "");
    }
    return HttpReply.done();
  }

  private HttpReply setHealth(HttpRequest request, BiConsumer<MachineId, HealthVerdict> setting) {
    HealthVerdict verdict = JsonBody.read(request.body(), new RestErrors("{\"verdict\": \"BAD\"}"))
        .only("verdict")
        .required()
        .oneOf("verdict", HealthVerdict.class)
        .orElseThrow();
    MachineId id = machine(request);
    boolean isGone = cloud
        .machine(id)
        .filter(shown -> shown.end() == MachineSighting.End.FINAL)
        .isPresent();
    if (isGone) {
      throw HttpError.of(409, "machine " + id + " has ended in the simulated cloud", "");
    }
    setting.accept(id, verdict);
    return HttpReply.done();
  }

  /** The machine of a request's path; the cloud has it, or had it. */
  private MachineId machine(HttpRequest request) {
    String text = request.parameter("machine");
    MachineId id = machine(text);
    if (cloud.machine(id).isEmpty()) {
      throw HttpError.of(
          404,
          "the simulated cloud has no machine " + SafeText.quoted(text),
          "GET /pool lists those of the pool; POST /simulated/machines makes one");
    }
    return id;
  }

  private static MachineId machine(String text) {
    try {
      return new MachineId(text);
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(String.valueOf(e.getMessage()), "");
    }
  }
}
