package io.cloudadapter.core.store;

/** The limits of keys and values. */
public final class KeyLimits {
  private KeyLimits() {}

  public static String checkKey(String key) {
    if (key.isEmpty()) {
      throw new IllegalArgumentException(
          "key must have 1 to " + Transaction.MAX_KEY + " characters");
    }
    return checkPrefix(key);
  }

  public static String checkPrefix(String prefix) {
    if (prefix.length() > Transaction.MAX_KEY) {
      throw new IllegalArgumentException(
          "key must have at most " + Transaction.MAX_KEY + " characters, has " + prefix.length());
    }
    for (int i = 0; i < prefix.length(); i++) {
      char c = prefix.charAt(i);
      if (c < ' ' || c > '~') {
        throw new IllegalArgumentException(
            "key must be printable ASCII, has character %d at position %d".formatted((int) c, i));
      }
    }
    return prefix;
  }

  public static long checkRevision(String what, long revision) {
    if (revision < 0) {
      throw new IllegalArgumentException(what + " must be 0 or more, was " + revision);
    }
    return revision;
  }

  /** Keys end at '~', so this is above all that start with the prefix. */
  static String endOf(String prefix) {
    return prefix + '\u007f';
  }
}
