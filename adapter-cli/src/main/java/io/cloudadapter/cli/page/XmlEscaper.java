package io.cloudadapter.cli.page;

import io.cloudadapter.cli.terminal.PrintableText;

/** Escapes text for XML and HTML alike. */
final class XmlEscaper {
  private XmlEscaper() {}

  /** One line, in which nothing is markup. */
  static String text(String line) {
    return PrintableText.line(line)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
