package io.cloudadapter.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/** Each rule is one test, which its number or its chapter's selects. */
class RuleSelectionTest {
  private static final RuleBook BOOK = RuleBook.standard();

  @ParameterizedTest
  @ValueSource(classes = {AdapterCertification.class, HookChannelCertification.class})
  void an_author_can_override_neither_rules_nor_certificate(Class<?> tests)
      throws NoSuchMethodException {
    Method rules = tests.getDeclaredMethod("rules");
    Method certificate = tests.getDeclaredMethod("certificate");

    assertThat(rules.isAnnotationPresent(TestFactory.class)).isTrue();
    assertThat(certificate.isAnnotationPresent(Test.class)).isTrue();
    assertThat(Modifier.isFinal(rules.getModifiers())).isTrue();
    assertThat(Modifier.isFinal(certificate.getModifiers())).isTrue();
    assertThat(rules.getAnnotation(Order.class).value())
        .isLessThan(certificate.getAnnotation(Order.class).value());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void each_rule_is_one_test_whose_name_begins_with_its_number(boolean channels) {
    RuleBook book = channels ? RuleBook.channels() : BOOK;

    List<String> names = RuleSelection.of(book)
        .tests(rule -> {})
        .map(DynamicTest::getDisplayName)
        .toList();

    assertThat(names)
        .containsExactlyElementsOf(
            book.rules().stream().map(rule -> rule.id() + " " + rule.sentence()).toList());
  }

  @Test
  void a_number_selects_its_rule_and_a_chapter_its_rules_in_the_order_of_the_book() {
    assertThat(ids("MP-2.3")).containsExactly("MP-2.3");
    assertThat(ids("MP-4.1, MP-2.10,MP-2.9")).containsExactly("MP-2.9", "MP-2.10", "MP-4.1");
    assertThat(ids("MP-1"))
        .startsWith("MP-1.1", "MP-1.2")
        .allMatch(id -> id.startsWith("MP-1."))
        .hasSizeGreaterThan(6);
    assertThat(ids("MP-1.1,MP-1")).containsExactlyElementsOf(ids("MP-1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"MP-2.99", "MP-99", "2.3", "MP-2.", "", "MP-10.4"})
  void a_number_of_no_rule_is_refused_with_it_and_what_is_allowed(String unknown) {
    assertThatThrownBy(() -> RuleSelection.parse(BOOK, "MP-2.3," + unknown))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("-Dcertify.rules must be numbers of rules (such as MP-1.1) or of"
            + " chapters (MP-1, MP-2, MP-3, MP-4, MP-5, MP-6, MP-7, MP-8, MP-9, MP-11, MP-12,"
            + " MP-13, MP-14)")
        .hasMessageEndingWith("was \"" + unknown + "\"");
  }

  @Test
  void a_test_tries_its_own_rule_and_shows_a_skip_with_its_reason() {
    List<DynamicTest> tests = RuleSelection.parse(BOOK, "MP-2.3,MP-2.4")
        .tests(rule -> VerdictMapper.tell(
            RuleResult.without(rule, Verdict.NOT_CLAIMED, "the cloud has no launch keys")))
        .toList();

    assertThatThrownBy(() -> tests.get(1).getExecutable().execute())
        .isInstanceOf(TestAbortedException.class)
        .hasMessage("MP-2.4 NOT_CLAIMED: the cloud has no launch keys");
  }

  private static List<String> ids(String numbers) {
    return RuleSelection.parse(BOOK, numbers).rules().stream().map(Rule::id).toList();
  }
}
