package io.cloudadapter.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.api.scaling.ScheduledSize;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Writes what scaling goes by, and decisions: in the shape of the scaling policy specification (S1, S2), and beside
 * it what came of it, from which numbers, and how.
 */
final class ScalingJson {
  /** Maps, lists, texts and numbers, as specifications have them. */
  private static final ObjectWriter VALUES = JsonMapper.builder()
      .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
      .build()
      .writer();

  private ScalingJson() {}

  /** By what a pool is scaled. */
  static void scaling(JsonGenerator json, PoolScaling scaling) throws IOException {
    json.writeStartObject();
    json.writeNumberField("minSize", scaling.minSize());
    json.writeNumberField("maxSize", scaling.maxSize());
    json.writeNumberField("cap", scaling.cap());
    json.writeObjectFieldStart("configured");
    json.writeNumberField("minSize", scaling.configuredMinSize());
    json.writeNumberField("maxSize", scaling.configuredMaxSize());
    json.writeEndObject();
    json.writeObjectFieldStart("policies");
    for (Map.Entry<String, Policy> policy : scaling.policies().entrySet()) {
      json.writeFieldName(policy.getKey());
      VALUES.writeValue(json, policy.getValue().spec());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("cooldowns");
    for (Map.Entry<String, Duration> left : scaling.cooldowns().entrySet()) {
      // Rounded up: what is over at 0 must not be said before it is.
      json.writeNumberField(
          left.getKey(), left.getValue().plusNanos(999_999_999).toSeconds());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("schedules");
    for (Map.Entry<String, ScheduledSize> schedule : scaling.schedules().entrySet()) {
      json.writeFieldName(schedule.getKey());
      schedule(json, schedule.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void schedule(JsonGenerator json, ScheduledSize schedule) throws IOException {
    json.writeStartObject();
    json.writeStringField("cron", schedule.cron());
    json.writeStringField("zone", schedule.zone().getId());
    size(json, "desiredSize", schedule.desiredSize());
    size(json, "minSize", schedule.minSize());
    size(json, "maxSize", schedule.maxSize());
    if (schedule.next().isPresent()) {
      json.writeStringField("next", Timestamps.format(schedule.next().get()));
    }
    json.writeEndObject();
  }

  private static void size(JsonGenerator json, String name, OptionalInt size) throws IOException {
    if (size.isPresent()) {
      json.writeNumberField(name, size.getAsInt());
    }
  }

  static void decision(JsonGenerator json, ScalingDecision decision) throws IOException {
    begin(json, decision.toMap());
    json.writeBooleanField("abstains", decision.abstains());
    json.writeNumberField("capacity", decision.capacity());
    json.writeNumberField("desiredSize", decision.desiredSize());
    end(json, decision.view(), decision.steps());
  }

  static void decision(JsonGenerator json, ResizeDecision decision) throws IOException {
    begin(json, decision.toMap());
    json.writeNumberField("capacity", decision.capacity());
    json.writeNumberField("desiredSize", decision.desiredSize());
    json.writeNumberField("minSize", decision.minSize());
    json.writeNumberField("maxSize", decision.maxSize());
    end(json, decision.view(), decision.steps());
  }

  /** Texts, and sections with their counts. */
  private static void begin(JsonGenerator json, Map<String, Object> documented) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, Object> entry : documented.entrySet()) {
      if (entry.getValue() instanceof Map<?, ?> section) {
        json.writeObjectFieldStart(entry.getKey());
        json.writeNumberField("count", count(section));
        json.writeEndObject();
      } else {
        json.writeStringField(entry.getKey(), String.valueOf(entry.getValue()));
      }
    }
  }

  private static int count(Map<?, ?> section) {
    return section.get("count") instanceof Integer count ? count : 0;
  }

  private static void end(JsonGenerator json, ScalingView view, List<String> steps)
      throws IOException {
    json.writeObjectFieldStart("pool");
    json.writeNumberField("committed", view.committed());
    json.writeNumberField("desiredSize", view.desiredSize());
    json.writeNumberField("minSize", view.minSize());
    json.writeNumberField("maxSize", view.maxSize());
    json.writeNumberField("cap", view.perPoolCap());
    json.writeNumberField("warming", view.warming());
    json.writeNumberField("leaving", view.leaving());
    json.writeEndObject();
    json.writeArrayFieldStart("steps");
    for (String step : steps) {
      json.writeString(step);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
