package io.cloudadapter.server.http;

import java.util.Map;
import java.util.Optional;

/** The result of checking a request's head. */
public sealed interface RequestAdmission {

  /** The request. */
  RequestHead head();

  /** The route, if the path and method have one. */
  Optional<HttpRoute> route();

  /** Who asks, if that is known. */
  Optional<Caller> caller();

  /** Whether the request has shown a valid credential. */
  default boolean isKnown() {
    return caller().filter(caller -> !caller.equals(Caller.ANYBODY)).isPresent();
  }

  /** What the path's braces stood for. */
  Map<String, String> parameters();

  /**
   * To be answered without the body.
   *
   * @param head the request
   * @param route the route, if the path and method have one
   * @param caller who asks, if that is known
   * @param parameters what the path's braces stood for
   * @param reply the answer
   */
  record Settled(
      RequestHead head,
      Optional<HttpRoute> route,
      Optional<Caller> caller,
      Map<String, String> parameters,
      HttpReply reply)
      implements RequestAdmission {}

  /**
   * To be answered by a handler, once the body is here.
   *
   * @param head the request
   * @param found the route
   * @param asking who asks
   * @param parameters what the path's braces stood for
   * @param idempotencyKey the key of a write, if it has one
   */
  record Admitted(
      RequestHead head,
      HttpRoute found,
      Caller asking,
      Map<String, String> parameters,
      Optional<String> idempotencyKey)
      implements RequestAdmission {

    @Override
    public Optional<HttpRoute> route() {
      return Optional.of(found);
    }

    @Override
    public Optional<Caller> caller() {
      return Optional.of(asking);
    }
  }
}
