package io.cloudadapter.testkit.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.LaunchOperation;
import io.cloudadapter.spi.LaunchProgress;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.MachineSighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How time passes while several threads follow operations. */
class OperationWaitTest {
  private static final int THREADS = 8;

  private final CountDownLatch callEnds = new CountDownLatch(1);
  private final CountDownLatch othersPass = new CountDownLatch(2);
  private final AtomicInteger overtaken = new AtomicInteger();
  private final OperationWait wait = new OperationWait(this::pass);

  /** The first second lasts for a moment, in which others would begin theirs; then the call ends. */
  private void pass(Duration second) {
    if (callEnds.getCount() == 0) {
      return;
    }
    overtaken.incrementAndGet();
    othersPass.countDown();
    try {
      boolean unused = othersPass.await(300, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    callEnds.countDown();
  }

  private LaunchProgress progress() {
    return callEnds.getCount() == 0
        ? new LaunchProgress.Done(LaunchResult.of(List.of(
            MachineSighting.of(new MachineId("m-1"), MachineState.RUNNING).build())))
        : new LaunchProgress.Running();
  }

  @Test
  @Timeout(20)
  void aCallThatStallsIsOvertakenByOneSecondAtATime() {
    LaunchResult begun = LaunchResult.accepted(new LaunchOperation("7"), List.of());
    ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
    try {
      CountDownLatch called = new CountDownLatch(1);
      CompletableFuture<Boolean> call = CompletableFuture.supplyAsync(
          () -> wait.call(() -> {
            called.countDown();
            return await(callEnds);
          }),
          threads);
      assertThat(await(called)).isTrue();
      List<CompletableFuture<LaunchResult>> launches = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        launches.add(CompletableFuture.supplyAsync(
            () -> wait.ended(begun, Duration.ofMinutes(1), operation -> progress(), List::of),
            threads));
      }

      launches.forEach(launch -> assertThat(launch.join().machines()).hasSize(1));
      assertThat(call.join()).isTrue();
      assertThat(overtaken).hasValue(1);
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
