package io.cloudadapter.server.http;

/** Text from outside, made fit for messages and logs: one line, cut short, nothing that acts on a terminal. */
public final class Shown {
  private static final int LONGEST = 80;

  private Shown() {}

  /**
   * The text in quotes.
   *
   * @param text any text
   * @return at most 80 characters of it, special ones as {@code \\uXXXX}, quoted
   */
  public static String quoted(String text) {
    return '"' + bare(text) + '"';
  }

  /**
   * The text without quotes.
   *
   * @param text any text
   * @return at most 80 characters of it, special ones as {@code \\uXXXX}
   */
  public static String bare(String text) {
    return bare(text, LONGEST);
  }

  /**
   * The text without quotes, up to a length.
   *
   * @param text any text
   * @param longest how many characters at most
   * @return the text, special characters as {@code \\uXXXX}
   */
  public static String bare(String text, int longest) {
    StringBuilder shown = new StringBuilder();
    text.codePoints().limit(longest).forEach(c -> append(shown, c));
    if (text.codePointCount(0, text.length()) > longest) {
      shown.append('…');
    }
    return shown.toString();
  }

  private static void append(StringBuilder shown, int c) {
    switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR -> shown.append(String.format("\\u%04x", c));
      default -> {
        if (c == '"' || c == '\\') {
          shown.append('\\');
        }
        shown.appendCodePoint(c);
      }
    }
  }
}
