package io.cloudadapter.client;

import io.cloudadapter.api.scaling.Decision;
import io.cloudadapter.api.scaling.Resize;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ScalingEvent;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.ScalingView;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Writes requests to scale, and reads what was decided. */
final class ScalingMessages {
  private ScalingMessages() {}

  /** The fields of a resize, those that it has. */
  static Map<String, ?> body(Resize resize) {
    Map<String, Object> fields = new LinkedHashMap<>();
    resize.type().ifPresent(type -> fields.put("adjustment_type", type.name()));
    resize.number().ifPresent(number -> fields.put("number", number));
    resize.minSize().ifPresent(size -> fields.put("min_size", size));
    resize.maxSize().ifPresent(size -> fields.put("max_size", size));
    resize.minStep().ifPresent(step -> fields.put("min_step", step));
    fields.put("strict", resize.strict());
    return fields;
  }

  static Decision decision(ScalingRequest request, Reply reply) {
    Fields message = Fields.of(reply);
    ScalingView view = view(message.at("pool"));
    if (message.choice("status", Decision.Status.class) == Decision.Status.ERROR) {
      return Decision.refused(request, view, message.text("reason"), message.texts("steps"));
    }
    Optional<ScalingEvent> event = Optional.empty();
    int count = 0;
    for (ScalingEvent way : ScalingEvent.values()) {
      if (message.has(way.section())) {
        event = Optional.of(way);
        count = message.at(way.section()).count("count");
      }
    }
    try {
      return Decision.recorded(
          request, view, event, count, message.flag("abstains"), message.texts("steps"));
    } catch (IllegalArgumentException impossible) {
      throw message.wrong("count", "one that the pool can have", count);
    }
  }

  static ResizeDecision decision(Resize resize, Reply reply) {
    Fields message = Fields.of(reply);
    return new ResizeDecision(
        resize,
        view(message.at("pool")),
        message.choice("status", Decision.Status.class),
        message.text("reason"),
        message.count("capacity"),
        message.count("desiredSize"),
        message.count("minSize"),
        limit(message));
  }

  private static ScalingView view(Fields pool) {
    return new ScalingView(
        pool.count("committed"),
        pool.count("desiredSize"),
        pool.count("minSize"),
        limit(pool),
        pool.count("cap"),
        pool.count("warming"));
  }

  private static int limit(Fields fields) {
    return fields.number("maxSize") == ScalingView.UNLIMITED
        ? ScalingView.UNLIMITED
        : fields.count("maxSize");
  }
}
