package io.cloudadapter.cli.terminal;

/** Prepares text from a server for a screen: it contains no control characters. */
public final class PrintableText {
  private PrintableText() {}

  /** The text on one line. */
  public static String line(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints().forEach(c -> {
      switch (Character.getType(c)) {
        case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
          shown.append(' ');
        case Character.FORMAT, Character.SURROGATE, Character.UNASSIGNED -> shown.append('?');
        default -> shown.appendCodePoint(c);
      }
    });
    return shown.toString();
  }
}
