package io.cloudadapter.cli.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Formats rows with columns as wide as their widest cell. The cells of the first column and of the column {@code
 * MACHINE} stay whole: people copy ids from them.
 */
public final class TextTable {
  private static final int GAP = 2;
  private static final int NARROWEST = 8;

  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(String... heads) {
    rows.add(List.of(heads));
  }

  public void row(String... cells) {
    List<String> row = new ArrayList<>();
    for (String cell : cells) {
      row.add(PrintableText.line(cell));
    }
    rows.add(row);
  }

  /** The lines, as wide as they are. */
  public List<String> lines() {
    return lines(Integer.MAX_VALUE);
  }

  /**
   * The lines, in a width if they can be: the widest columns that may be shortened are shortened first, and none below
   * {@value #NARROWEST}.
   *
   * @param width of the screen, in characters
   */
  public List<String> lines(int width) {
    int[] widths = widths();
    while (Arrays.stream(widths).sum() + GAP * (widths.length - 1) > width) {
      int widest = widestToShorten(widths);
      if (widest < 0) {
        break;
      }
      widths[widest]--;
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = shortened(row.get(i), widths[i]);
        line.append(cell).append(" ".repeat(widths[i] - cell.length() + GAP));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /** Returns the column, or -1 if none may become narrower. */
  private int widestToShorten(int[] widths) {
    int widest = -1;
    for (int i = 1; i < widths.length; i++) {
      boolean whole = widths[i] <= NARROWEST || rows.get(0).get(i).equals("MACHINE");
      if (!whole && (widest < 0 || widths[i] > widths[widest])) {
        widest = i;
      }
    }
    return widest;
  }

  private int[] widths() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private static String shortened(String cell, int width) {
    return cell.length() <= width ? cell : cell.substring(0, width - 1) + "…";
  }
}
