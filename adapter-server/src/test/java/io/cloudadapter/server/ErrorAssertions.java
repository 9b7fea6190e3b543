package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/** What every error body must be. */
public final class ErrorAssertions {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ErrorAssertions() {}

  /** Checks an error body and returns its message. */
  public static String message(String body) {
    return read(body).get("message").asText();
  }

  public static JsonNode read(String body) {
    try {
      JsonNode error = JSON.readTree(body);
      assertThat(List.copyOf(
              error.properties().stream().map(java.util.Map.Entry::getKey).toList()))
          .as(body)
          .containsExactly("message", "detail");
      assertThat(error.get("message").isTextual()).as(body).isTrue();
      assertThat(error.get("message").asText()).as(body).isNotBlank();
      assertThat(error.get("detail").isTextual()).as(body).isTrue();
      assertThat(body).doesNotContain("Exception", "\\tat ", "at io.", "at org.", "<html");
      return error;
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + body, e);
    }
  }
}
