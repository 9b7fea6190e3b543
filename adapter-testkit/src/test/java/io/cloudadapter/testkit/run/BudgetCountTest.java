package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.RequestKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BudgetCountTest {
  private final BudgetCount budget = new BudgetCount();

  @Test
  void a_request_that_arrives_after_its_call_has_ended_is_allowed_until_the_next_look() {
    budget.asks(RequestKind.LAUNCH, 6);
    budget.looked(List.of(launch(), launch(), launch(), launch(), launch()));

    assertThat(budget.allowed()).isEqualTo(Map.of(RequestKind.LAUNCH, 1));

    budget.asks(RequestKind.LAUNCH, 5);
    assertThat(budget.allowed()).isEqualTo(Map.of(RequestKind.LAUNCH, 6));
    assertThat(budget.asked()).isEqualTo(Map.of(RequestKind.LAUNCH, 5));

    budget.looked(List.of(launch(), launch(), launch(), launch(), launch(), launch()));
    assertThat(budget.allowed()).isEmpty();
  }

  @Test
  void what_crossed_without_being_asked_for_allows_nothing_later() {
    budget.looked(List.of(launch()));
    budget.asks(RequestKind.READ, 1);

    assertThat(budget.allowed()).isEqualTo(Map.of(RequestKind.READ, 1));
  }

  private static ExchangePoint launch() {
    return new ExchangePoint(1, 1, RequestKind.LAUNCH, Set.of(), false, 0, 0);
  }
}
