package io.cloudadapter.cli;

import io.cloudadapter.api.scaling.ScalingView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A table of questions: a header that names the columns, and a line for each question. {@code size} and
 * {@code request} must be there; a column that is left out, or empty, has the default of the command's option.
 */
final class PolicyCases {
  private static final List<String> COLUMNS =
      List.of("size", "desired", "min", "max", "cap", "warming", "request", "there", "expect");
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,9}");
  private static final Pattern EXPECT = Pattern.compile("[+-][1-9][0-9]{0,8}|0|ERROR");

  /**
   * One line.
   *
   * @param number its number in the file, from 1
   * @param request the request as written
   * @param asked the question
   * @param expect the change that the author expects, if any
   */
  record Row(int number, String request, PolicyCase asked, Optional<String> expect) {}

  private PolicyCases() {}

  /**
   * Reads a table; empty lines and those that begin with # are left out.
   *
   * @throws IllegalArgumentException naming file, line and what is wrong
   */
  static List<Row> read(Path file, String text) {
    List<String> header = null;
    List<Row> rows = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      List<String> cells = Arrays.stream(line.split(",", -1)).map(String::strip).toList();
      try {
        if (header == null) {
          header = header(cells);
        } else {
          rows.add(row(i + 1, header, cells));
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(file + " line " + (i + 1) + ": " + e.getMessage(), e);
      }
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(file + ": must have a header and at least one line");
    }
    return rows;
  }

  private static List<String> header(List<String> cells) {
    Set<String> names = new TreeSet<>(cells);
    if (names.size() < cells.size()
        || !COLUMNS.containsAll(names)
        || !names.containsAll(List.of("size", "request"))) {
      throw new IllegalArgumentException("the header must name size and request, and of "
          + String.join(", ", COLUMNS) + " what is needed, each once, was: "
          + String.join(",", cells));
    }
    return cells;
  }

  private static Row row(int number, List<String> header, List<String> cells) {
    if (cells.size() != header.size()) {
      throw new IllegalArgumentException(
          "must have " + header.size() + " values, was: " + cells.size());
    }
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < cells.size(); i++) {
      if (!cells.get(i).isEmpty()) {
        values.put(header.get(i), cells.get(i));
      }
    }
    int size = whole(values, "size")
        .orElseThrow(() ->
            new IllegalArgumentException("size must be a whole number of 0 or more, was nothing"));
    ScalingView view = new ScalingView(
        size,
        whole(values, "desired").orElse(size),
        whole(values, "min").orElse(0),
        whole(values, "max").orElse(ScalingView.UNLIMITED),
        whole(values, "cap").orElse(ScalingView.DEFAULT_CAP),
        whole(values, "warming").orElse(0));
    String request = values.getOrDefault("request", "");
    Optional<String> expect = Optional.ofNullable(values.get("expect"));
    if (expect.filter(EXPECT.asMatchPredicate()).isEmpty() && expect.isPresent()) {
      throw new IllegalArgumentException("expect must be +N, -N, 0 or ERROR, was: " + expect.get());
    }
    String there = values.get("there");
    return new Row(
        number,
        request,
        new PolicyCase(
            view, PolicyCase.request(request), there == null ? Map.of() : PolicyCase.there(there)),
        expect);
  }

  private static Optional<Integer> whole(Map<String, String> values, String name) {
    String text = values.get(name);
    if (text == null) {
      return Optional.empty();
    }
    if (!WHOLE.matcher(text).matches()) {
      throw new IllegalArgumentException(name + " must be a whole number, was: " + text);
    }
    return Optional.of(Integer.valueOf(text));
  }
}
