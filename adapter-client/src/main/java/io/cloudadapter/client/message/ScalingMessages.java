package io.cloudadapter.client.message;

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

/** Writes and reads by what a pool is scaled, requests to scale, and what was decided. */
public final class ScalingMessages {
  private ScalingMessages() {}

  /** The fields of a resize, those that it has. */
  public static Map<String, ?> body(ResizeRequest resize) {
    Map<String, Object> fields = new LinkedHashMap<>();
    resize.type().ifPresent(type -> fields.put("adjustment_type", type.name()));
    resize.number().ifPresent(number -> fields.put("number", number));
    resize.minSize().ifPresent(size -> fields.put("min_size", size));
    resize.maxSize().ifPresent(size -> fields.put("max_size", size));
    resize.minStep().ifPresent(step -> fields.put("min_step", step));
    fields.put("strict", resize.strict());
    return fields;
  }

  /** Writes by what a pool is scaled. */
  public static Map<String, Object> scaling(PoolScaling scaling) {
    Map<String, Object> policies = new LinkedHashMap<>();
    scaling.policies().forEach((name, policy) -> policies.put(name, policy.spec()));
    Map<String, Object> cooldowns = new LinkedHashMap<>();
    // Rounded up: a cooldown that shows 0 is over.
    scaling
        .cooldowns()
        .forEach((name, left) -> cooldowns.put(name, left.plusNanos(999_999_999).toSeconds()));
    Map<String, Object> schedules = new LinkedHashMap<>();
    scaling.schedules().forEach((name, schedule) -> schedules.put(name, schedule(schedule)));
    return MessageFields.of(
        "minSize", scaling.minSize(),
        "maxSize", scaling.maxSize(),
        "cap", scaling.cap(),
        "configured",
            MessageFields.of(
                "minSize", scaling.configuredMinSize(), "maxSize", scaling.configuredMaxSize()),
        "policies", policies,
        "cooldowns", cooldowns,
        "schedules", schedules);
  }

  private static Map<String, Object> schedule(ScheduledSize schedule) {
    return MessageFields.of(
        "cron", schedule.cron(),
        "zone", schedule.zone(),
        "desiredSize", schedule.desiredSize(),
        "minSize", schedule.minSize(),
        "maxSize", schedule.maxSize(),
        "next", schedule.next(),
        "upcoming",
            Optional.of(schedule.upcoming())
                .filter(times -> !times.isEmpty())
                .map(times -> MessageFields.each(times, Timestamps::format)));
  }

  /** Reads by what a pool is scaled. */
  public static PoolScaling scaling(JsonFields message) {
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
        schedule.optionalTime("next"),
        schedule.optionalTimes("upcoming"));
  }

  private static ZoneId zone(JsonFields schedule) {
    String id = schedule.text("zone");
    try {
      return ZoneId.of(id);
    } catch (DateTimeException e) {
      throw schedule.wrong("zone", "a time zone", id);
    }
  }

  /** Writes a decision in the shape of the scaling policy specification, and beside it how it came about. */
  public static Map<String, Object> decision(ScalingDecision decision) {
    Map<String, Object> fields = new LinkedHashMap<>(decision.toMap());
    fields.putAll(MessageFields.of(
        "abstains", decision.abstains(),
        "capacity", decision.capacity(),
        "desiredSize", decision.desiredSize(),
        "pool", view(decision.view()),
        "steps", decision.steps()));
    return fields;
  }

  /** Writes what was decided about a resize. */
  public static Map<String, Object> decision(ResizeDecision decision) {
    Map<String, Object> fields = new LinkedHashMap<>(decision.toMap());
    fields.putAll(MessageFields.of(
        "capacity", decision.capacity(),
        "desiredSize", decision.desiredSize(),
        "minSize", decision.minSize(),
        "maxSize", decision.maxSize(),
        "pool", view(decision.view()),
        "steps", decision.steps()));
    return fields;
  }

  private static Map<String, Object> view(ScalingView view) {
    return MessageFields.of(
        "committed", view.committed(),
        "desiredSize", view.desiredSize(),
        "minSize", view.minSize(),
        "maxSize", view.maxSize(),
        "cap", view.perPoolCap(),
        "warming", view.warming(),
        "leaving", view.leaving());
  }

  /** Reads a decision. */
  public static ScalingDecision decision(ScalingRequest request, JsonFields message) {
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

  /** Reads what was decided about a resize. */
  public static ResizeDecision decision(ResizeRequest resize, JsonFields message) {
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
