package io.cloudadapter.server.rest;

import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.client.message.HookMessages;
import io.cloudadapter.client.message.MessageFields;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Waiting hooks, not part of the specification: {@code /pool/hooks} lists them, and
 * {@code /pool/hooks/<token>/complete}, {@code abandon} and {@code heartbeat} answer them. Only callers who may
 * answer may see the tokens, so the list requires the same role.
 */
public final class HookRoutes {
  private final CallerPools pools;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   */
  public HookRoutes(CallerPools pools) {
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
      routes.add(route("GET", prefix + "/hooks", ExecutionLane.READ, this::hooks));
      String hook = prefix + "/hooks/{token}/";
      routes.add(
          route("POST", hook + "complete", ExecutionLane.WRITE, answer(HookResult.CONTINUE)));
      routes.add(route("POST", hook + "abandon", ExecutionLane.WRITE, answer(HookResult.ABANDON)));
      routes.add(route("POST", hook + "heartbeat", ExecutionLane.WRITE, this::heartbeat));
    }
    return HttpRoute.reaching(RouteReach.POOLS, routes);
  }

  private static HttpRoute route(
      String method, String template, ExecutionLane lane, Handler handler) {
    return new HttpRoute(method, template, Optional.of(Role.OPERATE), lane, handler);
  }

  private HttpReply hooks(HttpRequest request) {
    List<WaitingHook> waiting = PoolPath.pool(pools, request).hooks();
    return HttpReply.json(200, HookMessages.hooks(waiting));
  }

  private Handler answer(HookResult result) {
    return request -> {
      RestErrors.none(request.body());
      PoolPath.pool(pools, request).answerHook(token(request), result, PoolPath.options(request));
      return HttpReply.done();
    };
  }

  private HttpReply heartbeat(HttpRequest request) {
    RestErrors.none(request.body());
    Instant deadline =
        PoolPath.pool(pools, request).heartbeat(token(request), PoolPath.options(request));
    return HttpReply.json(200, MessageFields.of("deadline", deadline));
  }

  /** A malformed token is an unknown one. */
  private static UUID token(HttpRequest request) {
    String text = request.parameter("token");
    try {
      UUID token = UUID.fromString(text);
      if (token.toString().equals(text)) {
        return token;
      }
    } catch (IllegalArgumentException none) {
      // Said below, as for others of another form.
    }
    throw HttpError.of(
        404, "there is no hook \"" + SafeText.token(text) + "\"", "GET /pool/hooks lists them");
  }
}
