package io.cloudadapter.testkit.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.spi.feature.ProviderFeatures;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RuleBookTest {
  private final RuleBook book = RuleBook.standard();
  private final RuleBook channels = RuleBook.channels();
  private final List<Rule> all =
      Stream.of(book, channels).flatMap(one -> one.rules().stream()).toList();

  @Test
  void hasTheRulesOfVersionOneInTheirOrder() {
    assertThat(book.version()).isEqualTo("1.0");
    assertThat(book.rules())
        .extracting(Rule::id)
        .containsExactlyElementsOf(Stream.of(
                numbers(1, 1, 10),
                numbers(2, 1, 25),
                numbers(3, 1, 21),
                numbers(4, 1, 10),
                numbers(5, 1, 15),
                numbers(6, 1, 12),
                numbers(7, 1, 7),
                numbers(8, 1, 6),
                numbers(9, 1, 2),
                numbers(9, 10, 16),
                numbers(9, 20, 22),
                numbers(9, 30, 33),
                numbers(9, 40, 41),
                numbers(9, 50, 58),
                numbers(11, 1, 8),
                numbers(11, 10, 11),
                numbers(11, 20, 21),
                numbers(11, 30, 34),
                numbers(12, 1, 4),
                numbers(12, 10, 16),
                numbers(12, 20, 20),
                numbers(12, 30, 30),
                numbers(12, 40, 43),
                numbers(12, 50, 54),
                numbers(12, 60, 61),
                numbers(12, 70, 72),
                numbers(12, 80, 81),
                numbers(12, 90, 91),
                numbers(13, 1, 9),
                numbers(13, 20, 22),
                numbers(14, 1, 1))
            .flatMap(List::stream)
            .toList());
  }

  private static List<String> numbers(int chapter, int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(n -> "MP-" + chapter + "." + n)
        .toList();
  }

  @Test
  void hasTheRulesForHookChannelsApart() {
    assertThat(channels.rules()).extracting(Rule::id).containsExactlyElementsOf(numbers(10, 1, 21));
    assertThat(channels.rules())
        .allSatisfy(rule -> assertThat(rule.level()).as(rule.id()).isEqualTo(RuleLevel.MUST));
    assertThat(channels.sha256()).isEqualTo(book.sha256());
    assertThat(channels.chapter(channels.rule("MP-10.4"))).isEqualTo("Hook channels");
  }

  @Test
  void isReadOnce() {
    assertThat(RuleBook.standard()).isSameAs(book);
    assertThat(RuleBook.channels()).isSameAs(channels);
  }

  @Test
  void knowsWhichRulesAreNoMust() {
    assertThat(book.rules().stream().filter(rule -> rule.level() != RuleLevel.MUST))
        .allMatch(rule -> rule.level() == RuleLevel.SHOULD)
        .extracting(Rule::id)
        .containsExactly("MP-1.7", "MP-3.15", "MP-5.7");
  }

  @Test
  void saysOneSentencePerRule() {
    assertThat(all)
        .allSatisfy(rule -> assertThat(rule.sentence())
            .as(rule.id())
            .endsWith(".")
            .doesNotContainPattern("[.?!] ")
            .hasSizeLessThan(250));
  }

  @Test
  void saysNothingTwice() {
    assertThat(all).extracting(Rule::sentence).doesNotHaveDuplicates();
    assertThat(all).extracting(Rule::intent).doesNotHaveDuplicates();
    assertThat(all).extracting(Rule::example).doesNotHaveDuplicates();
    assertThat(all).extracting(Rule::check).doesNotHaveDuplicates();
  }

  @Test
  void asksQuestionsWhenARuleIsBroken() {
    assertThat(all).allSatisfy(rule -> assertThat(rule.check()).contains("?"));
  }

  @Test
  void ascribesRulesToFeaturesThatExist() throws ClassNotFoundException {
    List<String> features =
        book.rules().stream().flatMap(rule -> rule.feature().stream()).toList();

    assertThat(features)
        .containsOnly(
            "Adoption",
            "Labeling",
            "ActionFeature",
            "Reboot",
            "Snapshots",
            "StartStop",
            "Instances",
            "LoadBalancers",
            "Zones",
            "Clusters",
            "Routes",
            "LoadBalancerRegistration",
            "MachineSizeCatalog",
            "Quotas",
            "BatchTerminate",
            "SpotNotices",
            "MachineGroup",
            "GroupLifecycleHooks",
            "LaunchOperations",
            "MachineResources",
            "ImageResolver",
            "LoadBalancerHealth",
            "InstanceStatus")
        .hasSize(85);
    assertThat(channels.rules())
        .allSatisfy(rule -> assertThat(rule.feature()).hasValue("HookChannel"));
    for (String feature : features) {
      Class<?> type = Class.forName(ProviderFeatures.class.getPackageName() + "." + feature);
      assertThat(type).isInterface();
    }
  }

  @Test
  void saysWhyARuleIsUntested() {
    assertThat(book.rules().stream().filter(rule -> rule.untested().isPresent()))
        .extracting(Rule::id)
        .containsExactly("MP-6.8");
    assertThat(book.rule("MP-6.8").untested())
        .hasValueSatisfying(why -> assertThat(why).contains("simulation"));
  }

  @Test
  void takesUpEveryCaseOfTheContract() throws IOException {
    List<String> cases = Pattern.compile("^- Known as: (C\\d+)$", Pattern.MULTILINE)
        .matcher(document())
        .results()
        .map(found -> found.group(1))
        .toList();

    assertThat(cases)
        .containsOnly(IntStream.rangeClosed(1, 18).mapToObj(n -> "C" + n).toArray(String[]::new));
  }

  @Test
  void pointsOnlyToRulesThatExist() throws IOException {
    assertThat(Pattern.compile("MP-\\d+\\.\\d+").matcher(document()).results())
        .extracting(MatchResult::group)
        .allSatisfy(id -> assertThat(all).extracting(Rule::id).contains(id));
  }

  private static String document() throws IOException {
    try (InputStream in = RuleBook.class.getResourceAsStream("rules.md")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void findsARuleByItsId() {
    Rule rule = book.rule("MP-2.3");

    assertThat(rule.level()).isEqualTo(RuleLevel.MUST);
    assertThat(rule.sentence()).contains("never has more than one live machine");
    assertThat(rule.since()).isEqualTo("1.0");
    assertThat(rule.feature()).isEmpty();
    assertThat(book.chapter(rule)).isEqualTo("Launch");
  }

  @Test
  void refusesAnUnknownIdNamingTheNearest() {
    assertThatThrownBy(() -> book.rule("MP2.19"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"MP2.19\"")
        .hasMessageContaining("did you mean MP-2.19?");
    assertThatThrownBy(() -> book.rule("mp-5.13")).hasMessageContaining("did you mean MP-5.13?");
    assertThatThrownBy(() -> book.rule("9.22")).hasMessageContaining("did you mean MP-9.22?");
    assertThatThrownBy(() -> book.rule("everything")).hasMessageContaining("such as MP-1.1");
  }
}
