package io.cloudadapter.testkit.junit;

import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.subject.ChannelUnderTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Certifies a hook channel in its own tests: extend it, say what the {@link #subject} is, and each rule is a
 * test. The last one writes the certificate to {@code target/certificate/} and fails unless it is earned.
 *
 * <pre>{@code
 * class AcmeQueueCertificationTest extends HookChannelCertification {
 *   @Override
 *   protected ChannelUnderTest subject() {
 *     return ChannelUnderTest.of(AcmeQueue::new, AcmeReceiver::new);
 *   }
 * }
 * }</pre>
 *
 * <p>Rules cannot be overridden; what is known to be broken is waived, with a reason and a last day.
 * System properties: {@code certify.tier} (smoke and live try no faults), {@code certify.seed}, and {@code
 * certify.rules} with the numbers of the rules to try ({@code MP-10.4,MP-10.7}; the default is all).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public abstract class HookChannelCertification {
  private final ChannelVerdictMapper decisions = new ChannelVerdictMapper();

  /** For subclasses. */
  protected HookChannelCertification() {}

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

  /** One test for each rule of the book that is selected. */
  @TestFactory
  @Order(1)
  final Stream<DynamicTest> rules() {
    return decisions.tests(this);
  }

  /** Sums up, writes the certificate, and fails unless it is earned. */
  @Test
  @Order(Integer.MAX_VALUE)
  final void certificate() {
    decisions.sumUp(this);
  }
}
