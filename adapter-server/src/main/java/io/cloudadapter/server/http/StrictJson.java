package io.cloudadapter.server.http;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Bodies that are JSON to the letter: no name twice, nothing behind the end, neither deep nor long. */
public final class StrictJson {
  private static final int DEEPEST = 32;
  private static final ObjectMapper JSON = new ObjectMapper(new JsonFactoryBuilder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .streamReadConstraints(StreamReadConstraints.builder()
              .maxNestingDepth(DEEPEST)
              .maxStringLength(64 * 1024)
              .maxNumberLength(64)
              .maxNameLength(256)
              .build())
          .build())
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private StrictJson() {}

  /**
   * Reads a body.
   *
   * @param body as it was received
   * @return an object
   * @throws HttpError 400 unless it is one JSON object in UTF-8
   */
  public static JsonNode object(byte[] body) {
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      JsonNode root = JSON.readTree(text);
      if (root == null || !root.isObject()) {
        throw HttpError.badRequest("the body must be a JSON object", "");
      }
      return root;
    } catch (StreamConstraintsException e) { // It has no place.
      throw HttpError.badRequest(
          "the body is nested deeper than " + DEEPEST
              + " levels, or has a name, number or string that is too long",
          "");
    } catch (JsonProcessingException e) {
      throw HttpError.badRequest(
          "the body is not valid JSON, at line " + e.getLocation().getLineNr() + ", column "
              + e.getLocation().getColumnNr(),
          "");
    } catch (IOException e) {
      throw HttpError.badRequest("the body is not UTF-8", "");
    }
  }
}
