package io.cloudadapter.testkit.junit;

import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
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
 * Certifies an adapter in its own tests: extend it, say what the {@link #subject} is, and each rule is a
 * test. The last one writes the certificate to {@code target/certificate/} and fails unless it is earned.
 *
 * <pre>{@code
 * class AcmeCertificationTest extends AdapterCertification {
 *   @Override
 *   protected AdapterUnderTest subject() {
 *     return AdapterUnderTest.of(new AcmeProviderFactory())
 *         .cloud((clock, seed) -> new AcmeTestCloud(clock, seed))
 *         .claims(Adoption.class);
 *   }
 * }
 * }</pre>
 *
 * <p>Rules cannot be overridden; what is known to be broken is waived, with a reason and a last day.
 * System properties: {@code certify.tier} (smoke, sample, full, deep, live), {@code certify.seed}, {@code
 * certify.steps} with the number of steps of all conversations together, {@code certify.rules} with the numbers of the
 * rules or chapters to try ({@code MP-2.3,MP-4}; the default is all), and {@code certify.replay} as failures print it.
 * Each verdict becomes a line of {@code verdicts.jsonl} beside the certificate at once; {@code -Dcertify.resume=true}
 * takes them over after the tests were stopped.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public abstract class AdapterCertification {
  private final VerdictMapper decisions = new VerdictMapper();

  /** For subclasses. */
  protected AdapterCertification() {}

  /**
   * The adapter to certify.
   *
   * @return the subject; asked once
   */
  protected abstract AdapterUnderTest subject();

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
