package io.cloudadapter.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.ChannelUnderTest;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** One mistake is one error in JUnit, not one for each rule. */
class OneErrorTest {

  @ParameterizedTest
  @ValueSource(classes = {AdapterCertification.class, HookChannelCertification.class})
  void it_is_looked_at_before_all_rules_whether_they_can_be_tried(Class<?> tests)
      throws NoSuchMethodException {
    assertThat(tests.getDeclaredMethod("canBeTried").isAnnotationPresent(BeforeAll.class))
        .isTrue();
    assertThat(Modifier.isFinal(tests.getDeclaredMethod("canBeTried").getModifiers()))
        .isTrue();
  }

  @Test
  void a_tier_that_is_none_fails_before_any_rule() {
    assertThatThrownBy(() -> new WrongTier().canBeTried())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("certify.tier must be smoke, sample, full, deep or live, was dep");
    assertThatThrownBy(() -> new WrongChannelTier().canBeTried())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was dep");
  }

  @Test
  void a_rule_that_waits_for_another_one_is_no_failure_of_its_own() {
    assertThatThrownBy(() -> VerdictMapper.tell(ruling(Verdict.BLOCKED, "by MP-2.20")))
        .isInstanceOf(TestAbortedException.class)
        .hasMessage("MP-2.1 BLOCKED: by MP-2.20");
    assertThatThrownBy(() -> VerdictMapper.tell(ruling(Verdict.FAIL, "no machine")))
        .isInstanceOf(AssertionFailedError.class);
  }

  @Test
  void claims_without_arguments_claim_nothing() {
    AdapterUnderTest some =
        AdapterUnderTest.of(new SimulatedProviderFactory()).claims(Adoption.class);

    AdapterUnderTest none = some.claims();

    assertThat(some.features()).containsExactly(Adoption.class);
    assertThat(none.features()).isEmpty();
  }

  private static RuleResult ruling(Verdict verdict, String why) {
    return new RuleResult(RuleBook.standard().rule("MP-2.1"), verdict, why, 1, Map.of(), List.of());
  }

  private static Thoroughness wrong() {
    return VerdictMapper.tier("dep");
  }

  private static final class WrongTier extends AdapterCertification {
    @Override
    protected AdapterUnderTest subject() {
      return AdapterUnderTest.of(new SimulatedProviderFactory());
    }

    @Override
    protected Thoroughness tier() {
      return wrong();
    }
  }

  private static final class WrongChannelTier extends HookChannelCertification {
    @Override
    protected ChannelUnderTest subject() {
      throw new IllegalStateException("not asked");
    }

    @Override
    protected Thoroughness tier() {
      return wrong();
    }
  }
}
