package io.cloudadapter.testkit.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.Certificate.Result;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.rule.Waiver;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import io.cloudadapter.testkit.wire.WireFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateWriterTest {
  private static final RuleBook BOOK = RuleBook.standard();
  private static final String NASTY = "<script>alert(1)</script> & \"more\"";

  @TempDir
  Path folder;

  @Test
  void writesFourFilesAndThePagesOfTheRules() throws IOException {
    certificate(Result.NOT_CERTIFIED, rulings()).writeTo(folder.resolve("new"));

    try (var files = Files.list(folder.resolve("new"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "certificate.json", "certificate.html", "badge.json", "badge.svg", "rules");
    }
  }

  @Test
  void tellsProgramsTheFacts() throws IOException {
    JsonNode root = new ObjectMapper()
        .readTree(CertificateJson.of(
            certificate(Result.NOT_CERTIFIED, rulings()), Map.of("badge.svg", "abc")));

    assertThat(root.path("schema").asInt()).isEqualTo(1);
    assertThat(root.path("result").asText()).isEqualTo("NOT_CERTIFIED");
    assertThat(root.path("headline").asText()).isEqualTo("NOT_CERTIFIED (FULL)");
    assertThat(root.at("/subject/name").asText()).isEqualTo("acme");
    assertThat(root.at("/subject/sha256").asText()).isEqualTo("c0de");
    assertThat(root.at("/rules/sha256").asText()).isEqualTo(BOOK.sha256());
    assertThat(root.at("/verdicts/FAIL").asInt()).isEqualTo(1);
    assertThat(root.at("/rulings/MP-2.3/faults/LOST_REPLY/broken").asInt()).isEqualTo(3);
    assertThat(root.at("/rulings/MP-2.3/findings/0/replay").asText())
        .isEqualTo("MP-2.3/LOST_REPLY@3/seed=42");
    assertThat(root.at("/waivers/0/until").asText()).isEqualTo("2027-01-31");
    assertThat(root.path("untested").path("MP-6.8").asText()).contains("simulation");
    assertThat(root.path("digest").asText()).matches("[0-9a-f]{64}");
    assertThat(root.path("seconds").asDouble()).isEqualTo(31.7);
    assertThat(root.path("secondsByRule").path("MP-2.3").asDouble()).isEqualTo(12.5);
    assertThat(root.path("files").path("badge.svg").asText()).isEqualTo("abc");
  }

  @Test
  void hasOneDigestForAnyOrderMachineAndTime() {
    Certificate one = certificate(Result.NOT_CERTIFIED, rulings());
    List<RuleResult> shuffled = new ArrayList<>(rulings());
    Collections.shuffle(shuffled, new Random(7));
    Certificate other = certificate(Result.NOT_CERTIFIED, shuffled)
        .made(
            Map.of("jdk", "99"),
            Instant.EPOCH,
            Duration.ofHours(1),
            Map.of("MP-2.3", Duration.ofMinutes(5)));

    assertThat(other.digest()).isEqualTo(one.digest());
  }

  @Test
  void hasAnotherDigestForAnotherVerdictOrFault() {
    String digest = certificate(Result.CERTIFIED, rulings()).digest();

    assertThat(certificate(Result.CERTIFIED, changed("MP-1.1", Verdict.FAIL, Map.of()))
            .digest())
        .isNotEqualTo(digest);
    assertThat(certificate(
                Result.CERTIFIED,
                changed(
                    "MP-1.1", Verdict.PASS, Map.of(WireFault.RESET, new FaultStatistics(1, 0, 0))))
            .digest())
        .isNotEqualTo(digest);
  }

  @Test
  @Tag("proof")
  void hasOneDigestInAnyOrderOfTheRules() {
    AdapterCertifier inOrder = certification();
    AdapterCertifier backwards = certification();
    List<Rule> rules = new ArrayList<>(BOOK.rules());
    Collections.reverse(rules);
    rules.stream()
        .filter(rule -> rule.id().startsWith("MP-1.") || rule.id().startsWith("MP-8."))
        .forEach(rule -> assertThat(backwards.ruling(rule.id()).rule()).isEqualTo(rule));

    assertThat(backwards.certificate().digest()).isEqualTo(inOrder.certificate().digest());
  }

  private static AdapterCertifier certification() {
    return new AdapterCertifier(
        SimulatedTestCloud.subject(Map.of()), Thoroughness.SMOKE, 1, LocalDate.parse("2026-01-01"));
  }

  @Test
  void tellsPeopleTheResultThenWaiversThenWhatIsBroken() {
    String page = page(rulings());

    assertThat(page)
        .containsSubsequence(
            "<h1>not certified (full)</h1>",
            "<h2>Waivers</h2>",
            "ACME-17: disks outlive servers",
            "<h2>What it lacks</h2>",
            "<h2>What is broken</h2>",
            "<dt>seen</dt>",
            "<dt>scenario</dt>",
            "<dt>replay</dt>",
            "-Dcertify.replay=MP-2.3/LOST_REPLY@3/seed=42",
            "<h2>All rules that apply</h2>",
            "<h2>Not claimed</h2>",
            "<summary>Rules that do not apply: 1</summary>",
            "<h3>the adapter does not claim Labeling (1)</h3>",
            "<li id=\"MP-9.20\">",
            "<h2>Features</h2>",
            "<h2>What was not tried</h2>",
            "<td>untested</td>",
            "<h2>Time by rule</h2>",
            "31.7 s in all, 12.6 s of it in runs of rules",
            ">MP-2.3</a></th><td class=\"count\">12.5 s</td>",
            ">MP-1.1</a></th><td class=\"count\">80 ms</td>",
            "<h2>How to have it again</h2>",
            "-Dcertify.seed=42");
  }

  @Test
  void showsRulesByFaultsWithRunsThatSaidNothing() {
    String row = Pattern.compile("<tr id=\"MP-2.3\">.*</tr>")
        .matcher(page(rulings()))
        .results()
        .findFirst()
        .orElseThrow()
        .group();

    assertThat(row)
        .contains("<span class=\"broke\">3 of 21</span>")
        .contains("9 <span class=\"vacuous\">∅ 2</span>");
    assertThat(page(rulings())).contains("<span>lost reply</span>").contains(">Launch</th>");
  }

  @Test
  void letsNoTextBecomeMarkup() {
    assertThat(page(rulings())).doesNotContain("<script").contains("&lt;script&gt;alert(1)");
    assertThat(Badge.of(certificate(Result.CERTIFIED, rulings())).svg()).doesNotContain("<script");
    assertThat(HtmlEscaper.text("a\u0000b<'&\">")).isEqualTo("a\ufffdb&lt;&#39;&amp;&quot;&gt;");
  }

  @Test
  void showsBackticksAsCode() {
    assertThat(HtmlEscaper.code(HtmlEscaper.text("call `open` <twice>, ` alone")))
        .isEqualTo("call <code>open</code> &lt;twice&gt;, ` alone");
  }

  @Test
  void closesWhatItOpens() {
    assertBalanced(page(rulings()));
    assertBalanced(Badge.of(certificate(Result.CERTIFIED, rulings())).svg());
  }

  @Test
  void needsNothingFromOutside() {
    assertThat(page(rulings()))
        .doesNotContain("src=")
        .doesNotContain("href=\"http")
        .doesNotContain("@import");
  }

  @Test
  void hasTheColoursAndTablesOfAllPages() throws IOException {
    assertThat(page(rulings()))
        .contains(Files.readString(Path.of("../src/main/style/page.css")).strip());
  }

  @Test
  void fitsAPhone() {
    String page = page(rulings());

    assertThat(page)
        .contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .contains("overflow-wrap: anywhere");
    assertThat(Pattern.compile("(<div class=\"wide[^>]*>)?<table")
            .matcher(page)
            .results()
            .map(MatchResult::group))
        .as("each table scrolls in a box of its own")
        .hasSizeGreaterThan(2)
        .allMatch(table -> table.startsWith("<div class=\"wide"));
  }

  @Test
  void hasAPageForEachRuleAndNamesItsOwn() throws IOException {
    certificate(Result.NOT_CERTIFIED, rulings()).writeTo(folder);
    String page = Files.readString(folder.resolve("certificate.html"));

    for (Rule rule : BOOK.rules()) {
      assertThat(page).contains("href=\"rules/" + rule.id() + ".html\"", "id=\"" + rule.id());
      assertThat(folder.resolve("rules/" + rule.id() + ".html"))
          .content()
          .contains("<h1>" + rule.id() + " " + rule.level() + "</h1>")
          .contains("../certificate.html#" + rule.id() + "\"", "name=\"viewport\"")
          .contains("<h2>Why it is there</h2>", "<h2>What to look at when it fails</h2>")
          .satisfies(CertificateWriterTest::assertBalanced);
    }
    assertThat(folder.resolve("rules/index.html"))
        .content()
        .contains("<h2>Launch</h2>", "href=\"MP-2.1.html\"")
        .satisfies(CertificateWriterTest::assertBalanced);
  }

  @Test
  void namesTheDigestsOfTheFilesBesideIt() throws Exception {
    certificate(Result.NOT_CERTIFIED, rulings()).writeTo(folder);
    JsonNode files =
        new ObjectMapper().readTree(folder.resolve("certificate.json").toFile()).path("files");

    assertThat(files.fieldNames())
        .toIterable()
        .containsExactly("badge.json", "badge.svg", "certificate.html");
    for (Map.Entry<String, JsonNode> file : files.properties()) {
      byte[] content = Files.readAllBytes(folder.resolve(file.getKey()));
      assertThat(file.getValue().asText())
          .isEqualTo(
              HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
    }
  }

  @Test
  void fitsIntoABadge() throws IOException {
    JsonNode badge = new ObjectMapper()
        .readTree(
            Badge.of(certificate(Result.CERTIFIED_WITH_WAIVERS, rulings())).json());
    long passed = rulings().stream().filter(r -> r.verdict() == Verdict.PASS).count();

    assertThat(badge.path("schemaVersion").asInt()).isEqualTo(1);
    assertThat(badge.path("label").asText()).isEqualTo("adapter");
    assertThat(badge.path("message").asText())
        .isEqualTo("MP " + BOOK.version() + " · " + passed + "/" + (BOOK.rules().size() - 2)
            + " · full · <script>alert(1)</script> & \"more\"");
    assertThat(badge.path("color").asText()).isEqualTo("yellowgreen");
  }

  private static String page(List<RuleResult> rulings) {
    return new CertificatePage(certificate(Result.NOT_CERTIFIED, rulings)).html();
  }

  private static Certificate certificate(Result result, List<RuleResult> rulings) {
    return new Certificate(
            "acme",
            "1.4.0 " + NASTY,
            NASTY,
            Thoroughness.FULL,
            42,
            BOOK.version(),
            BOOK.sha256(),
            "c0de",
            Map.of("Adoption", "claimed", "Labeling", "lacking"),
            rulings,
            List.of(new Waiver(
                "MP-4.7", "ACME-17: disks outlive servers", LocalDate.parse("2027-01-31"))),
            result,
            List.of("MP-2.3 FAIL: 2 live machines " + NASTY),
            991,
            Map.of(),
            "",
            0,
            Map.of())
        .made(
            Map.of("jdk", "21.0.5", "os", NASTY),
            Instant.parse("2026-11-21T12:00:00Z"),
            Duration.ofMillis(31_700),
            Map.of("MP-2.3", Duration.ofMillis(12_500), "MP-1.1", Duration.ofMillis(80)));
  }

  /** All rules hold, but a few. */
  private static List<RuleResult> rulings() {
    List<RuleResult> all = new ArrayList<>();
    for (Rule rule : BOOK.rules()) {
      all.add(
          switch (rule.id()) {
            case "MP-2.3" ->
              new RuleResult(
                  rule,
                  Verdict.FAIL,
                  "2 live machines " + NASTY,
                  40,
                  Map.of(
                      WireFault.LOST_REPLY,
                      new FaultStatistics(21, 3, 0),
                      WireFault.SLOW,
                      new FaultStatistics(11, 0, 2)),
                  List.of(new Violation(
                      rule.id(),
                      "2 live machines " + NASTY,
                      "while trying MP-2.3, LOST_REPLY@3, seed 42",
                      "POST /machines\n" + NASTY,
                      "MP-2.3/LOST_REPLY@3/seed=42")));
            case "MP-4.7" ->
              RuleResult.without(
                  rule, Verdict.WAIVED, "ACME-17: disks outlive servers (until 2027-01-31)");
            case "MP-9.20" ->
              RuleResult.without(rule, Verdict.NOT_CLAIMED, "the adapter does not claim Labeling");
            default ->
              rule.untested().isPresent()
                  ? RuleResult.without(rule, Verdict.UNTESTED, rule.untested().get())
                  : new RuleResult(rule, Verdict.PASS, "", 1, Map.of(), List.of());
          });
    }
    return all;
  }

  private static List<RuleResult> changed(
      String rule, Verdict verdict, Map<WireFault, FaultStatistics> faults) {
    return rulings().stream()
        .map(ruling -> ruling.rule().id().equals(rule)
            ? new RuleResult(ruling.rule(), verdict, "", 1, faults, List.of())
            : ruling)
        .toList();
  }

  private static void assertBalanced(String markup) {
    Set<String> single = Set.of("meta", "br", "rect");
    Deque<String> open = new ArrayDeque<>();
    Matcher tags = Pattern.compile("<(/?)([a-zA-Z0-9]+)[^<>]*?>").matcher(markup);
    while (tags.find()) {
      if (tags.group(1).isEmpty()) {
        if (!single.contains(tags.group(2))) {
          open.push(tags.group(2));
        }
      } else {
        assertThat(open.pop()).as("before " + tags.start()).isEqualTo(tags.group(2));
      }
    }
    assertThat(open).isEmpty();
  }
}
