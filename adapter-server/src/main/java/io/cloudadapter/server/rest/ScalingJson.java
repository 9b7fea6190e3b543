package io.cloudadapter.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.scaling.Decision;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ScalingView;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Writes decisions: in the shape of the scaling policy specification (S1, S2), and beside it what came of
 * it, from which numbers, and how.
 */
final class ScalingJson {
  private ScalingJson() {}

  static void decision(JsonGenerator json, Decision decision) throws IOException {
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
    json.writeEndObject();
    json.writeArrayFieldStart("steps");
    for (String step : steps) {
      json.writeString(step);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
