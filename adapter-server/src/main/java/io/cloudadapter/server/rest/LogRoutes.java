package io.cloudadapter.server.rest;

import io.cloudadapter.api.LogLevels;
import io.cloudadapter.client.message.LogMessages;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.options.Role;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Levels of the server's log, not part of the specification: {@code GET /log/levels} shows them, and {@code POST
 * /log/levels} sets one for a time.
 */
public final class LogRoutes {
  private static final String SAMPLE =
      "{ \"logger\": \"io.cloudadapter\", \"level\": \"DEBUG\", \"seconds\": 600 }";

  private static final long LONGEST = 86_400;

  private final LogLevels levels;

  /**
   * Routes to the levels of a server's log.
   *
   * @param levels the levels
   */
  public LogRoutes(LogLevels levels) {
    this.levels = levels;
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
            "/log/levels",
            Optional.of(Role.READ),
            ExecutionLane.READ,
            request -> HttpReply.json(200, LogMessages.levels(levels.levels()))),
        new HttpRoute(
            "POST", "/log/levels", Optional.of(Role.ADMIN), ExecutionLane.WRITE, this::set));
  }

  private HttpReply set(HttpRequest request) {
    RestErrors errors = new RestErrors(SAMPLE);
    JsonBody fields =
        JsonBody.read(request.body(), errors).only("logger", "level", "seconds").required();
    String logger = fields.text("logger", "the name of a logger, or ROOT").orElseThrow();
    LogLevels.Level level = fields.oneOf("level", LogLevels.Level.class).orElseThrow();
    int seconds = fields.number("seconds", 1, LONGEST).orElseThrow();
    try {
      levels.set(logger, level, Duration.ofSeconds(seconds));
    } catch (IllegalArgumentException e) {
      throw errors.refused(String.valueOf(e.getMessage()));
    }
    return HttpReply.json(200, LogMessages.levels(levels.levels()));
  }
}
