package io.cloudadapter.testkit.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.spi.DurableFile;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.wire.WireFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The verdicts of one certification in a file, each written as soon as it is there: of hours on a real cloud
 * nothing is lost when they are stopped. A line says what is certified where a part begins, and then there is
 * one for each verdict. Used under the lock of its certification.
 */
public final class VerdictLog {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final List<Part> parts = new ArrayList<>();
  private final List<Kept> kept = new ArrayList<>();

  /** What one process has tried, with the number of rules that it has come to a conclusion on. */
  public record Part(Instant started, Instant last, int rules) {
    public Duration took() {
      return Duration.between(started, last);
    }
  }

  /** A verdict, what was seen of other rules until then, and how long its runs took. */
  public record Kept(RuleResult ruling, List<Violation> overheard, Duration took) {}

  private VerdictLog(Path file) {
    this.file = file;
  }

  /** Begins a file; what one of before has is moved beside it. */
  public static VerdictLog begin(Path file, Map<String, String> certified, Instant now) {
    VerdictLog log = new VerdictLog(file);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      if (Files.exists(file)) {
        DurableFile.rename(file, file.resolveSibling(file.getFileName() + ".before"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot begin a file of verdicts, " + file, e);
    }
    log.beginPart(certified, now);
    return log;
  }

  /**
   * Goes on with a file.
   *
   * @throws IllegalArgumentException if it is no such file, or one of anything else
   */
  public static VerdictLog goOn(
      Path file, Map<String, String> certified, RuleBook book, Instant now) {
    VerdictLog log = new VerdictLog(file);
    try {
      String text = Files.readString(file);
      // A line that was being written when the process ended is no verdict.
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      whole.lines().forEach(line -> log.read(line, certified, book));
      if (log.parts.isEmpty()) {
        throw new IllegalArgumentException(file + " holds no verdicts");
      }
      DurableFile.write(file, whole.getBytes(StandardCharsets.UTF_8), DurableFile.Access.ALL);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot go on with " + file + ": " + e, e);
    }
    log.beginPart(certified, now);
    return log;
  }

  private void beginPart(Map<String, String> certified, Instant now) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("started", now.toString());
    ObjectNode what = line.putObject("certified");
    certified.forEach(what::put);
    write(line);
    parts.add(new Part(now, now, 0));
  }

  private void read(String line, Map<String, String> certified, RuleBook book) {
    try {
      JsonNode node = JSON.readTree(line);
      if (node.has("certified")) {
        mustBeOf(certified, node.path("certified"));
        Instant started = Instant.parse(node.path("started").asText(""));
        parts.add(new Part(started, started, 0));
      } else {
        Rule rule = book.rule(node.path("rule").asText(""));
        RuleResult ruling = ruling(rule, node.path("ruling"));
        kept.add(new Kept(
            ruling,
            findings(node.path("overheard")),
            Duration.ofMillis(node.path("millis").asLong(0))));
        counts(ruling, Instant.parse(node.path("at").asText("")));
      }
    } catch (JsonProcessingException | RuntimeException e) {
      throw new IllegalArgumentException("cannot go on with " + file + ": " + e.getMessage(), e);
    }
  }

  /** One certificate is of one adapter, tried in one way. */
  private static void mustBeOf(Map<String, String> certified, JsonNode was) {
    Map<String, String> before = new TreeMap<>();
    was.properties()
        .forEach(field -> before.put(field.getKey(), field.getValue().asText("")));
    Map<String, String> now = new TreeMap<>(certified);
    if (!before.equals(now)) {
      String differing = now.entrySet().stream()
          .filter(one -> !one.getValue().equals(before.get(one.getKey())))
          .map(one ->
              one.getKey() + " was " + before.get(one.getKey()) + " and is " + one.getValue())
          .findFirst()
          .orElse("it told more");
      throw new IllegalArgumentException("its verdicts are on something else: " + differing);
    }
  }

  private static RuleResult ruling(Rule rule, JsonNode node) {
    Map<WireFault, FaultStatistics> faults = new EnumMap<>(WireFault.class);
    node.path("faults")
        .properties()
        .forEach(fault -> faults.put(
            WireFault.valueOf(fault.getKey()),
            new FaultStatistics(
                fault.getValue().path("runs").asInt(),
                fault.getValue().path("broken").asInt(),
                fault.getValue().path("vacuous").asInt())));
    return new RuleResult(
        rule,
        Verdict.valueOf(node.path("verdict").asText("")),
        node.path("why").asText(""),
        node.path("runs").asInt(),
        faults,
        findings(node.path("findings")),
        node.path("inconclusive").asBoolean(false));
  }

  private static List<Violation> findings(JsonNode nodes) {
    List<Violation> findings = new ArrayList<>();
    nodes.forEach(node -> findings.add(new Violation(
        node.path("rule").asText(""),
        node.path("seen").asText(""),
        node.path("scenario").asText(""),
        node.path("evidence").asText(""),
        node.path("replay").asText(""))));
    return findings;
  }

  /** What was there when this part began. */
  public List<Kept> kept() {
    return List.copyOf(kept);
  }

  /** All parts, this one too. */
  public List<Part> parts() {
    return List.copyOf(parts);
  }

  /** Writes a verdict down. */
  public void add(Kept verdict, Instant now) {
    RuleResult ruling = verdict.ruling();
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("rule", ruling.rule().id());
    line.put("at", now.toString());
    line.put("millis", verdict.took().toMillis());
    line.set("ruling", CertificateJson.ruling(ruling));
    if (!verdict.overheard().isEmpty()) {
      ArrayNode others = line.putArray("overheard");
      verdict.overheard().forEach(finding -> others.add(CertificateJson.finding(finding)));
    }
    write(line);
    counts(ruling, now);
  }

  /** A rule without a conclusion is tried again by the next part, and counts there. */
  private void counts(RuleResult ruling, Instant now) {
    Part part = parts.get(parts.size() - 1);
    int more = ruling.inconclusive() ? 0 : 1;
    parts.set(parts.size() - 1, new Part(part.started(), now, part.rules() + more));
  }

  private void write(ObjectNode line) {
    try {
      Files.writeString(
          file,
          line + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND,
          StandardOpenOption.SYNC);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a verdict to " + file, e);
    }
  }
}
