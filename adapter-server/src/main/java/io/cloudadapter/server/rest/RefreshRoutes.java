package io.cloudadapter.server.rest;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshRequestBuilder;
import io.cloudadapter.client.message.RefreshMessages;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.options.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The refresh of a pool, not part of the specification: {@code /pool/refresh} starts and shows it, and {@code
 * /pool/refresh/pause}, {@code resume}, {@code cancel} and {@code rollback} control it.
 */
public final class RefreshRoutes {
  private static final String SAMPLE = "{\"minHealthyPercent\": 90}";
  private static final int SECONDS = 14 * 24 * 60 * 60;

  private final CallerPools pools;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   */
  public RefreshRoutes(CallerPools pools) {
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
      String refresh = prefix + "/refresh";
      routes.add(
          new HttpRoute("GET", refresh, Optional.of(Role.READ), ExecutionLane.READ, this::status));
      routes.add(route(refresh, this::start));
      for (RefreshControl control : RefreshControl.values()) {
        routes.add(
            route(refresh + "/" + control.name().toLowerCase(Locale.ROOT), control(control)));
      }
    }
    return HttpRoute.reaching(RouteReach.POOLS, routes);
  }

  private static HttpRoute route(String template, Handler handler) {
    return new HttpRoute("POST", template, Optional.of(Role.OPERATE), ExecutionLane.WRITE, handler);
  }

  private HttpReply status(HttpRequest request) {
    return status(PoolPath.pool(pools, request));
  }

  private static HttpReply status(MachinePool pool) {
    return HttpReply.json(200, RefreshMessages.status(pool.refreshStatus()));
  }

  private HttpReply start(HttpRequest request) {
    RefreshRequest asked = asked(request);
    MachinePool pool = PoolPath.pool(pools, request);
    pool.refresh(asked, PoolPath.options(request));
    return status(pool);
  }

  private Handler control(RefreshControl control) {
    return request -> {
      RestErrors.none(request.body());
      MachinePool pool = PoolPath.pool(pools, request);
      pool.controlRefresh(control, PoolPath.options(request));
      return status(pool);
    };
  }

  private static RefreshRequest asked(HttpRequest request) {
    RefreshRequestBuilder builder = RefreshRequest.builder();
    if (request.body().length > 0) {
      read(JsonBody.read(request.body(), new RestErrors(SAMPLE)), builder);
    }
    try {
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(String.valueOf(e.getMessage()), SAMPLE);
    }
  }

  private static void read(JsonBody body, RefreshRequestBuilder builder) {
    body.only(
        "minHealthyPercent",
        "maxHealthyPercent",
        "batchSize",
        "warmup",
        "bakeTime",
        "skipMatching",
        "protectedMachines",
        "zoneByZone",
        "timeLimit",
        "failureLimit",
        "failurePercent",
        "stopAlarms",
        "onFailure",
        "checkpoints");
    body.number("minHealthyPercent", 0, 100).ifPresent(builder::minHealthyPercent);
    body.number("maxHealthyPercent", 100, 200).ifPresent(builder::maxHealthyPercent);
    body.number("batchSize", 1, 100_000).ifPresent(builder::batchSize);
    seconds(body, "warmup", 0, builder::warmup);
    seconds(body, "bakeTime", 0, builder::bakeTime);
    body.flag("skipMatching").ifPresent(builder::skipMatching);
    body.oneOf("protectedMachines", ProtectedMachines.class).ifPresent(builder::protectedMachines);
    body.flag("zoneByZone").ifPresent(builder::zoneByZone);
    seconds(body, "timeLimit", 1, builder::timeLimit);
    body.number("failureLimit", 1, 1000).ifPresent(builder::failureLimit);
    body.number("failurePercent", 1, 100).ifPresent(builder::failurePercent);
    body.someOf("stopAlarms", Alarm.Code.class).map(Set::copyOf).ifPresent(builder::stopAlarms);
    body.oneOf("onFailure", FailureResponse.class).ifPresent(builder::onFailure);
    for (JsonBody checkpoint : body.objects("checkpoints")) {
      JsonBody whole = checkpoint.only("percent", "delay").required();
      int percent = whole.number("percent", 1, 99).orElseThrow();
      int delay = whole.number("delay", 1, SECONDS / 7).orElseThrow();
      builder.checkpoint(percent, Duration.ofSeconds(delay));
    }
  }

  private static void seconds(JsonBody body, String field, int least, Consumer<Duration> setting) {
    int most = field.equals("timeLimit") ? SECONDS : SECONDS / 7;
    body.number(field, least, most).map(Duration::ofSeconds).ifPresent(setting);
  }
}
