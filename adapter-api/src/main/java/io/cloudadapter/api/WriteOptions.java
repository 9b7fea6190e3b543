package io.cloudadapter.api;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a caller may say about a write besides its arguments.
 *
 * @param idempotencyKey if given, a repetition of the same write under the same key gets the first
 *     answer again and changes nothing; kept for at least a day. 1 to 128 printable ASCII characters.
 * @param caller who asks, for the audit log
 */
public record WriteOptions(Optional<String> idempotencyKey, String caller) {
  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,128}");
  private static final WriteOptions NONE = new WriteOptions(Optional.empty(), "java");

  /**
   * Checks the form of the key.
   *
   * @throws IllegalArgumentException if the key is not 1 to 128 printable ASCII characters
   */
  public WriteOptions {
    Objects.requireNonNull(caller, "caller");
    if (idempotencyKey.isPresent() && !KEY.matcher(idempotencyKey.get()).matches()) {
      throw new IllegalArgumentException(
          "idempotency key must be 1 to 128 printable ASCII characters without space, was: "
              + QuotedText.of(idempotencyKey.get()));
    }
  }

  /**
   * Nothing to say.
   *
   * @return options without a key
   */
  public static WriteOptions none() {
    return NONE;
  }

  /**
   * The same options under a key.
   *
   * @param key 1 to 128 printable ASCII characters, new for each intended change
   * @return options with the key
   */
  public WriteOptions idempotencyKey(String key) {
    return new WriteOptions(Optional.of(key), caller);
  }

  /**
   * The same options on behalf of somebody.
   *
   * @param name who asks, for the audit log
   * @return options with the caller
   */
  public WriteOptions caller(String name) {
    return new WriteOptions(idempotencyKey, name);
  }
}
