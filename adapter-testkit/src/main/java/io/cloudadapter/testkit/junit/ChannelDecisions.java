package io.cloudadapter.testkit.junit;

import io.cloudadapter.testkit.certify.Certificate;
import io.cloudadapter.testkit.certify.ChannelCertification;
import io.cloudadapter.testkit.certify.Tier;
import org.jspecify.annotations.Nullable;

/** Turns verdicts on channels into what JUnit understands. */
final class ChannelDecisions {
  private @Nullable ChannelCertification certification;

  /** Fails if nothing can be tried. */
  void begin(HookChannelCertification tests) {
    ChannelCertification unused = certification(tests);
  }

  void on(HookChannelCertification tests, String rule) {
    Decisions.tell(certification(tests).ruling(rule));
  }

  void sumUp(HookChannelCertification tests) {
    Certificate certificate = certification(tests).certificate();
    Decisions.tell(certificate, tests.getClass());
  }

  private synchronized ChannelCertification certification(HookChannelCertification tests) {
    ChannelCertification known = certification;
    if (known == null) {
      Tier tier = tests.tier();
      known = ChannelCertification.of(tests.subject(), tier, Decisions.seedAsked());
      certification = known;
    }
    return known;
  }
}
