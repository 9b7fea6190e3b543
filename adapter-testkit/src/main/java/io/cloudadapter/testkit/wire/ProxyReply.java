package io.cloudadapter.testkit.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A reply to one request.
 *
 * @param status the HTTP status, 200 to 599
 * @param headers by name, in any case; without those that belong to one connection
 * @param body the body, without transfer coding; empty if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // bodies are bytes; no code compares these as a whole
public record ProxyReply(int status, Map<String, List<String>> headers, byte[] body) {

  public ProxyReply {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException("a status is 200 to 599, was: " + status);
    }
    headers = Headers.copy(headers);
    body = body.clone();
  }

  /**
   * A reply with a body of text.
   *
   * @param status the HTTP status
   * @param contentType such as {@code application/json}
   * @param body the text, sent as UTF-8
   * @return the reply
   */
  public static ProxyReply of(int status, String contentType, String body) {
    return new ProxyReply(
        status,
        Map.of("Content-Type", List.of(contentType)),
        body.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * This reply with one more header, in place of any others of its name.
   *
   * @param name the header's name
   * @param value its value
   * @return the reply
   */
  public ProxyReply with(String name, String value) {
    Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(headers);
    all.put(name, List.of(value));
    return new ProxyReply(status, all, body);
  }

  /**
   * The first value of a header.
   *
   * @param name the header's name, in any case
   * @return the value
   */
  public Optional<String> header(String name) {
    return Headers.first(headers, name);
  }

  /**
   * The body.
   *
   * @return a copy of its bytes
   */
  @Override
  public byte[] body() {
    return body.clone();
  }

  /**
   * The body as text.
   *
   * @return the body, read as UTF-8
   */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Without headers and body, which may hold secrets. */
  @Override
  public String toString() {
    return status + " with " + body.length + " bytes";
  }
}
