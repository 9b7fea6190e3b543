package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ThreadLeakCheckTest {
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);

  @Test
  void what_java_lends_to_all_belongs_to_no_adapter() throws InterruptedException {
    assertThat(threadsWhile(ForkJoinPool.commonPool())).isEmpty();
  }

  @Test
  void a_pool_of_its_own_is_the_adapters() throws InterruptedException {
    ForkJoinPool own = new ForkJoinPool(1);

    assertThat(threadsWhile(own)).hasSize(1);
    own.shutdownNow();
  }

  /** The threads of a group in which a pool does something. */
  private List<String> threadsWhile(ForkJoinPool pool) throws InterruptedException {
    ThreadGroup group = new ThreadGroup("pool");
    AtomicReference<Set<Thread>> seen = new AtomicReference<>(Set.of());
    Thread run = new Thread(group, () -> {
      pool.execute(() -> {
        begun.countDown();
        awaitEnd();
      });
      awaitBegin();
      seen.set(ThreadLeakCheck.in(group));
    });
    run.start();
    run.join();
    over.countDown();
    return seen.get().stream()
        .filter(ForkJoinWorkerThread.class::isInstance)
        .map(Thread::getName)
        .toList();
  }

  private void awaitBegin() {
    try {
      begun.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitEnd() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
