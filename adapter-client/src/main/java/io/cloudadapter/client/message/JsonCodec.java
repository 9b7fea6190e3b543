package io.cloudadapter.client.message;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** Reads and writes JSON, strictly: no second value after the first, no field given twice. */
public final class JsonCodec {
  private static final JsonMapper MAPPER = JsonMapper.builder()
      .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .build();

  private JsonCodec() {}

  public static Optional<JsonNode> tree(byte[] body) {
    try {
      return Optional.ofNullable(MAPPER.readTree(body)).filter(node -> !node.isMissingNode());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public static Map<String, Object> values(JsonNode object) {
    return MAPPER.convertValue(object, new TypeReference<Map<String, Object>>() {});
  }

  public static String text(Map<String, ?> fields) {
    try {
      return MAPPER.writeValueAsString(fields);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("numbers, flags and texts can always be written", e);
    }
  }
}
