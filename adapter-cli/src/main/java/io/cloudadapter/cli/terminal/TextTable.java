package io.cloudadapter.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Formats rows with columns as wide as their widest cell. */
public final class TextTable {
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

  public List<String> lines() {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
