package io.cloudadapter.core.config;

import java.util.regex.Pattern;

/** The form of a pool's labels: names and values that callers and tenants are limited by. */
public final class PoolLabel {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._/-]{0,62})");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9._-]{1,63}");

  private PoolLabel() {}

  /**
   * Whether a text can be the name of a label.
   *
   * @param text any text
   * @return true if it is 1 to 63 of {@code [A-Za-z0-9._/-]} and begins with a letter or digit
   */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * Whether a text can be the value of a label.
   *
   * @param text any text
   * @return true if it is 1 to 63 of {@code [A-Za-z0-9._-]}
   */
  public static boolean isValue(String text) {
    return VALUE.matcher(text).matches();
  }

  static void check(String name, String value) {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "labels must have names of 1 to 63 of [A-Za-z0-9._/-] that begin with a letter or digit,"
              + " was " + name);
    }
    if (!isValue(value)) {
      throw new IllegalArgumentException(
          "labels." + name + " must be 1 to 63 of [A-Za-z0-9._-], was " + value);
    }
  }
}
