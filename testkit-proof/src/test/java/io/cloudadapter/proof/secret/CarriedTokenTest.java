package io.cloudadapter.proof.secret;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.proof.AdapterMutant;
import io.cloudadapter.proof.MutantCode;
import io.cloudadapter.proof.secret.TokenRelay.Place;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Wherever a cloud hands its tokens out, an adapter that logs one is found, and nothing that the kit says shows it. */
@Tag("proof")
class CarriedTokenTest {
  private final Set<String> issued = TokenRelay.tokens();

  @ParameterizedTest
  @EnumSource(Place.class)
  void is_heard_when_it_is_logged_at_login(Place place, @TempDir Path classes) throws IOException {
    try (MutantCode adapter =
        MutantCode.of(MutantCode.Original.ADAPTER, talkative(place), classes)) {
      RuleResult ruling = certification(adapter, place).ruling("MP-1.4");

      assertThat(issued).isNotEmpty();
      assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.FAIL);
      assertThat(ruling.why()).contains("logged shows a credential", "***");
      assertHidden(ViolationExplanation.of(ruling) + ruling);
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void is_no_finding_when_it_is_not_shown(Place place, @TempDir Path classes) throws IOException {
    try (MutantCode adapter =
        MutantCode.of(MutantCode.Original.ADAPTER, carrying(place), classes)) {
      RuleResult ruling = certification(adapter, place).ruling("MP-1.4");

      assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.PASS);
    }
  }

  @Test
  void is_masked_in_every_file_of_the_certificate(@TempDir Path classes, @TempDir Path folder)
      throws IOException {
    AdapterMutant clumsy = talkative(Place.ANY_HEADER).edit("LarchProvider", """
        LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
        """, """
        LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
        if (count == 1) {
          throw LarchLimits.invalid("not with " + LarchApi.last);
        }
        """);
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, clumsy, classes)) {
      Certificate certificate = certification(adapter, Place.ANY_HEADER)
          .keeping(folder.resolve("verdicts.jsonl"))
          .certificate();
      certificate.writeTo(folder);

      assertThat(certificate.ruling("MP-1.4").verdict()).isEqualTo(Verdict.FAIL);
      assertThat(certificate.ruling("MP-2.20").verdict()).isEqualTo(Verdict.FAIL);
      for (String file : List.of(
          "certificate.html", "certificate.json", "badge.json", "badge.svg", "verdicts.jsonl")) {
        assertHidden(Files.readString(folder.resolve(file)));
      }
      assertHidden(ViolationExplanation.of(certificate));
    }
  }

  private void assertHidden(String text) {
    assertThat(issued).isNotEmpty().allSatisfy(token -> assertThat(text).doesNotContain(token));
  }

  private AdapterCertifier certification(MutantCode adapter, Place place) {
    return new AdapterCertifier(
        AdapterUnderTest.of(adapter.made(MachineProviderFactory.class))
            .cloud((clock, seed) -> new TokenRelay(clock, seed, place, issued)),
        Thoroughness.SMOKE,
        1,
        LocalDate.parse("2026-01-01"));
  }

  /** An adapter that finds its token where the relay has put it. */
  private static AdapterMutant carrying(Place place) {
    String found = switch (place) {
      case BODY -> "body.path(\"grant\").path(\"value\").asText()";
      case COOKIE ->
        "headers.firstValue(\"Set-Cookie\").map(c -> c.split(\"[=;]\")[1]).orElse(\"\")";
      default -> "headers.firstValue(\"" + place.carrier() + "\").orElse(\"\")";
    };
    String sent = place == Place.COOKIE ? "\"sid=\" + secret.reveal()" : "secret.reveal()";
    return AdapterMutant.of("MP-1.4", "carries its token in " + place, "")
        .edit("LarchReply", """
            object(reply.body()),
            """, """
            object(reply.body()).map(body -> {
              java.net.http.HttpHeaders headers = reply.headers();
              String token = %s;
              if (body.has("expiresIn")) {
                ((com.fasterxml.jackson.databind.node.ObjectNode) body).put("token", token);
              }
              return body;
            }),
            """.formatted(found))
        .edit("LarchApi", """
            http.header("Authorization", "Bearer " + secret.reveal())
            """, "http.header(\"" + place.carrier() + "\", " + sent + ")");
  }

  private static AdapterMutant talkative(Place place) {
    return carrying(place).edit("LarchApi", """
            long seconds = Math.min
            """, """
            last = token;
            java.util.logging.Logger.getLogger("larch").fine("was granted " + token);
            long seconds = Math.min
            """).edit("LarchApi", """
            private final String user;
            """, """
            static volatile String last = "";
            private final String user;
            """);
  }
}
