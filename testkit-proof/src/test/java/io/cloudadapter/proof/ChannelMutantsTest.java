package io.cloudadapter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.proof.channel.HookReceiver;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.testkit.channel.ChannelCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.subject.ChannelUnderTest;
import io.cloudadapter.testkit.subject.TestReceiver;
import io.cloudadapter.testkit.subject.TestReceiver.Heard;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each bug of a channel is found by the rule that is named for it, and by no others than it must. */
@Tag("proof")
class ChannelMutantsTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-01-01");

  /** Each mutant is tried by the rules that it must break, and by one in so many of the others. */
  private static final int SHARE = 4;

  private static final Map<AdapterMutant, String> SAID = new ConcurrentHashMap<>();

  static List<AdapterMutant> mutants() {
    return ChannelMutants.chosen();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mutants")
  void is_found(AdapterMutant mutant, @TempDir Path classes) throws IOException {
    try (MutantCode code = MutantCode.of(MutantCode.Original.CHANNEL, mutant, classes)) {
      ChannelUnderTest subject =
          ChannelUnderTest.of(() -> code.made(HookChannel.class), () -> receiver(mutant));

      RuleResult full = new ChannelCertifier(subject, Thoroughness.FULL, 1, TODAY)
          .search(mutant.rule(), finding -> tells(finding, mutant));
      ChannelCertifier smoke = new ChannelCertifier(subject, Thoroughness.SMOKE, 1, TODAY);
      Set<String> others = RuleBook.channels().rules().stream()
          .map(Rule::id)
          .filter(rule -> !rule.equals(mutant.rule()) && MutantHunt.isTried(rule, mutant, SHARE))
          .filter(rule -> smoke.ruling(rule).verdict() == Verdict.FAIL)
          .collect(Collectors.toCollection(TreeSet::new));

      Optional<Violation> told =
          full.findings().stream().filter(seen -> tells(seen, mutant)).findFirst();
      assertThat(told).as(ViolationExplanation.of(full)).isPresent();
      assertThat(others).as("rules broken besides").isEqualTo(mutant.drags());
      SAID.put(mutant, told.orElseThrow().seen());
    }
  }

  private static boolean tells(Violation finding, AdapterMutant mutant) {
    return finding.seen().contains(mutant.says());
  }

  private static TestReceiver receiver(AdapterMutant mutant) {
    return new HookReceiver(
        (wire, url) -> new HookTarget(
            HookTarget.WEBHOOK,
            mutant.secured() ? secured(wire, url) : plain(wire, url),
            Optional.of(Secret.of("a secret of some length"))),
        (request, body) -> new Heard(
            body, Optional.ofNullable(request.getRequestHeaders().getFirst("webhook-id"))));
  }

  private static Map<String, String> plain(FaultProxy wire, URI url) {
    return Map.of("url", wire.to(url).toString(), "allowPrivate", "true");
  }

  private static Map<String, String> secured(FaultProxy wire, URI url) {
    return Map.of(
        "url", wire.secured(url).toString(),
        "ca", wire.authority().toString(),
        "allowPrivate", "true");
  }

  @AfterAll
  static void writes_the_report_if_asked_to() throws IOException {
    if (MutantReport.isWanted()) {
      MutantReport.write(SAID);
    }
  }
}
