package io.cloudadapter.core.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The canonical text of a scaling request. */
final class ScalingRequestText {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private ScalingRequestText() {}

  static String of(ScalingRequest request, PolicySelector by) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    String what = "scale";
    if (request instanceof ScalingRequest.Scale scale) {
      fields.put("event", scale.event().word());
      if (scale.count() != null) {
        fields.put("count", scalar(scale.count()));
      }
    } else if (request instanceof ScalingRequest.Measured measured) {
      what = "metrics" + measured.metric().map(name -> " " + name).orElse("");
      fields.put("value", measured.value());
    }
    if (by instanceof PolicySelector.Named named) {
      fields.put("policy", named.name());
    } else if (by instanceof PolicySelector.Given given) {
      Map<String, @Nullable Object> policy = new LinkedHashMap<>();
      policy.put("name", given.name());
      policy.putAll(((Policy) given.policy()).spec());
      fields.put("policy", policy);
    } else if (!(by instanceof PolicySelector.Own)) {
      throw new IllegalStateException("there are no words for " + by.getClass().getName());
    }
    return what + " " + json(fields);
  }

  static String of(ResizeRequest resize) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    resize.type().ifPresent(type -> fields.put("adjustment_type", type.name()));
    resize.number().ifPresent(number -> fields.put("number", number));
    resize.minSize().ifPresent(size -> fields.put("min_size", size));
    resize.maxSize().ifPresent(size -> fields.put("max_size", size));
    resize.minStep().ifPresent(step -> fields.put("min_step", step));
    fields.put("strict", resize.strict());
    return "resize " + json(fields);
  }

  /** A program may give anything; what is no count is refused later. */
  private static Object scalar(Object count) {
    return count instanceof Number || count instanceof Boolean ? count : count.toString();
  }

  private static String json(Map<String, @Nullable Object> fields) {
    try {
      return JSON.writeValueAsString(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps of texts and numbers can always be written", e);
    }
  }
}
