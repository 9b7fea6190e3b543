package io.cloudadapter.testkit.junit;

import io.cloudadapter.testkit.channel.ChannelCertifier;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.rule.RuleBook;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/** Turns verdicts on channels into what JUnit understands. */
final class ChannelVerdictMapper {
  private @Nullable ChannelCertifier certification;

  /** Fails if nothing can be tried. */
  void begin(HookChannelCertification tests) {
    ChannelCertifier unused = certification(tests);
    RuleSelection unusedSelection = RuleSelection.of(RuleBook.channels());
  }

  Stream<DynamicTest> tests(HookChannelCertification tests) {
    return RuleSelection.of(RuleBook.channels())
        .tests(rule -> VerdictMapper.tell(certification(tests).ruling(rule.id())));
  }

  void sumUp(HookChannelCertification tests) {
    VerdictMapper.mustBeOfAllRules();
    Certificate certificate = certification(tests).certificate();
    VerdictMapper.tell(certificate, tests.getClass());
  }

  private synchronized ChannelCertifier certification(HookChannelCertification tests) {
    ChannelCertifier known = certification;
    if (known == null) {
      Thoroughness tier = tests.tier();
      known = ChannelCertifier.of(tests.subject(), tier, VerdictMapper.seedAsked());
      certification = known;
    }
    return known;
  }
}
