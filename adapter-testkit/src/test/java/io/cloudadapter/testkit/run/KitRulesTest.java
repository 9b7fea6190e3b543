package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.testkit.TrialCatalog;
import io.cloudadapter.testkit.channel.ChannelCertifier;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rules and trials belong together, one for one. */
class KitRulesTest {
  private final List<Rule> rules = RuleBook.standard().rules();
  private final Map<String, Trial> trials = TrialCatalog.byRule();

  @Test
  void every_rule_has_a_trial_or_says_why_not() {
    List<String> tried =
        rules.stream().filter(rule -> rule.untested().isEmpty()).map(Rule::id).toList();

    assertThat(trials.keySet()).containsExactlyInAnyOrderElementsOf(tried);
  }

  @Test
  void every_rule_for_hook_channels_has_a_trial() {
    List<String> ids = RuleBook.channels().rules().stream().map(Rule::id).toList();

    assertThat(ChannelCertifier.trials().keySet()).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void what_a_rule_rests_on_never_goes_in_a_circle() {
    assertThat(trials.values())
        .allSatisfy(trial -> assertThat(restsOn(trial.rule(), trial, 0)).isFalse());
  }

  private boolean restsOn(String rule, Trial trial, int depth) {
    if (depth > trials.size()) {
      return true;
    }
    return trial.needs().stream().anyMatch(need -> {
      Trial next = trials.get(need);
      return need.equals(rule) || next == null || restsOn(rule, next, depth + 1);
    });
  }
}
