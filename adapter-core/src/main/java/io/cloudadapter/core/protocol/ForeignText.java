package io.cloudadapter.core.protocol;

/** Shortens texts of channels, which may hold what comes from far away, for alarms, events and logs. */
public final class ForeignText {
  private static final int LONGEST = 300;

  private ForeignText() {}

  /** One line of at most 300 characters of the text, without control characters. */
  public static String shortened(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints().limit(LONGEST).forEach(c -> {
      switch (Character.getType(c)) {
        case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
          line.append(' ');
        case Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED ->
          line.append('?');
        default -> line.appendCodePoint(c);
      }
    });
    return line.append(text.codePointCount(0, text.length()) > LONGEST ? "…" : "")
        .toString();
  }
}
