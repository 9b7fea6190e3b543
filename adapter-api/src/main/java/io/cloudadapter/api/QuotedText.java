package io.cloudadapter.api;

/** Text from outside, prepared for an error message: quoted, cut short, with control characters made visible. */
final class QuotedText {
  private static final int LONGEST = 80;

  private QuotedText() {}

  static String of(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints().limit(LONGEST).forEach(c -> {
      if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
        quoted.append(String.format("\\u%04x", c));
      } else {
        quoted.appendCodePoint(c);
      }
    });
    if (text.codePointCount(0, text.length()) > LONGEST) {
      quoted.append("…");
    }
    return quoted.append('"').toString();
  }
}
