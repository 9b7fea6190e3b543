package io.cloudadapter.core.keeper.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The count of failed machines goes from a refresh that gives way to the other one, and back. */
class GivingWayTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static RefreshRecord starting(RefreshCause cause, int template) {
    RefreshSettings how = RefreshSettings.of(RefreshRequest.defaults());
    return RefreshRecord.starting("id", how, template, 0, NOW, "").by(cause, NOW);
  }

  private static RefreshRecord ended(RefreshRecord refresh, RefreshState state) {
    return refresh.ended(state, null, NOW);
  }

  private final RefreshRecord drift = starting(RefreshCause.DRIFT, 3).begins(4, 1);

  @Test
  void goesOverAndBack() {
    RefreshRecord age = starting(RefreshCause.LIFETIME, 3)
        .after(Optional.of(ended(drift, RefreshState.SUCCEEDED)), true, 3);
    assertThat(age.failuresBefore()).isEqualTo(1);

    RefreshRecord moreAge = starting(RefreshCause.LIFETIME, 3)
        .after(Optional.of(ended(age, RefreshState.SUCCEEDED)), false, 4);
    assertThat(moreAge.failuresBefore()).isEqualTo(1);

    RefreshRecord back = starting(RefreshCause.DRIFT, 3)
        .after(Optional.of(ended(moreAge, RefreshState.SUCCEEDED)), false, 4);
    assertThat(back.failuresBefore()).isEqualTo(1);

    RefreshRecord later = starting(RefreshCause.DRIFT, 3)
        .after(Optional.of(ended(back, RefreshState.SUCCEEDED)), false, 5);
    assertThat(later.failuresBefore())
        .as("the one that gave way has come to its end")
        .isEqualTo(5);
  }

  @Test
  void beginsAnewAfterOneThatCameToItsEnd() {
    assertThat(starting(RefreshCause.LIFETIME, 3)
            .after(Optional.of(ended(drift, RefreshState.SUCCEEDED)), false, 3)
            .failuresBefore())
        .isEqualTo(3);
  }

  @Test
  void beginsAnewForAnotherTemplateAndAfterOneThatWasCancelled() {
    RefreshRecord age = starting(RefreshCause.LIFETIME, 3)
        .after(Optional.of(ended(drift, RefreshState.SUCCEEDED)), true, 3);

    assertThat(starting(RefreshCause.DRIFT, 4)
            .after(Optional.of(ended(age, RefreshState.SUCCEEDED)), false, 0)
            .failuresBefore())
        .isZero();
    assertThat(starting(RefreshCause.DRIFT, 3)
            .after(Optional.of(ended(age, RefreshState.CANCELLED)), false, 4)
            .failuresBefore())
        .isEqualTo(4);
  }
}
