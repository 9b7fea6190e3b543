package io.cloudadapter.cli;

/** Text made fit for XML and HTML alike. */
final class Xml {
  private Xml() {}

  /** One line, in which nothing is markup. */
  static String text(String line) {
    return Printable.line(line)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
