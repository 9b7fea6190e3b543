package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.FaultStatistics;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.VerdictLog;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import io.cloudadapter.testkit.wire.WireFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A certification of hours that is stopped, and goes on. */
@Tag("proof")
class StoppedCertificationTest {
  @TempDir
  private Path folder;

  private Path file;
  private final AtomicInteger starts = new AtomicInteger();

  @BeforeEach
  void inAFolderThatIsNotThereYet() {
    file = folder.resolve("new/verdicts.jsonl");
  }

  @Test
  void keeps_each_verdict_as_soon_as_it_is_there() throws IOException {
    AdapterCertifier certification = certification(Thoroughness.SMOKE).keeping(file);

    certification.ruling("MP-1.1");

    assertThat(Files.readAllLines(file)).hasSize(2);
    assertThat(Files.readAllLines(file).get(1)).contains("\"MP-1.1\"", "\"PASS\"");
  }

  @Test
  void does_not_try_again_what_has_a_verdict() {
    certification(Thoroughness.SMOKE).keeping(file).ruling("MP-2.1");
    AdapterCertifier next = certification(Thoroughness.SMOKE).goingOn(file);
    starts.set(0);

    RuleResult known = next.ruling("MP-2.1");

    assertThat(known.verdict()).isEqualTo(Verdict.PASS);
    assertThat(known.runs()).isEqualTo(1);
    assertThat(starts).hasValue(0);
  }

  @Test
  void earns_the_same_certificate_in_two_parts_and_tells_when_they_were() {
    AdapterCertifier stopped = certification(Thoroughness.SMOKE).keeping(file);
    stopped.ruling("MP-1.1");
    stopped.ruling("MP-2.1");

    Certificate inParts = certification(Thoroughness.SMOKE).goingOn(file).certificate();

    Certificate atOnce = certification(Thoroughness.SMOKE).certificate();
    assertThat(inParts.digest()).isEqualTo(atOnce.digest());
    assertThat(inParts.runs()).isEqualTo(atOnce.runs());
    int rules = inParts.rulings().size();
    assertThat(inParts.environment().get("part 1"))
        .matches("\\d{4}-.*Z, \\d+ s, 2 rules, then stopped");
    assertThat(inParts.environment().get("part 2"))
        .matches("\\d{4}-.*Z, \\d+ s, " + (rules - 2) + " rules");
    assertThat(inParts.ruling("MP-7.3").why())
        .contains("not tried here", "threads that runs of the earlier parts left");
    assertThat(atOnce.environment()).doesNotContainKey("part 1");
    assertThat(atOnce.ruling("MP-7.3").why()).isEmpty();
  }

  @Test
  void tries_again_what_a_busy_machine_left_untested_and_then_keeps_the_verdict()
      throws IOException {
    certification(Thoroughness.SMOKE).keeping(file);
    Files.writeString(file, """
        {"rule":"MP-2.1","at":"2026-01-01T00:00:00Z","ruling":{"verdict":"UNTESTED","inconclusive":true}}
        """, StandardOpenOption.APPEND);

    RuleResult tried = certification(Thoroughness.SMOKE).goingOn(file).ruling("MP-2.1");

    assertThat(tried.verdict()).isEqualTo(Verdict.PASS);
    AdapterCertifier next = certification(Thoroughness.SMOKE).goingOn(file);
    starts.set(0);
    assertThat(next.ruling("MP-2.1")).isEqualTo(tried);
    assertThat(starts).hasValue(0);
  }

