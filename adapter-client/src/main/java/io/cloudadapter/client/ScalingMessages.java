package io.cloudadapter.client;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.api.scaling.ScheduledSize;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes requests to scale, and reads what was decided, and by what a pool is scaled. */
final class ScalingMessages {
  private ScalingMessages() {}

  /** The fields of a resize, those that it has. */
  static Map<String, ?> body(ResizeRequest resize) {
    Map<String, Object> fields = new LinkedHashMap<>();
    resize.type().ifPresent(type -> fields.put("adjustment_type", type.name()));
    resize.number().ifPresent(number -> fields.put("number", number));
    resize.minSize().ifPresent(size -> fields.put("min_size", size));
    resize.maxSize().ifPresent(size -> fields.put("max_size", size));
    resize.minStep().ifPresent(step -> fields.put("min_step", step));
    fields.put("strict", resize.strict());
    return fields;
  }

  /** By what a pool is scaled. */
  static PoolScaling scaling(ServerReply reply) {
    JsonFields message = JsonFields.of(reply);
    JsonFields configured = message.at("configured");
    return new PoolScaling(
        message.count("minSize"),
        limit(message),
        message.count("cap"),
        configured.count("minSize"),
        limit(configured),
        message.objects("policies", ScalingMessages::policy),
        cooldowns(message.at("cooldowns")),
        message.objects("schedules", (name, schedule) -> schedule(schedule)));
  }

  private static Policy policy(String name, JsonFields spec) {
    try {
      return Policy.parse(spec.values());
    } catch (PoolException unknown) {
      throw spec.garbled("policy " + name + " is none that is known here: " + unknown.getMessage());
    }
  }

  private static Map<String, Duration> cooldowns(JsonFields seconds) {
    Map<String, Duration> left = new TreeMap<>();
    for (String policy : seconds.names()) {
      left.put(policy, Duration.ofSeconds(seconds.count(policy)));
    }
    return left;
  }

  private static ScheduledSize schedule(JsonFields schedule) {
    return new ScheduledSize(
        schedule.text("cron"),
        zone(schedule),
        schedule.optionalCount("desiredSize"),
        schedule.optionalCount("minSize"),
        schedule.optionalCount("maxSize"),
        schedule.optionalTime("next"));
  }

  private static ZoneId zone(JsonFields schedule) {
    String id = schedule.text("zone");
    try {
      return ZoneId.of(id);
    } catch (DateTimeException e) {
      throw schedule.wrong("zone", "a time zone", id);
    }
  }

  static ScalingDecision decision(ScalingRequest request, ServerReply reply) {
    JsonFields message = JsonFields.of(reply);
    ScalingView view = view(message.at("pool"));
    if (message.choice("status", ScalingDecision.Status.class) == ScalingDecision.Status.ERROR) {
      return ScalingDecision.refused(request, view, message.text("reason"), message.texts("steps"));
    }
    Optional<ScalingDirection> event = Optional.empty();
    int count = 0;
    for (ScalingDirection way : ScalingDirection.values()) {
      if (message.has(way.section())) {
        event = Optional.of(way);
        count = message.at(way.section()).count("count");
      }
    }
    try {
      return ScalingDecision.recorded(
          request, view, event, count, message.flag("abstains"), message.texts("steps"));
    } catch (IllegalArgumentException impossible) {
      throw message.wrong("count", "one that the pool can have", count);
    }
  }

  static ResizeDecision decision(ResizeRequest resize, ServerReply reply) {
    JsonFields message = JsonFields.of(reply);
    return new ResizeDecision(
        resize,
        view(message.at("pool")),
        message.choice("status", ScalingDecision.Status.class),
        message.text("reason"),
        message.count("capacity"),
        message.count("desiredSize"),
        message.count("minSize"),
        limit(message));
  }

  private static ScalingView view(JsonFields pool) {
    return new ScalingView(
        pool.count("committed"),
        pool.count("desiredSize"),
        pool.count("minSize"),
        limit(pool),
        pool.count("cap"),
        pool.count("warming"),
        pool.count("leaving"));
  }

  private static int limit(JsonFields fields) {
    return fields.number("maxSize") == ScalingView.UNLIMITED
        ? ScalingView.UNLIMITED
        : fields.count("maxSize");
  }
}
