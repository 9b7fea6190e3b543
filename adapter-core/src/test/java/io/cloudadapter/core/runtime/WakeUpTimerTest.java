package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WakeUpTimerTest {
  private final ManualExecutor hands = new ManualExecutor();
  private final AtomicInteger rings = new AtomicInteger();
  private final WakeUpTimer clock = new WakeUpTimer(hands.timer(), rings::incrementAndGet);

  @Test
  void ringsOnceWhenItsTimeHasCome() {
    set(Duration.ofSeconds(5));

    hands.passes(Duration.ofSeconds(4));
    assertThat(rings).hasValue(0);

    hands.passes(Duration.ofSeconds(1));
    hands.passes(Duration.ofSeconds(60));
    assertThat(rings).hasValue(1);
  }

  @Test
  void ringsForTheSoonerOfTwoTimesOnly() {
    set(Duration.ofSeconds(5));
    set(Duration.ofSeconds(2));

    hands.passes(Duration.ofSeconds(2));
    assertThat(rings).hasValue(1);

    hands.passes(Duration.ofSeconds(60));
    assertThat(rings).hasValue(1);
  }

  @Test
  void staysAsItIsWhenItRingsSoonerAnyway() {
    set(Duration.ofSeconds(2));
    set(Duration.ofSeconds(5));

    hands.passes(Duration.ofSeconds(2));

    assertThat(rings).as("once, early, and not for the later time").hasValue(1);
    assertThat(hands.timers()).isZero();
  }

  @Test
  void canBeSetAgainWhileItRings() {
    AtomicInteger again = new AtomicInteger();
    WakeUpTimer[] own = new WakeUpTimer[1];
    own[0] = new WakeUpTimer(hands.timer(), () -> {
      if (again.incrementAndGet() < 3) {
        long now = hands.clocks.ticker().nanos();
        own[0].set(now + 1_000_000_000, now);
      }
    });
    long now = hands.clocks.ticker().nanos();
    own[0].set(now, now);

    hands.passes(Duration.ofMillis(1));
    hands.passes(Duration.ofSeconds(1));
    hands.passes(Duration.ofSeconds(1));

    assertThat(again).hasValue(3);
  }

  private void set(Duration after) {
    long now = hands.clocks.ticker().nanos();
    clock.set(now + after.toNanos(), now);
  }
}
