package io.cloudadapter.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.MappingJsonFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The reply to a request. Its body is either complete in memory, shared and never changed, or a stream.
 *
 * @param status the HTTP status
 * @param headers further headers, Content-Length not among them
 * @param body the body, possibly empty
 * @param streamed what comes in the place of the body, if it does not come at once
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; bytes are what HTTP has.
public record HttpReply(
    int status, Map<String, String> headers, byte[] body, Optional<StreamingBody> streamed) {
  private static final JsonFactory JSON = new MappingJsonFactory();
  private static final byte[] NOTHING = new byte[0];

  /** The content type of all of our JSON. */
  public static final String JSON_TYPE = "application/json";

  /**
   * A reply that is whole.
   *
   * @param status the HTTP status
   * @param headers further headers, Content-Length not among them
   * @param body the body, possibly empty
   */
  public HttpReply(int status, Map<String, String> headers, byte[] body) {
    this(status, headers, body, Optional.empty());
  }

  /**
   * A reply whose body comes bit by bit.
   *
   * @param contentType its media type
   * @param streamed the body
   * @return 200
   */
  public static HttpReply stream(String contentType, StreamingBody streamed) {
    return new HttpReply(
        200,
        Map.of("Content-Type", contentType, "Cache-Control", "no-store"),
        NOTHING,
        Optional.of(streamed));
  }

  /**
   * Success without content.
   *
   * @return 200 with an empty body
   */
  public static HttpReply done() {
    return new HttpReply(200, Map.of("Cache-Control", "no-store"), NOTHING);
  }

  /**
   * A status without content.
   *
   * @param status the HTTP status
   * @return a reply with an empty body
   */
  public static HttpReply empty(int status) {
    return new HttpReply(status, Map.of(), NOTHING);
  }

  /**
   * A JSON document that is not to be kept by caches.
   *
   * @param status the HTTP status
   * @param writer writes one JSON value
   * @return the reply
   */
  public static HttpReply json(int status, JsonWriter writer) {
    return new HttpReply(
        status, Map.of("Content-Type", JSON_TYPE, "Cache-Control", "no-store"), bytes(writer));
  }

  /**
   * A message that is not to be kept by caches.
   *
   * @param status the HTTP status
   * @param message its fields
   * @return the reply
   */
  public static HttpReply json(int status, Map<String, Object> message) {
    return json(status, json -> json.writeObject(message));
  }

  /**
   * A text of some type.
   *
   * @param contentType its media type
   * @param text the text
   * @return 200 with the text in UTF-8
   */
  public static HttpReply text(String contentType, String text) {
    return bytes(contentType, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Bytes of some type.
   *
   * @param contentType its media type
   * @param body the bytes, shared and never changed
   * @return 200 with the bytes
   */
  public static HttpReply bytes(String contentType, byte[] body) {
    return new HttpReply(
        200, Map.of("Content-Type", contentType, "Cache-Control", "no-store"), body);
  }

  /**
   * An error (Error response message).
   *
   * @param status the HTTP status
   * @param message a sentence for people
   * @param detail what helps further, possibly empty
   * @return the reply
   */
  public static HttpReply error(int status, String message, String detail) {
    return json(status, json -> {
      json.writeStartObject();
      json.writeStringField("message", message);
      json.writeStringField("detail", detail);
      json.writeEndObject();
    });
  }

  /**
   * The same reply with one more header.
   *
   * @param name the header's name
   * @param value its value, replacing an earlier one
   * @return a new reply
   */
  public HttpReply with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new HttpReply(status, more, body, streamed);
  }

  /**
   * Writes JSON into bytes.
   *
   * @param writer writes one JSON value
   * @return UTF-8
   */
  public static byte[] bytes(JsonWriter writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      writer.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException("JSON could not be written to memory", e);
    }
    return bytes.toByteArray();
  }

  /** Writes one JSON value. */
  @FunctionalInterface
  public interface JsonWriter {
    /**
     * Writes the value.
     *
     * @param json where to
     * @throws IOException if the generator fails
     */
    void write(JsonGenerator json) throws IOException;
  }
}
