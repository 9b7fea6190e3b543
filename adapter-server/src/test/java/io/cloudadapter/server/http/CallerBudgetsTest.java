package io.cloudadapter.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.CallerLimits;
import io.cloudadapter.server.options.Role;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What each caller may take, and who is free. */
class CallerBudgetsTest {
  private static final String FAR = "10.0.0.7";
  private static final Caller NOISY = new Caller("token:noisy", Role.OPERATE);
  private static final Caller QUIET = new Caller("token:quiet", Role.OPERATE);
  private static final Caller ADMIN = new Caller("token:ops", Role.ADMIN);

  private long now = TimeUnit.DAYS.toNanos(1);
  private final CallerBudgets budgets =
      new CallerBudgets(new CallerLimits(10, 3, 2, 1000), () -> now);

  private int taken(Caller caller, String source) {
    int count = 0;
    while (count < 1000 && budgets.take(caller, source).isEmpty()) {
      count++;
    }
    return count;
  }

  @Test
  void aCallerMaySendTwoSecondsOfItsRequestsAtOnceAndThenItsRate() {
    assertThat(taken(NOISY, FAR)).isEqualTo(20);
    now += TimeUnit.SECONDS.toNanos(1);
    assertThat(taken(NOISY, FAR)).isEqualTo(10);
    now += TimeUnit.HOURS.toNanos(1);
    assertThat(taken(NOISY, FAR)).isEqualTo(20);
  }

  @Test
  void aCallerThatIsRefusedHearsWhenToComeAgain() {
    taken(NOISY, FAR);
    HttpReply refused = budgets.take(NOISY, FAR).orElseThrow();

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.headers()).containsEntry("Retry-After", "1");
  }

  @Test
  void noCallerPaysForAnother() {
    taken(NOISY, FAR);
    assertThat(taken(QUIET, FAR)).isEqualTo(20);
  }

  @Test
  void anAdminOnLoopbackIsFree() {
    assertThat(taken(ADMIN, "127.0.0.1")).isEqualTo(1000);
    assertThat(taken(ADMIN, FAR)).isEqualTo(20);
    Caller limited = new Caller("token:t", Role.ADMIN, AccessScope.nothing());
    assertThat(taken(limited, "127.0.0.1")).isEqualTo(20);
  }

  @Test
  void requestsUnderWayAreCountedUntilTheyEnd() {
    for (int i = 0; i < 3; i++) {
      assertThat(budgets.begin(NOISY, FAR)).isTrue();
    }
    assertThat(budgets.begin(NOISY, FAR)).isFalse();
    assertThat(budgets.begin(QUIET, FAR)).isTrue();
    budgets.end(NOISY, FAR);
    assertThat(budgets.begin(NOISY, FAR)).isTrue();
  }

  @Test
  void bytesBeyondTheRateArePaidByWaiting() {
    budgets.charge(NOISY, FAR, 15_000);

    assertThat(budgets.take(NOISY, FAR).orElseThrow().headers()).containsEntry("Retry-After", "5");
    now += TimeUnit.SECONDS.toNanos(6);
    assertThat(budgets.take(NOISY, FAR)).isEmpty();
  }

  @Test
  void callersThatHaveGoneAreForgotten() {
    for (int i = 0; i < 10_000; i++) {
      Caller passing = new Caller("oidc:" + i, Role.READ);
      assertThat(budgets.take(passing, FAR)).isEmpty();
      now += TimeUnit.MILLISECONDS.toNanos(100);
    }
    assertThat(budgets.callers()).isLessThan(4200);
  }
}
