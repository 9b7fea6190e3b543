package io.cloudadapter.testkit.junit;

import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.subject.ChannelUnderTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Certifies a hook channel in its own tests: extend it, say what the {@link #subject} is, and each rule is a
 * test. The last one writes the certificate to {@code target/certificate/} and fails unless it is earned.
 *
 * <pre>{@code
 * class AcmeQueueCertificationTest extends ChannelCertificationTest {
 *   @Override
 *   protected ChannelUnderTest subject() {
 *     return ChannelUnderTest.of(AcmeQueue::new, AcmeReceiver::new);
 *   }
 * }
 * }</pre>
 *
 * <p>Rules cannot be overridden; what is known to be broken is waived, with a reason and a last day.
 * System properties: {@code certify.tier} (smoke and live try no faults) and {@code certify.seed}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(RuleMethodOrderer.class)
public abstract class ChannelCertificationTest {
  private final ChannelVerdictMapper decisions = new ChannelVerdictMapper();

  /** For subclasses. */
  protected ChannelCertificationTest() {}

  /**
   * The channel to certify.
   *
   * @return the subject; asked once
   */
  protected abstract ChannelUnderTest subject();

  /**
   * How thoroughly.
   *
   * @return {@code -Dcertify.tier}, or FULL
   */
  protected Thoroughness tier() {
    return VerdictMapper.tierAsked();
  }

  /** Fails once for all rules if nothing can be tried: a tier or a seed that is none, a subject that is not one. */
  @BeforeAll
  final void canBeTried() {
    decisions.begin(this);
  }

  @Test
  @RuleTest("MP-10.1")
  final void mp10_1_isNamedAlike() {
    decisions.on(this, "MP-10.1");
  }

  @Test
  @RuleTest("MP-10.2")
  final void mp10_2_refusesTargetsByTheParameter() {
    decisions.on(this, "MP-10.2");
  }

  @Test
  @RuleTest("MP-10.3")
  final void mp10_3_takesWhatItChecked() {
    decisions.on(this, "MP-10.3");
  }

  @Test
  @RuleTest("MP-10.4")
  final void mp10_4_arrivesBeforeItReturns() {
    decisions.on(this, "MP-10.4");
  }

  @Test
  @RuleTest("MP-10.5")
  final void mp10_5_bringsEveryField() {
    decisions.on(this, "MP-10.5");
  }

  @Test
  @RuleTest("MP-10.6")
  final void mp10_6_keepsItsId() {
    decisions.on(this, "MP-10.6");
  }

  @Test
  @RuleTest("MP-10.7")
  final void mp10_7_isBackByTheDeadline() {
    decisions.on(this, "MP-10.7");
  }

  @Test
  @RuleTest("MP-10.8")
  final void mp10_8_heedsCancellation() {
    decisions.on(this, "MP-10.8");
  }

  @Test
  @RuleTest("MP-10.9")
  final void mp10_9_sendsNothingTooLate() {
    decisions.on(this, "MP-10.9");
  }

  @Test
  @RuleTest("MP-10.10")
  final void mp10_10_saysWhatWasSeen() {
    decisions.on(this, "MP-10.10");
  }

  @Test
  @RuleTest("MP-10.11")
  final void mp10_11_followsNoRedirect() {
    decisions.on(this, "MP-10.11");
  }

  @Test
  @RuleTest("MP-10.12")
  final void mp10_12_isNotHeldUp() {
    decisions.on(this, "MP-10.12");
  }

  @Test
  @RuleTest("MP-10.13")
  final void mp10_13_servesManyThreads() {
    decisions.on(this, "MP-10.13");
  }

  @Test
  @RuleTest("MP-10.14")
  final void mp10_14_closes() {
    decisions.on(this, "MP-10.14");
  }

  @Test
  @RuleTest("MP-10.15")
  final void mp10_15_leavesNoThread() {
    decisions.on(this, "MP-10.15");
  }

  @Test
  @RuleTest("MP-10.16")
  final void mp10_16_keepsSecrets() {
    decisions.on(this, "MP-10.16");
  }

  @Test
  @RuleTest("MP-10.17")
  final void mp10_17_trustsNoStranger() {
    decisions.on(this, "MP-10.17");
  }

  /** Sums up, writes the certificate, and fails unless it is earned. */
  @Test
  final void certificate() {
    decisions.sumUp(this);
  }
}
