package io.cloudadapter.cli;

import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.api.scaling.ScalingView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks policies what they would do. */
@Command(
    name = "try",
    sortOptions = false,
    description = {
      "Asks the policies of a file what they would do with a pool, and prints the answer with its"
          + " reasons. No server and no cloud are needed.",
      "Exit code 1 if the request is refused, or if an answer to a table is not the expected one."
    })
final class PolicyTryCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "A policy, or a list of them, in YAML or JSON.")
  private Path file = Path.of("");

  @Parameters(
      index = "1..*",
      paramLabel = "REQUEST",
      description = "out, in, out N, in N, or metric X.")
  private List<String> request = new ArrayList<>();

  @Option(names = "--size", paramLabel = "N", description = "Machines there or promised.")
  private @Nullable Integer size;

  @Option(
      names = "--desired",
      paramLabel = "N",
      description = "The desired size; --size if left out.")
  private @Nullable Integer desired;

  @Option(
      names = "--min",
      paramLabel = "N",
      defaultValue = "0",
      description = "min_size; 0 if left out.")
  private int min;

  @Option(
      names = "--max",
      paramLabel = "N",
      defaultValue = "-1",
      description = "max_size; -1, unlimited, if left out.")
  private int max = ScalingView.UNLIMITED;

  @Option(
      names = "--cap",
      paramLabel = "N",
      defaultValue = "1000",
      description = "What no pool may exceed; 1000 if left out.")
  private int cap = ScalingView.DEFAULT_CAP;

  @Option(
      names = "--warming",
      paramLabel = "N",
      defaultValue = "0",
      description = "How many of the machines take no load yet; 0 if left out.")
  private int warming;

  @Option(
      names = "--there",
      paramLabel = "a=N,b=N",
      description = "Machines by zone or region, for placement policies.")
  private @Nullable String there;

  @Option(
      names = "--cases",
      paramLabel = "FILE.csv",
      description = "A table of sizes and requests instead: columns size and request, and as needed"
          + " desired, min, max, cap, warming, there, expect (+3, -2, 0 or ERROR).")
  private @Nullable Path cases;

  @Option(names = "--json", description = "Print JSON, for programs.")
  private boolean json;

  PolicyTryCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    List<Policy> policies = PolicyFile.read(file);
    if (cases != null) {
      return table(policies, cases);
    }
    return one(policies);
  }

  private int one(List<Policy> policies) {
    if (size == null || request.isEmpty()) {
      throw new IllegalArgumentException(
          "give a request (out, in, out N, in N, metric X) and --size N, or --cases FILE.csv");
    }
    PolicyCase asked = new PolicyCase(
        new ScalingView(size, desired == null ? size : desired, min, max, cap, warming),
        PolicyCase.request(String.join(" ", request)),
        there == null ? Map.of() : PolicyCase.there(there));
    PolicyCase.Answer answer = asked.askedOf(policies);
    if (json) {
      terminal.out().println(Json.text(fields(answer)));
    } else {
      answer.steps().forEach(this::print);
    }
    return answer.ok() ? 0 : Complaints.FAILED;
  }

  private int table(List<Policy> policies, Path from) throws IOException {
    List<String> besides = spec.commandLine().getParseResult().matchedOptions().stream()
        .map(OptionSpec::longestName)
        .filter(name -> !name.equals("--cases") && !name.equals("--json"))
        .toList();
    if (!besides.isEmpty() || !request.isEmpty()) {
      throw new IllegalArgumentException("--cases brings its own sizes and requests; leave out: "
          + String.join(" ", besides.isEmpty() ? request : besides));
    }
    Table table = new Table("LINE", "SIZE", "REQUEST", "CHANGE", "DESIRED", "");
    List<Map<String, Object>> all = new ArrayList<>();
    int missed = 0;
    for (PolicyCases.Row row : PolicyCases.read(from, TextFile.read(from))) {
      PolicyCase.Answer answer = answer(policies, from, row);
      boolean miss =
          row.expect().filter(answer.change()::equals).isEmpty() && row.expect().isPresent();
      missed += miss ? 1 : 0;
      table.row(
          String.valueOf(row.number()),
          String.valueOf(row.asked().view().committed()),
          row.request(),
          answer.change(),
          String.valueOf(answer.desiredSize()),
          (miss ? "EXPECTED " + row.expect().get() + "; " : "") + remark(answer));
      Map<String, Object> fields = Json.fields("line", row.number(), "request", row.request());
      fields.putAll(fields(answer));
      row.expect().ifPresent(expect -> fields.put("expected", expect));
      all.add(fields);
    }
    if (json) {
      terminal.out().println(Json.text(all));
    } else {
      table.lines().forEach(this::print);
    }
    return missed == 0 ? 0 : Complaints.FAILED;
  }

  private static PolicyCase.Answer answer(List<Policy> policies, Path from, PolicyCases.Row row) {
    try {
      return row.asked().askedOf(policies);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(from + " line " + row.number() + ": " + e.getMessage(), e);
    }
  }

  private static String remark(PolicyCase.Answer answer) {
    if (!answer.ok()) {
      return answer.reason();
    }
    return answer.plan().map(plan -> plan.counts().toString()).orElse("");
  }

  private static Map<String, Object> fields(PolicyCase.Answer answer) {
    Map<String, Object> fields = Json.fields("change", answer.change());
    fields.putAll(answer.toMap());
    fields.put("desiredSize", answer.desiredSize());
    fields.put("steps", answer.steps());
    return fields;
  }

  private void print(String line) {
    terminal.out().println(Printable.line(line));
  }
}