  @Test
  void takes_over_what_was_seen_of_other_rules_too() throws IOException {
    certification(Thoroughness.SMOKE).keeping(file);
    for (Rule rule : RuleBook.standard().rules()) {
      String overheard = rule.id().equals("MP-2.1")
          ? "[{\"rule\":\"MP-8.1\",\"seen\":\"closed thrice\",\"scenario\":\"MP-2.1\"}]"
          : "[]";
      Files.writeString(file, """
          {"rule":"%s","at":"2026-01-01T00:00:00Z","ruling":{"verdict":"PASS"},"overheard":%s}
          """.formatted(rule.id(), overheard), StandardOpenOption.APPEND);
    }

    RuleResult closing =
        certification(Thoroughness.SMOKE).goingOn(file).certificate().ruling("MP-8.1");

    assertThat(closing.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(closing.why()).isEqualTo("closed thrice");
  }

  @Test
  void adds_the_time_of_each_rule_over_all_parts() throws IOException {
    certification(Thoroughness.SMOKE).keeping(file);
    for (Rule rule : RuleBook.standard().rules()) {
      if (!rule.id().equals("MP-1.7")) {
        Files.writeString(file, """
            {"rule":"%s","at":"2026-01-01T00:00:00Z","millis":250,"ruling":{"verdict":"PASS"}}
            """.formatted(rule.id()), StandardOpenOption.APPEND);
      }
    }

    Map<String, Duration> times =
        certification(Thoroughness.SMOKE).goingOn(file).certificate().ruleTimes();

    assertThat(times).containsEntry("MP-2.1", Duration.ofMillis(250));
    assertThat(times.get("MP-1.7")).as("measured in this part").isPositive();
  }

  @Test
  void takes_over_verdicts_with_all_that_they_rest_on() {
    Rule rule = RuleBook.standard().rule("MP-2.3");
    Violation mine = new Violation("MP-2.3", "2 machines", "LOST_REPLY@3", "POST /", "MP-2.3/x");
    Violation others = new Violation("MP-4.3", "lives on", "LOST_REPLY@3", "", "");
    RuleResult failed = new RuleResult(
        rule,
        Verdict.FAIL,
        "2 machines",
        7,
        Map.of(WireFault.LOST_REPLY, new FaultStatistics(5, 3, 1)),
        List.of(mine));
    VerdictLog.begin(file, Map.of("tier", "FULL"), Instant.EPOCH)
        .add(
            new VerdictLog.Kept(failed, List.of(others), Duration.ofMillis(2_500)),
            Instant.EPOCH.plusSeconds(9));

    VerdictLog next =
        VerdictLog.goOn(file, Map.of("tier", "FULL"), RuleBook.standard(), Instant.EPOCH);

    assertThat(next.kept())
        .containsExactly(new VerdictLog.Kept(failed, List.of(others), Duration.ofMillis(2_500)));
    assertThat(next.parts())
        .containsExactly(
            new VerdictLog.Part(Instant.EPOCH, Instant.EPOCH.plusSeconds(9), 1),
            new VerdictLog.Part(Instant.EPOCH, Instant.EPOCH, 0));
  }

  @Test
  void takes_over_that_a_busy_machine_left_a_rule_untested() {
    RuleResult untested = RuleResult.without(RuleBook.standard().rule("MP-2.3"), Verdict.PASS, "")
        .withoutConclusion("this machine was too busy");
    VerdictLog.begin(file, Map.of(), Instant.EPOCH)
        .add(new VerdictLog.Kept(untested, List.of(), Duration.ZERO), Instant.EPOCH);

    VerdictLog next = VerdictLog.goOn(file, Map.of(), RuleBook.standard(), Instant.EPOCH);

    assertThat(next.kept())
        .containsExactly(new VerdictLog.Kept(untested, List.of(), Duration.ZERO));
    assertThat(next.parts())
        .as("rules that a part has come to a conclusion on")
        .extracting(VerdictLog.Part::rules)
        .containsExactly(0, 0);
  }

  @Test
  void forgets_a_verdict_that_was_not_written_to_its_end() throws IOException {
    certification(Thoroughness.SMOKE).keeping(file).ruling("MP-1.1");
    Files.writeString(file, "{\"rule\":\"MP-2.1\",\"ver", StandardOpenOption.APPEND);

    certification(Thoroughness.SMOKE).goingOn(file).ruling("MP-2.1");

    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(4);
    assertThat(lines.get(3)).contains("\"MP-2.1\"", "\"PASS\"");
  }

  @Test
  void goes_on_with_nothing_else_than_what_it_began_with() {
    certification(Thoroughness.FULL).keeping(file).ruling("MP-1.1");

    assertThatThrownBy(() -> certification(Thoroughness.SMOKE).goingOn(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("verdicts.jsonl")
        .hasMessageContaining("tier was FULL and is SMOKE");
  }

  @Test
  void goes_on_with_nothing_that_is_not_there_or_no_file_of_verdicts() throws IOException {
    Path other = Files.writeString(folder.resolve("other"), "{\"rule\":\"MP-0.0\"}\n");

    assertThatThrownBy(() -> certification(Thoroughness.SMOKE).goingOn(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("verdicts.jsonl");
    assertThatThrownBy(() -> certification(Thoroughness.SMOKE).goingOn(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("other");
  }

  @Test
  void leaves_the_verdicts_of_before_beside_its_own() throws IOException {
    certification(Thoroughness.SMOKE).keeping(file).ruling("MP-1.1");

    certification(Thoroughness.SMOKE).keeping(file);

    assertThat(Files.readAllLines(file)).hasSize(1);
    assertThat(Files.readAllLines(folder.resolve("new/verdicts.jsonl.before"))).hasSize(2);
  }

  private AdapterCertifier certification(Thoroughness tier) {
    AdapterUnderTest counted = SimulatedTestCloud.subject(Map.of()).cloud((clock, seed) -> {
      starts.incrementAndGet();
      return new SimulatedTestCloud(clock, seed, Map.of());
    });
    return new AdapterCertifier(counted, tier, 1, LocalDate.parse("2026-01-01"));
  }
}
