package io.cloudadapter.server.rest;

import io.cloudadapter.api.reload.ConfigReload;
import io.cloudadapter.client.message.ReloadMessages;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.options.Role;
import java.util.List;
import java.util.Optional;

/**
 * Reloads of the configuration file, not part of the specification: {@code GET /config/reload} shows what came of the
 * last one, and {@code POST /config/reload} makes another.
 */
public final class ReloadRoutes {
  private final ConfigReload reload;

  /**
   * Routes to the reloads of a server.
   *
   * @param reload reads the file again
   */
  public ReloadRoutes(ConfigReload reload) {
    this.reload = reload;
  }

  /**
   * The routes.
   *
   * @return the routes
   */
  public List<HttpRoute> routes() {
    return List.of(
        new HttpRoute(
            "GET",
            "/config/reload",
            Optional.of(Role.READ),
            ExecutionLane.READ,
            request -> HttpReply.json(200, ReloadMessages.message(reload.last()))),
        new HttpRoute(
            "POST", "/config/reload", Optional.of(Role.ADMIN), ExecutionLane.CLOUD, request -> {
              RestErrors.none(request.body());
              return HttpReply.json(200, ReloadMessages.message(reload.reload()));
            }));
  }
}
