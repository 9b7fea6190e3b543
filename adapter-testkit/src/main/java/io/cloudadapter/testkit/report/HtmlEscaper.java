package io.cloudadapter.testkit.report;

/** Escapes texts for HTML and SVG: text of an adapter or its cloud never becomes markup. */
final class HtmlEscaper {
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

  /** A sentence of the rules, with its backticks as code. */
  static String sentence(String sentence) {
    StringBuilder html = new StringBuilder();
    String[] parts = sentence.split("`", -1);
    for (int i = 0; i < parts.length; i++) {
      boolean code = i % 2 == 1 && i < parts.length - 1;
      boolean lone = i % 2 == 1 && !code;
      html.append(lone ? "`" : "").append(code ? code(parts[i]) : text(parts[i]));
    }
    return html.toString();
  }

  static String code(String text) {
    return "<code>" + text(text) + "</code>";
  }
}
