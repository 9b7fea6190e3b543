package io.cloudadapter.testkit.report;

import java.util.regex.Pattern;

/** Escapes texts for HTML and SVG: text of an adapter or its cloud never becomes markup. */
final class HtmlEscaper {
  private static final Pattern BACKTICKS = Pattern.compile("`([^`]*)`");

  private HtmlEscaper() {}

  /** Plain text. */
  static String text(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(c -> {
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        case '\n', '\t' -> safe.append((char) c);
        default -> safe.appendCodePoint(Character.isISOControl(c) ? '\ufffd' : c);
      }
    });
    return safe.toString();
  }

  /** Turns what is between two backticks into code; a lone backtick stays. */
  static String code(String html) {
    return BACKTICKS.matcher(html).replaceAll("<code>$1</code>");
  }
}
