package io.cloudadapter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.larch.LarchTestCloud;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.spi.feature.Zones;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A whole certificate blames a bug on its cause: one rule fails, and those that rest on it are blocked. */
@Tag("proof")
@Tag("deep")
class OneCauseTest {

  static List<AdapterMutant> mutants() {
    return List.of(
        AdapterMutant.of(
                "MP-1.6", "does not know its account", "identity failed with nothing in its way")
            .edit("LarchProvider", """
                LarchRequest request = LarchRequest.get("/v1/account");
                """, """
                LarchRequest request = LarchRequest.get("/v1/who");
                """),
        AdapterMutant.of("MP-2.20", "refuses every launch", "launch failed with nothing in its way")
            .edit("LarchProvider", """
                LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
                """, """
                LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
                if (count == 1) {
                  throw LarchLimits.invalid("launches are not written yet");
                }
                """),
        AdapterMutant.of(
                "MP-2.20", "cannot freeze a launch", "prepare failed with nothing in its way")
            .edit("LarchProvider", """
                LarchLaunchRequest.check(spec);
                """, """
                LarchLaunchRequest.check(spec);
                if (spec.zone().isPresent()) {
                  throw LarchLimits.invalid("zones are not written yet");
                }
                """),
        AdapterMutant.of("MP-3.1", "lists nothing", "lacks machine").edit("LarchLists", """
                private void show(JsonNode row) {
                """, """
                private void show(JsonNode row) {
                  if (row.has("zone")) {
                    return;
                  }
                """),
        AdapterMutant.of("MP-3.1", "leaves out the zone that few use", "all its pages together")
            .edit("LarchLists", """
                private void show(JsonNode row) {
                """, """
                private void show(JsonNode row) {
                  if (row.path("zone").asText().equals("south-1")) {
                    return;
                  }
                """),
        AdapterMutant.of("MP-3.9", "looks up no machine", "by IDS lacks machine")
            .edit("LarchLists", """
                case IDS -> query.ids().contains(machine.id());
                """, """
                case IDS -> false;
                """),
        AdapterMutant.of(
                "MP-4.3", "ends nothing and returns", "lives on although terminate returned")
            .edit("LarchProvider", """
                LarchRequest request = new LarchRequest(
                    RequestKind.TERMINATE,
                """, """
                if (!machine.value().isEmpty()) {
                  return;
                }
                LarchRequest request = new LarchRequest(
                    RequestKind.TERMINATE,
                """),
        AdapterMutant.of("MP-4.9", "refuses every end", "terminate of machine")
            .edit("LarchProvider", """
                LarchRequest request = new LarchRequest(
                    RequestKind.TERMINATE,
                """, """
                if (!machine.value().isEmpty()) {
                  throw LarchLimits.invalid("ends are not written yet");
                }
                LarchRequest request = new LarchRequest(
                    RequestKind.TERMINATE,
                """));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mutants")
  void is_one_failure(AdapterMutant mutant, @TempDir Path classes) throws IOException {
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, mutant, classes)) {
      Certificate certificate = new AdapterCertifier(
              AdapterUnderTest.of(adapter.made(MachineProviderFactory.class))
                  .cloud(LarchTestCloud::new)
                  .claims(
                      Adoption.class,
                      Labeling.class,
                      Reboot.class,
                      Snapshots.class,
                      StartStop.class,
                      LoadBalancers.class,
                      Zones.class,
                      ImageResolver.class),
              Thoroughness.SMOKE,
              1,
              LocalDate.parse("2026-01-01"))
          .certificate();

      RuleResult cause = certificate.ruling(mutant.rule());
      assertThat(failed(certificate))
          .as(ViolationExplanation.of(certificate))
          .isEqualTo(Set.of(mutant.rule()));
      assertThat(cause.findings())
          .anySatisfy(seen -> assertThat(seen.seen()).contains(mutant.says()));
      assertThat(certificate.count(Verdict.BLOCKED)).isPositive();
    }
  }

  private static Set<String> failed(Certificate certificate) {
    return certificate.rulings().stream()
        .filter(ruling -> ruling.verdict() == Verdict.FAIL)
        .map(ruling -> ruling.rule().id())
        .collect(Collectors.toSet());
  }
}
