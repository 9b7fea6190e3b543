package io.cloudadapter.api.action;

import java.util.regex.Pattern;

/** The limits of texts that callers send. */
final class TextLimits {
  private static final Pattern PRINTABLE = Pattern.compile("[\\P{Cntrl}]*");
  private static final int SHOWN = 60;

  private TextLimits() {}

  static void printable(String field, String value, int least, int most) {
    if (value.length() < least
        || value.length() > most
        || !PRINTABLE.matcher(value).matches()) {
      throw new IllegalArgumentException(field + " must be " + least + " to " + most
          + " printable characters, was " + shown(value));
    }
  }

  /** Returns a value for an error message: its beginning, quoted, without control characters. */
  static String shown(String value) {
    String cut = value.length() > SHOWN ? value.substring(0, SHOWN) + "…" : value;
    return "'" + cut.replaceAll("\\p{Cntrl}", "?") + "'";
  }
}
