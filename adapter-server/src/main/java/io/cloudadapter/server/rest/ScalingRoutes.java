package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.client.message.ScalingMessages;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.JsonValue;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.options.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Scaling by policies, not part of the specification: {@code /pool/scaling} shows limits and policies,
 * {@code /pool/scale}, {@code /pool/resize} and {@code /pool/metrics/<name>} scale. A decision is an answer, whether
 * it is OK or ERROR: status 200, and its reason in the body. Malformed requests are refused as everywhere else.
 */
public final class ScalingRoutes {
  private static final String SCALE =
      "{ \"event\": \"out\" or \"in\", \"count\": <number>, \"policy\": \"<name>\" }, the last two if need be";
  private static final String METRIC =
      "{ \"value\": <number>, \"policy\": \"<name>\" }, the last if need be";
  private static final String RESIZE =
      "{ \"adjustment_type\": \"EXACT_CAPACITY\", \"number\": <number>, \"min_size\": <number>,"
          + " \"max_size\": <number>, \"min_step\": <number>, \"strict\": <boolean> }, each if need be";
  private static final String[] RESIZE_FIELDS = {
    "adjustment_type", "number", "min_size", "max_size", "min_step", "strict"
  };
  private static final String COUNT = "left out, or a whole number of 1 or more";

  private final CallerPools pools;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   */
  public ScalingRoutes(CallerPools pools) {
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
          "GET", prefix + "/scaling", Optional.of(Role.READ), ExecutionLane.READ, this::scaling));
      routes.add(route(prefix + "/scale", this::scale));
      routes.add(route(prefix + "/resize", this::resize));
      routes.add(route(prefix + "/metrics/{metric}", this::measure));
    }
    return HttpRoute.reaching(RouteReach.POOLS, routes);
  }

  private static HttpRoute route(String template, Handler handler) {
    return new HttpRoute("POST", template, Optional.of(Role.OPERATE), ExecutionLane.WRITE, handler);
  }

  private HttpReply scaling(HttpRequest request) {
    PoolScaling scaling = PoolPath.pool(pools, request).scaling();
    return HttpReply.json(200, ScalingMessages.scaling(scaling));
  }

  private HttpReply scale(HttpRequest request) {
    JsonBody body = scalars(request, SCALE, "event", "count", "policy");
    ScalingDirection event = body.required()
        .field("event", "\"out\" or \"in\"", ScalingRoutes::event)
        .orElseThrow();
    Object count =
        body.field("count", COUNT, value -> Optional.ofNullable(value.plain())).orElse(null);
    return decided(request, new ScalingRequest.Scale(event, count), body);
  }

  private static Optional<ScalingDirection> event(JsonValue word) {
    return Arrays.stream(ScalingDirection.values())
        .filter(event -> word.string().equals(Optional.of(event.word())))
        .findFirst();
  }

  private HttpReply measure(HttpRequest request) {
    JsonBody body = scalars(request, METRIC, "value", "policy");
    double value =
        body.required().field("value", "a finite number", ScalingRoutes::finite).orElseThrow();
    ScalingRequest measured;
    try {
      measured = ScalingRequest.measured(request.parameter("metric"), value);
    } catch (IllegalArgumentException noName) {
      throw HttpError.badRequest(String.valueOf(noName.getMessage()), "");
    }
    return decided(request, measured, body);
  }

  private static Optional<Double> finite(JsonValue value) {
    return value.plain() instanceof Number number && Double.isFinite(number.doubleValue())
        ? Optional.of(number.doubleValue())
        : Optional.empty();
  }

  private HttpReply decided(HttpRequest request, ScalingRequest asked, JsonBody body) {
    MachinePool pool = PoolPath.pool(pools, request);
    PolicySelector by = body.value("policy").filter(JsonValue::isNull).isPresent()
        ? PolicySelector.own()
        : body.text("policy", "the name of a policy")
            .map(PolicySelector::named)
            .orElse(PolicySelector.own());
    ScalingDecision decision = pool.scale(asked, by, PoolPath.options(request));
    return HttpReply.json(200, ScalingMessages.decision(decision));
  }

  /** A body of fields with a single value each. */
  private static JsonBody scalars(HttpRequest request, String sample, String... fields) {
    RestErrors errors = new RestErrors(sample);
    JsonBody body = JsonBody.read(request.body(), errors).only(fields);
    for (String name : body.names()) {
      body.value(name)
          .filter(value -> !value.token().isScalarValue())
          .ifPresent(value -> errors.wrong(name, "a single value", value));
    }
    return body;
  }

  private HttpReply resize(HttpRequest request) {
    ResizeRequest resize =
        ResizeRequest.parse(scalars(request, RESIZE, RESIZE_FIELDS).toMap());
    MachinePool pool = PoolPath.pool(pools, request);
    ResizeDecision decision = pool.resize(resize, PoolPath.options(request));
    return HttpReply.json(200, ScalingMessages.decision(decision));
  }
}
