package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TokenBucket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AccountRateLimiterTest {
  private static final Object CALL = "a call";
  private static final Object ANOTHER = "another call";

  private long nanos = Long.MAX_VALUE - 1_000_000_000L;
  private final AccountRateLimiter budget = new AccountRateLimiter(
      Map.of(RequestKind.READ, new TokenBucket(10, 5)),
      Map.of(RequestKind.LAUNCH, new TokenBucket(100, 2)),
      () -> nanos);

  private void passes(Duration time) {
    nanos += time.toNanos();
  }

  private void spends(int units) {
    for (int i = 0; i < units; i++) {
      assertThat(budget.take(RequestKind.READ, 1, CALL)).isEqualTo(Duration.ZERO);
    }
  }

  @Test
  void usesFourFifthsOfWhatTheCloudGrants() {
    spends(8);

    assertThat(budget.take(RequestKind.READ, 1, CALL)).isEqualTo(Duration.ofMillis(250));
    passes(Duration.ofMillis(250));
    spends(1);
    passes(Duration.ofHours(1));
    spends(8);
    assertThat(budget.take(RequestKind.READ, 1, CALL)).isPositive();
  }

  @Test
  void takesNothingWhenItRefuses() {
    spends(7);

    assertThat(budget.take(RequestKind.READ, 3, CALL)).isEqualTo(Duration.ofMillis(500));
    spends(1);
  }

  @Test
  void givesMoreThanTheBucketHoldsWhenItIsFullAndLeavesADebt() {
    assertThat(budget.take(RequestKind.READ, 12, CALL)).isEqualTo(Duration.ZERO);

    assertThat(budget.take(RequestKind.READ, 1, CALL)).isEqualTo(Duration.ofMillis(1250));
  }

  @Test
  void restsForAsLongAsTheCloudAsked() {
    budget.throttled(RequestKind.READ, Optional.of(Duration.ofSeconds(30)));
    budget.throttled(RequestKind.READ, Optional.of(Duration.ofSeconds(5)));

    assertThat(budget.take(RequestKind.READ, 1, CALL)).isEqualTo(Duration.ofSeconds(30));
    passes(Duration.ofSeconds(30));
    spends(8);
  }

  @Test
  void hasOneCallTryAfterARestAndTheOthersFollowWhenItHasComeBack() {
    budget.throttled(RequestKind.READ, Optional.of(Duration.ofSeconds(30)));
    passes(Duration.ofSeconds(30));

    assertThat(budget.take(RequestKind.READ, 1, CALL)).isZero();
    assertThat(budget.take(RequestKind.READ, 1, ANOTHER)).isPositive();
    assertThat(budget.take(RequestKind.READ, 1, CALL)).as("its second page").isZero();
    budget.cameBack(CALL);

    assertThat(budget.take(RequestKind.READ, 1, ANOTHER)).isZero();
    assertThat(budget.take(RequestKind.READ, 1, CALL)).isZero();
  }

  @Test
  void restsAgainWhenTheCallThatTriesIsThrottled() {
    budget.throttled(RequestKind.READ, Optional.of(Duration.ofSeconds(30)));
    passes(Duration.ofSeconds(30));
    assertThat(budget.take(RequestKind.READ, 1, CALL)).isZero();

    budget.throttled(RequestKind.READ, Optional.of(Duration.ofSeconds(20)));
    budget.cameBack(CALL);

    assertThat(budget.rest(RequestKind.READ)).isEqualTo(Duration.ofSeconds(20));
    assertThat(budget.take(RequestKind.READ, 1, ANOTHER)).isEqualTo(Duration.ofSeconds(20));
    passes(Duration.ofSeconds(20));
    assertThat(budget.take(RequestKind.READ, 1, ANOTHER)).isZero();
    assertThat(budget.take(RequestKind.READ, 1, CALL)).isPositive();
  }

  @Test
  void triesAtOnceWhenAPersonWantsThat() {
    budget.throttled(RequestKind.READ, Optional.of(Duration.ofMinutes(5)));
    budget.throttled(RequestKind.LAUNCH, Optional.of(Duration.ofMinutes(5)));
    assertThat(budget.take(RequestKind.READ, 1, CALL)).isEqualTo(Duration.ofMinutes(5));

    budget.endRests();

    assertThat(budget.rest(RequestKind.READ)).isZero();
    assertThat(budget.take(RequestKind.READ, 1, CALL)).isZero();
    assertThat(budget.take(RequestKind.READ, 1, ANOTHER))
        .as("one call tries first")
        .isPositive();
    assertThat(budget.take(RequestKind.LAUNCH, 1, ANOTHER)).isZero();
    budget.throttled(RequestKind.READ, Optional.of(Duration.ofSeconds(20)));
    assertThat(budget.rest(RequestKind.READ)).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void countsMachinesBesideRequests() {
    assertThat(budget.takeMachines(RequestKind.LAUNCH, 90)).isEqualTo(Duration.ZERO);

    assertThat(budget.takeMachines(RequestKind.LAUNCH, 90))
        .isBetween(Duration.ofSeconds(41), Duration.ofSeconds(42));
    assertThat(budget.takeMachines(RequestKind.LAUNCH, 8)).isEqualTo(Duration.ZERO);
    assertThat(budget.takeMachines(RequestKind.TERMINATE, 1_000)).isEqualTo(Duration.ZERO);
    assertThat(budget.take(RequestKind.LAUNCH, 100, CALL)).isEqualTo(Duration.ZERO);
  }

  @Test
  void givesACallAllThatTheBucketOfMachinesHolds() {
    assertThat(budget.takeMachines(RequestKind.LAUNCH, 100)).isEqualTo(Duration.ZERO);

    assertThat(budget.takeMachines(RequestKind.LAUNCH, 100))
        .isBetween(Duration.ofSeconds(51), Duration.ofSeconds(52));
  }

  @Test
  void keepsVerbsApartAndLetsUndeclaredOnesThrough() {
    spends(8);
    budget.throttled(RequestKind.READ, Optional.empty());

    for (int i = 0; i < 1000; i++) {
      assertThat(budget.take(RequestKind.TERMINATE, 100, CALL)).isEqualTo(Duration.ZERO);
    }
  }
}
