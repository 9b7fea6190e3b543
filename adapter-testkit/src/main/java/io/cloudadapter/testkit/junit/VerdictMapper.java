package io.cloudadapter.testkit.junit;

import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.Certificate.Result;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Turns verdicts into what JUnit understands. */
final class VerdictMapper {
  private @Nullable AdapterCertifier certification;

  static Thoroughness tierAsked() {
    return tier(System.getProperty("certify.tier", "full"));
  }

  static Thoroughness tier(String asked) {
    for (Thoroughness tier : Thoroughness.values()) {
      if (tier.name().equals(asked.toUpperCase(Locale.ROOT))) {
        return tier;
      }
    }
    throw new IllegalArgumentException(
        "-Dcertify.tier must be smoke, sample, full, deep or live, was " + asked);
  }

  static long seedAsked() {
    String asked = System.getProperty("certify.seed", "1");
    try {
      return Long.parseLong(asked);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("-Dcertify.seed must be a whole number, was " + asked, e);
    }
  }

  /** How many steps the conversations have in all, if that is asked for. */
  static OptionalInt stepsAsked() {
    @Nullable String asked = System.getProperty("certify.steps");
    if (asked == null) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(Integer.parseInt(asked));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("-Dcertify.steps must be a whole number, was " + asked, e);
    }
  }

  /** Fails if nothing can be tried. */
  void begin(AdapterCertification tests) {
    AdapterCertifier unused = certification(tests);
    RuleSelection unusedSelection = selection();
  }

  Stream<DynamicTest> tests(AdapterCertification tests) {
    return selection().tests(rule -> on(tests, rule));
  }

  /** A replay selects its own rule, and fails if there is none: it would repeat nothing, and look like a success. */
  private static RuleSelection selection() {
    @Nullable String replay = System.getProperty("certify.replay");
    return replay == null
        ? RuleSelection.of(RuleBook.standard())
        : RuleSelection.only(RuleBook.standard().rule(replay.split("/", 2)[0]));
  }

  /** Passes a pass, fails what is broken, and reports everything else so that it never looks like a pass. */
  private void on(AdapterCertification tests, Rule rule) {
    @Nullable String replay = System.getProperty("certify.replay");
    if (replay == null) {
      tell(certification(tests).ruling(rule.id()));
    } else {
      replays(tests, replay);
    }
  }

  /** Passes, fails, or aborts: a rule that is blocked waits for the one that fails. */
  static void tell(RuleResult ruling) {
    if (ruling.verdict() == Verdict.FAIL) {
      throw new AssertionFailedError(ViolationExplanation.of(ruling));
    }
    if (ruling.verdict() != Verdict.PASS) {
      throw new TestAbortedException(
          ruling.rule().id() + " " + ruling.verdict() + ": " + ruling.why());
    }
  }

  private void replays(AdapterCertification tests, String replay) {
    List<String> findings = certification(tests).replay(replay);
    if (!findings.isEmpty()) {
      throw new AssertionFailedError(String.join("\n\n", findings));
    }
  }

  void sumUp(AdapterCertification tests) {
    if (System.getProperty("certify.replay") != null) {
      throw new TestAbortedException("a replay earns no certificate");
    }
    mustBeOfAllRules();
    tell(certification(tests).certificate(), tests.getClass());
  }

  /** A certificate is of all rules; those that were not selected would be tried for it. */
  static void mustBeOfAllRules() {
    if (RuleSelection.isAsked()) {
      throw new TestAbortedException("rules that -Dcertify.rules selects earn no certificate");
    }
  }

  /** Writes it down, and fails unless it is earned. */
  static void tell(Certificate certificate, Class<?> tests) {
    certificate.writeTo(folder(tests));
    if (certificate.result() == Result.NOT_CERTIFIED || certificate.result() == Result.INCOMPLETE) {
      throw new AssertionFailedError(ViolationExplanation.of(certificate));
    }
  }

  private static Path folder(Class<?> tests) {
    return Path.of("target", "certificate", tests.getSimpleName());
  }

  private synchronized AdapterCertifier certification(AdapterCertification tests) {
    AdapterCertifier known = certification;
    if (known == null) {
      AdapterCertifier begun = AdapterCertifier.of(tests.subject(), tests.tier(), seedAsked())
          .expecting(selection().rules().stream().map(Rule::id).toList());
      known = stepsAsked().isPresent() ? begun.conversationSteps(stepsAsked().getAsInt()) : begun;
      if (System.getProperty("certify.replay") == null) {
        Path verdicts = folder(tests.getClass()).resolve("verdicts.jsonl");
        known = Boolean.getBoolean("certify.resume")
            ? known.goingOn(verdicts)
            : known.keeping(verdicts);
      }
      certification = known;
    }
    return known;
  }
}
