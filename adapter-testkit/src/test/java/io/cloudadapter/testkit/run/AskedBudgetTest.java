package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.RequestKind;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AskedBudgetTest {
  private final AskedBudget budget = new AskedBudget();

  @Test
  void adds_up_what_was_asked_for_by_kind() {
    budget.add(RequestKind.READ, 1);
    budget.add(RequestKind.READ, 2);
    budget.add(RequestKind.LAUNCH, 1);

    assertThat(budget.units()).isEqualTo(Map.of(RequestKind.READ, 3, RequestKind.LAUNCH, 1));
  }

  @Test
  void begins_at_nothing_when_exchanges_are_counted_anew() {
    budget.add(RequestKind.READ, 3);

    budget.countAnew(seen(RequestKind.READ, 1), false);

    assertThat(budget.units()).isEmpty();
  }

  @Test
  void still_covers_the_request_of_a_call_that_was_given_up_and_arrives_later() {
    budget.add(RequestKind.TERMINATE, 5);
    budget.add(RequestKind.READ, 2);

    budget.countAnew(
        List.of(point(RequestKind.READ), point(RequestKind.READ), point(RequestKind.TERMINATE)),
        true);

    assertThat(budget.units()).isEqualTo(Map.of(RequestKind.TERMINATE, 4));
  }

  @Test
  void owes_nothing_for_exchanges_that_were_not_asked_for() {
    budget.countAnew(seen(RequestKind.READ, 2), true);
    budget.add(RequestKind.READ, 1);

    assertThat(budget.units()).isEqualTo(Map.of(RequestKind.READ, 1));
  }

  private static List<ExchangePoint> seen(RequestKind verb, int count) {
    return Collections.nCopies(count, point(verb));
  }

  private static ExchangePoint point(RequestKind verb) {
    return new ExchangePoint(1, 1, verb, Set.of(), false, 0, 0, "", 0);
  }
}
