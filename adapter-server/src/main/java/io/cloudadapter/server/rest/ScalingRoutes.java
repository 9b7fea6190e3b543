package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.options.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Scaling by policies, ours: {@code /pool/scaling} says by what the pool is scaled, {@code /pool/scale},
 * {@code /pool/resize} and {@code /pool/metrics/<name>} scale it. A
 * decision is an answer, whether it is OK or ERROR: status 200, and its reason in the body. What asks for
 * something that cannot be decided is refused as everywhere else.
 */
public final class ScalingRoutes {
  private static final String SCALE =
      "{ \"event\": \"out\" or \"in\", \"count\": <number>, \"policy\": \"<name>\" }, the last two if need be";
  private static final String METRIC =
      "{ \"value\": <number>, \"policy\": \"<name>\" }, the last if need be";
  private static final String RESIZE =
      "{ \"adjustment_type\": \"EXACT_CAPACITY\", \"number\": <number>, \"min_size\": <number>,"
          + " \"max_size\": <number>, \"min_step\": <number>, \"strict\": <boolean> }, each if need be";
  private static final List<String> RESIZE_FIELDS =
      List.of("adjustment_type", "number", "min_size", "max_size", "min_step", "strict");

  private final Pools pools;

  /**
   * Routes to some pools.
   *
   * @param pools the pools
   */
  public ScalingRoutes(Pools pools) {
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
    return routes;
  }

  private static HttpRoute route(String template, Handler handler) {
    return new HttpRoute("POST", template, Optional.of(Role.OPERATE), ExecutionLane.WRITE, handler);
  }

  private HttpReply scaling(HttpRequest request) {
    PoolScaling scaling = PoolPath.pool(pools, request).scaling();
    return HttpReply.json(200, json -> ScalingJson.scaling(json, scaling));
  }

  private HttpReply scale(HttpRequest request) {
    Map<String, @Nullable Object> fields =
        SingleFieldReader.several(request.body(), List.of("event", "count", "policy"), SCALE);
    ScalingDirection event = event(fields.get("event"));
    if (fields.containsKey("count") && fields.get("count") == null) {
      throw SingleFieldReader.wrong(
          "count", "left out, or a whole number of 1 or more", null, SCALE);
    }
    return decided(request, new ScalingRequest.Scale(event, fields.get("count")), fields, SCALE);
  }

  private static ScalingDirection event(@Nullable Object word) {
    for (ScalingDirection event : ScalingDirection.values()) {
      if (event.word().equals(word)) {
        return event;
      }
    }
    throw SingleFieldReader.wrong("event", "\"out\" or \"in\"", word, SCALE);
  }

  private HttpReply measure(HttpRequest request) {
    Map<String, @Nullable Object> fields =
        SingleFieldReader.several(request.body(), List.of("value", "policy"), METRIC);
    if (!(fields.get("value") instanceof Number value) || !Double.isFinite(value.doubleValue())) {
      throw SingleFieldReader.wrong("value", "a finite number", fields.get("value"), METRIC);
    }
    ScalingRequest measured;
    try {
      measured = ScalingRequest.measured(request.parameter("metric"), value.doubleValue());
    } catch (IllegalArgumentException noName) {
      throw HttpError.badRequest(String.valueOf(noName.getMessage()), "");
    }
    return decided(request, measured, fields, METRIC);
  }

  private HttpReply decided(
      HttpRequest request,
      ScalingRequest asked,
      Map<String, @Nullable Object> fields,
      String sample) {
    MachinePool pool = PoolPath.pool(pools, request);
    PolicySelector by = by(fields.get("policy"), sample);
    ScalingDecision decision = pool.scale(asked, by, PoolPath.options(request));
    return HttpReply.json(200, json -> ScalingJson.decision(json, decision));
  }

  private static PolicySelector by(@Nullable Object name, String sample) {
    if (name == null) {
      return PolicySelector.own();
    }
    if (name instanceof String policy) {
      return PolicySelector.named(policy);
    }
    throw SingleFieldReader.wrong("policy", "the name of a policy", name, sample);
  }

  private HttpReply resize(HttpRequest request) {
    ResizeRequest resize =
        ResizeRequest.parse(SingleFieldReader.several(request.body(), RESIZE_FIELDS, RESIZE));
    MachinePool pool = PoolPath.pool(pools, request);
    ResizeDecision decision = pool.resize(resize, PoolPath.options(request));
    return HttpReply.json(200, json -> ScalingJson.decision(json, decision));
  }
}
