package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.client.message.MessageFields;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.simulated.SimulatedCloud;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The console of a simulated cloud: events without any pool's request. */
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
        post(MACHINES + "/{machine}/stop", request -> act(request, cloud::stop)));
  }

  private static HttpRoute post(String template, Handler handler) {
    return new HttpRoute("POST", template, Optional.of(Role.ADMIN), ExecutionLane.WRITE, handler);
  }

  private HttpReply create(HttpRequest request) {
    RestErrors.none(request.body());
    MachineId id = cloud.createMachine();
    return HttpReply.json(200, MessageFields.of("id", id));
  }

  private HttpReply act(HttpRequest request, Consumer<MachineId> deed) {
    RestErrors.none(request.body());
    String text = request.parameter("machine");
    MachineId id = machine(text);
    if (cloud.machine(id).isEmpty()) {
      throw HttpError.of(
          404,
          "the simulated cloud has no machine " + SafeText.quoted(text),
          "GET /pool lists those of the pool; POST /simulated/machines makes one");
    }
    try {
      deed.accept(id);
    } catch (IllegalArgumentException e) {
      throw HttpError.of(409, String.valueOf(e.getMessage()), "");
    }
    return HttpReply.done();
  }

  private static MachineId machine(String text) {
    try {
      return new MachineId(text);
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(String.valueOf(e.getMessage()), "");
    }
  }
}
