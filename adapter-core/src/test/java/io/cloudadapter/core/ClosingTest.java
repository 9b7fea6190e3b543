package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Closing while other threads call and wait, on real threads: each of them gets an error. */
class ClosingTest {
  private static final int ROUNDS = Integer.getInteger("closing.rounds", 20);
  private static final int CALLERS = 6;

  /** Longer than any wait of the library: a call without an error fails the test by its reason. */
  private static final Duration FOR_EVER = Duration.ofHours(1);

  @Test
  void callersAndWaitersHearThatTheLibraryHasBeenClosed() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Queue<PoolException> told = new ConcurrentLinkedQueue<>();
      CountDownLatch busy = new CountDownLatch(CALLERS);
      List<Thread> callers = new ArrayList<>();
      MachinePool pool;
      try (CloudAdapter adapter = open()) {
        pool = adapter.defaultPool();
        pool.await(view -> true, FOR_EVER);
        for (int i = 0; i < CALLERS; i++) {
          boolean waits = i % 2 == 0;
          callers.add(new Thread(() -> told.add(call(adapter.defaultPool(), waits, busy))));
        }
        callers.forEach(Thread::start);
        busy.await();
      }
      for (Thread caller : callers) {
        caller.join();
      }
      assertThat(told).hasSize(CALLERS).allSatisfy(refusal -> {
        assertThat(refusal.reason()).isEqualTo(Reason.UNAVAILABLE);
        assertThat(refusal).hasMessageContaining("closed");
      });
      assertThatThrownBy(pool::view).hasMessageContaining("the library has been closed");
    }
  }

  /** Waits for what never comes, or resizes for ever, until it is stopped. */
  private static PoolException call(MachinePool pool, boolean waits, CountDownLatch busy) {
    try {
      if (waits) {
        pool.await(
            view -> {
              busy.countDown();
              return false;
            },
            FOR_EVER);
      }
      for (int size = 0; ; size = (size + 1) % 3) {
        pool.setDesiredSize(size);
        busy.countDown();
      }
    } catch (PoolException e) {
      return e;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static CloudAdapter open() {
    return CloudAdapter.builder()
        .inMemory()
        .provider(new ImmediateCloud())
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 20).build())
        .open();
  }
}
