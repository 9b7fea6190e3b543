package io.cloudadapter.testkit.junit;

import io.cloudadapter.testkit.channel.ChannelCertifier;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.Thoroughness;
import org.jspecify.annotations.Nullable;

/** Turns verdicts on channels into what JUnit understands. */
final class ChannelVerdictMapper {
  private @Nullable ChannelCertifier certification;

  /** Fails if nothing can be tried. */
  void begin(ChannelCertificationTest tests) {
    ChannelCertifier unused = certification(tests);
  }

  void on(ChannelCertificationTest tests, String rule) {
    VerdictMapper.tell(certification(tests).ruling(rule));
  }

  void sumUp(ChannelCertificationTest tests) {
    Certificate certificate = certification(tests).certificate();
    VerdictMapper.tell(certificate, tests.getClass());
  }

  private synchronized ChannelCertifier certification(ChannelCertificationTest tests) {
    ChannelCertifier known = certification;
    if (known == null) {
      Thoroughness tier = tests.tier();
      known = ChannelCertifier.of(tests.subject(), tier, VerdictMapper.seedAsked());
      certification = known;
    }
    return known;
  }
}
