package io.cloudadapter.server.http;

import java.util.Map;
import java.util.Optional;

/**
 * An admitted request with its body.
 *
 * @param head what came before the body
 * @param parameters what the path's braces stood for, decoded
 * @param caller who asks
 * @param idempotencyKey the key of a write, if it has one
 * @param body the body, possibly empty
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; bytes are what HTTP has.
public record HttpRequest(
    RequestHead head,
    Map<String, String> parameters,
    Caller caller,
    Optional<String> idempotencyKey,
    byte[] body) {

  /**
   * The idempotency key in the scope of its caller, for lists that several callers share.
   *
   * @return a text that no other caller can send, if there is a key
   */
  public Optional<String> scopedKey() {
    String principal = caller.principal();
    return idempotencyKey.map(key -> principal.length() + ":" + principal + ":" + key);
  }

  /**
   * What a brace of the path stood for.
   *
   * @param name its name
   * @return the decoded segment
   */
  public String parameter(String name) {
    String value = parameters.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the route has no parameter {" + name + "}");
    }
    return value;
  }
}
