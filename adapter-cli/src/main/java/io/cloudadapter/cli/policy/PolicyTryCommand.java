package io.cloudadapter.cli.policy;

import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.cli.page.PageFile;
import io.cloudadapter.cli.server.ServeOptions;
import io.cloudadapter.cli.terminal.ErrorReporter;
import io.cloudadapter.cli.terminal.OfflineCommand;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
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
      "Evaluates the policies of a file or of a configured pool, and prints the "
          + "decision with its reasons. Needs no server and no cloud.",
      "Exit code 1 if the request is refused or a row of a table does not give the "
          + "expected decision, 2 if the input is invalid."
    })
final class PolicyTryCommand extends OfflineCommand {
  /** What the fields of a view are called here. */
  private static final Map<String, String> OPTIONS = Map.of(
      "committed", "--size",
      "desiredSize", "--desired",
      "minSize", "--min",
      "maxSize", "--max",
      "perPoolCap", "--cap",
      "warming", "--warming",
      "leaving", "--leaving");

  private static final Pattern FIELD =
      Pattern.compile("\\b(" + String.join("|", OPTIONS.keySet()) + ")\\b");

  private static final Set<String> BESIDE_CASES =
      Set.of("--cases", "--json", "--output", "--config", "--pool", "--out");

  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(
      index = "0..*",
      paramLabel = "[FILE] REQUEST",
      hideParamSyntax = true,
      description =
          "A file with a policy, or a list of them, in YAML or JSON, unless --config is given;"
              + " then out, in, out N, in N, metric X or metric NAME X.")
  private List<String> words = new ArrayList<>();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A server's configuration. The policies and limits of its pool apply.")
  private @Nullable Path config;

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      description = "The pool. Default: the configuration's default pool.")
  private @Nullable String pool;

  @Option(
      names = "--size",
      paramLabel = "N",
      description = "The number of machines, those of pending launches included.")
  private @Nullable Integer size;

  @Option(names = "--desired", paramLabel = "N", description = "The desired size. Default: --size.")
  private @Nullable Integer desired;

  @Option(names = "--min", paramLabel = "N", description = "min_size. Default: the pool's, or 0.")
  private @Nullable Integer min;

  @Option(
      names = "--max",
      paramLabel = "N",
      description = "max_size; -1 means that only the cap applies. Default: the pool's, or -1.")
  private @Nullable Integer max;

  @Option(
      names = "--cap",
      paramLabel = "N",
      description = "The cap, which no max_size exceeds. Default: the pool's, or 1000.")
  private @Nullable Integer cap;

  @Option(
      names = "--warming",
      paramLabel = "N",
      defaultValue = "0",
      description = "How many of the machines are warming up. Default: 0.")
  private int warming;

  @Option(
      names = "--leaving",
      paramLabel = "N",
      defaultValue = "0",
      description = "How many further machines are leaving. Default: 0.")
  private int leaving;

  @Option(
      names = "--there",
      paramLabel = "a=N,b=N",
      description = "Where the machines are, by zone or region, for placement policies.")
  private @Nullable String there;

  @Option(
      names = "--cases",
      paramLabel = "FILE.csv",
      description = "A CSV table of cases: columns size and request, and optionally desired, min, "
          + "max, cap, warming, leaving, there (a=N b=N), expect (+3, -2, 0 or ERROR).")
  private @Nullable Path cases;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "A file for a page with plots of the same request at other sizes and values, "
          + "or of the cases. Default: no page.")
  private @Nullable Path out;

  PolicyTryCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public int run() throws IOException {
    PolicySet policies = prepared(this::policies);
    Path table = cases;
    if (table != null) {
      PolicyResultTable answered = prepared(() -> answered(policies, table));
      write(() -> new PolicyCasesPage(answered).html());
      return tell(answered);
    }
    PolicyCase asked = prepared(() -> asked(policies.limits()));
    PolicyCase.Answer answer = prepared(() -> asked.askedOf(policies));
    write(() -> new PolicyPage(asked, String.join(" ", request()), answer, policies).html());
    return tell(answer);
  }

  private void write(Supplier<String> page) throws IOException {
    if (out != null) {
      PageFile.write(out, page.get());
    }
  }

  /** Names the page after the answer, for people. */
  private void namePage() {
    if (out != null) {
      print("plots: " + out);
    }
  }

  private PolicySet policies() {
    if (out != null) {
      PageFile.check(out);
    }
    if (config != null) {
      return PolicySet.of(ServeOptions.draft(config, terminal.environment()), pool);
    }
    if (pool != null) {
      throw new IllegalArgumentException(
          "--pool is one of a configuration; give --config FILE, too");
    }
    if (words.isEmpty()) {
      throw new IllegalArgumentException("give a FILE with policies, or --config FILE");
    }
    return PolicySet.of(Path.of(words.get(0)));
  }

  private List<String> request() {
    return config == null ? words.subList(1, words.size()) : words;
  }

  private PolicyCase asked(ScalingView limits) {
    if (size == null || request().isEmpty()) {
      throw new IllegalArgumentException(
          "give a request (out, in, out N, in N, metric X, metric NAME X)"
              + " and --size N, or --cases FILE.csv");
    }
    return new PolicyCase(
        view(size, limits),
        PolicyCase.request(String.join(" ", request())),
        there == null ? Map.of() : PolicyCase.there(there, ","));
  }

  private ScalingView view(int committed, ScalingView limits) {
    try {
      return new ScalingView(
          committed,
          desired == null ? committed : desired,
          min == null ? limits.minSize() : min,
          max == null ? limits.maxSize() : max,
          cap == null ? limits.perPoolCap() : cap,
          warming,
          leaving);
    } catch (IllegalArgumentException wrong) {
      String message = String.valueOf(wrong.getMessage());
      throw new IllegalArgumentException(
          FIELD.matcher(message).replaceAll(field -> OPTIONS.get(field.group())), wrong);
    }
  }

  private int tell(PolicyCase.Answer answer) {
    if (structured()) {
      Map<String, Object> fields = answer.fields();
      if (out != null) {
        fields.put("page", out.toString());
      }
      show(fields);
    } else {
      answer.steps().forEach(this::print);
      namePage();
    }
    return answer.ok() ? 0 : ErrorReporter.FAILED;
  }

  private PolicyResultTable answered(PolicySet policies, Path from) throws IOException {
    List<String> besides = spec.commandLine().getParseResult().matchedOptions().stream()
        .map(OptionSpec::longestName)
        .filter(name -> !BESIDE_CASES.contains(name))
        .toList();
    if (!besides.isEmpty() || !request().isEmpty()) {
      throw new IllegalArgumentException("--cases brings its own sizes and requests; leave out: "
          + String.join(" ", besides.isEmpty() ? request() : besides));
    }
    return PolicyResultTable.answered(
        PolicyCaseTable.read(from, TextFile.read(from), policies.limits()), policies);
  }

  private int tell(PolicyResultTable table) {
    if (structured()) {
      show(table.fields());
    } else {
      table.lines().forEach(this::print);
      namePage();
    }
    return table.exitCode();
  }
}
