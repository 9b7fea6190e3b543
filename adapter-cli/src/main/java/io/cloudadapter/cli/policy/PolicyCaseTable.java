package io.cloudadapter.cli.policy;

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
 * A table of questions: a header with the names of the columns, and a line for each question. {@code size} and
 * {@code request} are required; a column that is missing or empty has the default of the command's option.
 */
final class PolicyCaseTable {
  private static final List<String> COLUMNS = List.of(
      "size", "desired", "min", "max", "cap", "warming", "leaving", "request", "there", "expect");
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,9}");
  private static final Pattern EXPECT = Pattern.compile("[+-][1-9][0-9]{0,8}|0|ERROR");

  /**
   * One line.
   *
   * @param number its number in the file, from 1
   * @param size the size as written
   * @param request the request as written
   * @param expect the change that the author expects, if any
   * @param asked the question; empty if it is none
   * @param fault why it is none, else empty
   */
  record Row(
      int number,
      String size,
      String request,
      Optional<String> expect,
      Optional<PolicyCase> asked,
      String fault) {}

  private final List<String> header;
  private final ScalingView limits;

  private PolicyCaseTable(List<String> header, ScalingView limits) {
    this.header = header;
    this.limits = limits;
  }

  /**
   * Reads a table; empty lines and those that begin with # are left out.
   *
   * @param limits those of the pool where a line names none
   * @throws IllegalArgumentException naming file, line and what is wrong with the header
   */
  static List<Row> read(Path file, String text, ScalingView limits) {
    PolicyCaseTable cases = null;
    List<Row> rows = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      List<String> cells = Arrays.stream(line.split(",", -1)).map(String::strip).toList();
      if (cases == null) {
        cases = new PolicyCaseTable(header(file + " line " + (i + 1), cells), limits);
      } else {
        rows.add(cases.row(i + 1, cells));
      }
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(file + ": must have a header and at least one line");
    }
    return rows;
  }

  private static List<String> header(String where, List<String> cells) {
    Set<String> names = new TreeSet<>(cells);
    if (names.size() < cells.size()
        || !COLUMNS.containsAll(names)
        || !names.containsAll(List.of("size", "request"))) {
      throw new IllegalArgumentException(where + ": the header must name size and request, and of "
          + String.join(", ", COLUMNS) + " what is needed, each once, was: "
          + String.join(",", cells));
    }
    return cells;
  }

  /** A line; what is wrong with it is said in its place, so that the others have their answers. */
  private Row row(int number, List<String> cells) {
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < Math.min(cells.size(), header.size()); i++) {
      if (!cells.get(i).isEmpty()) {
        values.put(header.get(i), cells.get(i));
      }
    }
    String size = values.getOrDefault("size", "");
    String request = values.getOrDefault("request", "");
    Optional<String> expect = Optional.empty();
    try {
      if (cells.size() != header.size()) {
        throw new IllegalArgumentException(
            "must have " + header.size() + " values, was: " + cells.size());
      }
      expect = expect(values);
      return new Row(number, size, request, expect, Optional.of(asked(values)), "");
    } catch (IllegalArgumentException e) {
      return new Row(
          number, size, request, expect, Optional.empty(), String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> expect(Map<String, String> values) {
    Optional<String> expect = Optional.ofNullable(values.get("expect"));
    if (expect.isPresent() && !EXPECT.matcher(expect.get()).matches()) {
      throw new IllegalArgumentException("expect must be +N, -N, 0 or ERROR, was: " + expect.get());
    }
    return expect;
  }

  private PolicyCase asked(Map<String, String> values) {
    int size = whole(values, "size")
        .orElseThrow(() ->
            new IllegalArgumentException("size must be a whole number of 0 or more, was nothing"));
    ScalingView view = new ScalingView(
        size,
        whole(values, "desired").orElse(size),
        whole(values, "min").orElse(limits.minSize()),
        whole(values, "max").orElse(limits.maxSize()),
        whole(values, "cap").orElse(limits.perPoolCap()),
        whole(values, "warming").orElse(0),
        whole(values, "leaving").orElse(0));
    String there = values.get("there");
    return new PolicyCase(
        view,
        PolicyCase.request(values.getOrDefault("request", "")),
        there == null ? Map.of() : PolicyCase.there(there, " "));
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
