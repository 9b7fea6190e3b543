package io.cloudadapter.api;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Optional settings of a write: an idempotency key and the caller's name.
 *
 * @param idempotencyKey if given, a repetition of the same write under the same key gets the first answer and changes
 *     nothing; kept for at least a day. 1 to 128 printable ASCII characters.
 * @param caller the caller's name, for the audit log
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
    return new WriteOptions(Optional.of(key), caller);
  }

  /**
   * Returns the same options on behalf of a caller.
   *
   * @param name the caller's name, for the audit log
   * @return options with the caller
   */
  public WriteOptions caller(String name) {
    return new WriteOptions(idempotencyKey, name);
  }
}
