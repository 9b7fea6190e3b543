package io.cloudadapter.testkit.wire;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One request of the adapter, and the answer to it.
 *
 * @param number its place in the run, from 1
 * @param call the call of the adapter that was under way, from 1 within the run; 0 if none was
 * @param cloud the service that it was meant for, such as {@code http://127.0.0.1:4711}
 * @param method such as {@code POST}
 * @param target path and query, as sent
 * @param headers by name, in any case, as the adapter sent them
 * @param body the body, without transfer coding; empty if there was none
 * @param reply the answer: the cloud's, or the fault's in its place. The fault determines how much of it reached the
 *     adapter. Empty if there was none, or none yet
 * @param fault what struck this exchange
 */
@SuppressWarnings("ArrayRecordComponent") // bodies are bytes; no code compares these as a whole
public record RecordedExchange(
    int number,
    int call,
    URI cloud,
    String method,
    String target,
    Map<String, List<String>> headers,
    byte[] body,
    Optional<ProxyReply> reply,
    Optional<WireFault> fault) {

  public RecordedExchange {
    headers = Headers.copy(headers);
    body = body.clone();
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

  /**
   * The whole exchange as evidence: request and reply, with the values of headers that carry
   * credentials masked, and the given secrets wherever they stand, also URL-encoded, JSON-escaped or in
   * Base64. Long bodies are cut, bytes that are no text are counted.
   *
   * @param secrets strings that must not be shown
   * @return some lines, the last one ended
   */
  public String evidence(Collection<String> secrets) {
    return new ExchangeTranscript(secrets).of(this);
  }

  RecordedExchange with(Optional<ProxyReply> reply, Optional<WireFault> fault) {
    return new RecordedExchange(number, call, cloud, method, target, headers, body, reply, fault);
  }

  /**
   * How long the reply was on the wire, head included: what {@link WireFault#CUT} may cut.
   *
   * @return the bytes; 0 without a reply
   */
  public int replyBytes() {
    return reply.map(r -> ScriptedReply.of(r).bytes(method, true).all().length).orElse(0);
  }

  /**
   * Whether the same thing was asked: the same service, method, target and body.
   *
   * @param other another exchange
   * @return true if so
   */
  public boolean asks(RecordedExchange other) {
    return cloud.equals(other.cloud)
        && method.equals(other.method)
        && target.equals(other.target)
        && Arrays.equals(body, other.body);
  }

  /** Without query, headers and bodies, which may hold secrets. */
  @Override
  public String toString() {
    int query = target.indexOf('?');
    return "#" + number + " " + method + " "
        + (query < 0 ? target : target.substring(0, query) + "?…")
        + reply.map(r -> " → " + r.status()).orElse("")
        + fault.map(f -> " (" + f + ")").orElse("");
  }
}
