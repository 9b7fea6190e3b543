package io.cloudadapter.api.cloud;

import java.util.regex.Pattern;

/** The syntax of names that travel to a cloud and back and are parts of paths. */
final class NameSyntax {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,128}");
  private static final Pattern SHOWABLE = Pattern.compile("\\P{Cntrl}{1,256}");
  private static final int SHOWN = 60;

  private NameSyntax() {}

  /** Checks a name: letters, digits and {@code . _ -}, but not {@code .} or {@code ..}. */
  static String name(String field, String value) {
    if (!NAME.matcher(value).matches() || value.equals(".") || value.equals("..")) {
      throw new IllegalArgumentException(
          field + " must be 1 to 128 of [A-Za-z0-9._-], was " + shown(value));
    }
    return value;
  }

  /** Checks a text: 1 to 256 printable characters. */
  static String text(String field, String value) {
    if (!SHOWABLE.matcher(value).matches()) {
      throw new IllegalArgumentException(
          field + " must be 1 to 256 printable characters, was " + shown(value));
    }
    return value;
  }

  static int port(String field, int value) {
    if (value < 1 || value > 65535) {
      throw new IllegalArgumentException(field + " must be 1 to 65535, was " + value);
    }
    return value;
  }

  /** Returns a value for an error message: its beginning, quoted, without control characters. */
  static String shown(String value) {
    String cut = value.length() > SHOWN ? value.substring(0, SHOWN) + "…" : value;
    return "'" + cut.replaceAll("\\p{Cntrl}", "?") + "'";
  }
}
