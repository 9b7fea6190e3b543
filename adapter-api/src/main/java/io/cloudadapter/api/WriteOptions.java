package io.cloudadapter.api;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Optional settings of a write: an idempotency key, the caller's name, and where the write came from.
 *
 * @param idempotencyKey if given, a repetition of the same write under the same key gets the first answer and changes
 *     nothing; kept for at least a day. 1 to 128 printable ASCII characters.
 * @param caller the caller's name, for the audit log and the pool's history
 * @param api the way in, for the pool's history: {@code java}, {@code rest}, {@code senlin} and so on
 * @param requestId the id of the server's request, if there is one
 */
public record WriteOptions(
    Optional<String> idempotencyKey, String caller, String api, Optional<String> requestId) {
  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,128}");
  private static final WriteOptions NONE = new WriteOptions(Optional.empty(), "java");

  /**
   * Makes options of a write that came in through Java.
   *
   * @param idempotencyKey the key, if there is one
   * @param caller the caller's name
   */
  public WriteOptions(Optional<String> idempotencyKey, String caller) {
    this(idempotencyKey, caller, "java", Optional.empty());
  }

  /**
   * Checks the form of the key.
   *
   * @throws IllegalArgumentException if the key is not 1 to 128 printable ASCII characters
   */
  public WriteOptions {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(api, "api");
    Objects.requireNonNull(requestId, "requestId");
    if (idempotencyKey.isPresent() && !KEY.matcher(idempotencyKey.get()).matches()) {
      throw new IllegalArgumentException(
          "idempotency key must be 1 to 128 printable ASCII characters without space, was: "
              + QuotedText.of(idempotencyKey.get()));
    }
  }

  /**
   * Makes options without a key.
   *
   * @return options without a key
   */
  public static WriteOptions none() {
    return NONE;
  }

  /**
   * Returns the same options with a key.
   *
   * @param key 1 to 128 printable ASCII characters, new for each intended change
   * @return options with the key
   */
  public WriteOptions idempotencyKey(String key) {
    return new WriteOptions(Optional.of(key), caller, api, requestId);
  }

  /**
   * Returns the same options on behalf of a caller.
   *
   * @param name the caller's name, for the audit log
   * @return options with the caller
   */
  public WriteOptions caller(String name) {
    return new WriteOptions(idempotencyKey, name, api, requestId);
  }

  /**
   * Returns the same options with the way by which the write came in.
   *
   * @param name the API, one lower-case word
   * @param request the id of the request
   * @return options with both
   */
  public WriteOptions from(String name, String request) {
    return new WriteOptions(idempotencyKey, caller, name, Optional.of(request));
  }
}
