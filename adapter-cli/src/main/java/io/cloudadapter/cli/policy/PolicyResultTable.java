package io.cloudadapter.cli.policy;

import io.cloudadapter.cli.terminal.ErrorReporter;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The answers to a table of questions. A malformed question has the answer ERROR, which its author may have expected;
 * the others are answered in any case.
 *
 * @param all one for each question
 */
record PolicyResultTable(List<Line> all) {

  /**
   * One question with its answer.
   *
   * @param row the question
   * @param answer the answer; empty if it could not be asked
   * @param fault why it could not, else empty
   */
  record Line(PolicyCaseTable.Row row, Optional<PolicyCase.Answer> answer, String fault) {
    String change() {
      return answer.map(PolicyCase.Answer::change).orElse("ERROR");
    }

    /** The answer that the table expects; empty without one. */
    String expected() {
      return row.expect().orElse("");
    }

    /** The desired size of the answer; empty if the question could not be asked. */
    String desired() {
      return answer.map(given -> String.valueOf(given.desiredSize())).orElse("");
    }

    boolean missed() {
      return row.expect().isPresent() && !row.expect().get().equals(change());
    }

    private boolean understood() {
      return answer.isPresent() || row.expect().equals(Optional.of("ERROR"));
    }

    private void addTo(TextTable table) {
      table.row(
          String.valueOf(row.number()), row.size(), row.request(), change(), desired(), remark());
    }

    String remark() {
      String remark = answer.map(PolicyCase.Answer::remark).orElse(fault);
      String missed = missed() ? "EXPECTED " + row.expect().get() : "";
      return missed.isEmpty() || remark.isEmpty() ? missed + remark : missed + "; " + remark;
    }

    private Map<String, Object> fields() {
      Map<String, Object> fields =
          JsonOutput.fields("line", row.number(), "request", row.request());
      fields.putAll(answer
          .map(PolicyCase.Answer::fields)
          .orElseGet(
              () -> JsonOutput.fields("change", change(), "status", "ERROR", "reason", fault)));
      row.expect().ifPresent(expect -> fields.put("expected", expect));
      return fields;
    }
  }

  static PolicyResultTable answered(List<PolicyCaseTable.Row> rows, PolicySet policies) {
    List<Line> lines = new ArrayList<>();
    for (PolicyCaseTable.Row row : rows) {
      try {
        lines.add(new Line(row, row.asked().map(asked -> asked.askedOf(policies)), row.fault()));
      } catch (IllegalArgumentException e) {
        lines.add(new Line(row, Optional.empty(), String.valueOf(e.getMessage())));
      }
    }
    return new PolicyResultTable(lines);
  }

  List<String> lines() {
    TextTable table = new TextTable("LINE", "SIZE", "REQUEST", "CHANGE", "DESIRED", "");
    all.forEach(line -> line.addTo(table));
    return table.lines();
  }

  List<Map<String, Object>> fields() {
    return all.stream().map(Line::fields).toList();
  }

  int exitCode() {
    if (!all.stream().allMatch(Line::understood)) {
      return ErrorReporter.MISUNDERSTOOD;
    }
    return all.stream().anyMatch(Line::missed) ? ErrorReporter.FAILED : 0;
  }
}
