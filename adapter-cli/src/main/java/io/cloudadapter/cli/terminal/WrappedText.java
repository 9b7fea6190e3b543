package io.cloudadapter.cli.terminal;

import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.List;

/** Text broken into lines of 80 columns at most, for explanations that a person reads on a terminal. */
public final class WrappedText {
  private static final int WIDTH = 80;

  private WrappedText() {}

  /**
   * Breaks a text at spaces, so that commands and paths stay whole, even those that are longer than a line.
   *
   * @param text one paragraph
   * @param indent what each line begins with
   * @return one line at least
   */
  public static List<String> lines(String text, String indent) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(indent);
    for (String word : Splitter.on(' ').omitEmptyStrings().split(text)) {
      boolean first = line.length() == indent.length();
      if (!first && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder(indent);
        first = true;
      }
      line.append(first ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
