package io.cloudadapter.testkit.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ParallelRunsTest {
  @Test
  void leaves_nothing_under_way_when_it_has_seen_enough() {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch seen = new CountDownLatch(1);
    AtomicBoolean secondIsOver = new AtomicBoolean();

    new ParallelRuns<Integer, Integer>(2)
        .each(
            List.of(1, 2, 3, 4),
            number -> {
              begun.countDown();
              awaits(begun);
              if (number == 2) {
                // Still at work when the first outcome has been looked at.
                awaits(seen);
                for (int i = 0; i < 1_000_000; i++) {
                  Thread.onSpinWait();
                }
                secondIsOver.set(true);
              }
              return number;
            },
            (number, outcome) -> {
              seen.countDown();
              return false;
            });

    assertThat(secondIsOver).isTrue();
  }

  private static void awaits(CountDownLatch latch) {
    try {
      if (!latch.await(120, TimeUnit.SECONDS)) {
        throw new AssertionError("no thread came");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
