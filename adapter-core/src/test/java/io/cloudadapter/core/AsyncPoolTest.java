package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolSubscription;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callers that do not wait: stages, and listeners. */
class AsyncPoolTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final CloudAdapter adapter = CloudAdapter.builder()
      .provider(new ImmediateCloud())
      .account(new AccountConfig("here", "plain", Map.of()))
      .pool(PoolConfig.named("web", "here", 20)
          .listInterval(Duration.ofMillis(20), Duration.ofMillis(50))
          .launchesPerHour(1000)
          .build())
      .inMemory()
      .open();
  private final MachinePool web = adapter.defaultPool();

  @AfterEach
  void close() {
    adapter.close();
  }

  private static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  private static PoolException failure(CompletionStage<?> stage) {
    return (PoolException) catchThrowable(() -> get(stage)).getCause();
  }

  @Test
  void commandsAndWaitsFollowEachOtherWithoutAThreadThatWaits() {
    PoolView view = get(web.setDesiredSizeAsync(3, WriteOptions.none())
        .thenCompose(done -> web.awaitAsync(PoolView::settled, SOON)));

    assertThat(view.desiredSize()).isEqualTo(3);
    assertThat(view.machines()).hasSize(3);
    assertThat(get(web.awaitAsync(now -> now.desiredSize() == 3, Duration.ZERO)).revision())
        .isGreaterThanOrEqualTo(view.revision());
  }

  @Test
  void aStageFailsAsTheMethodThatWaitsThrows() {
    get(web.awaitAsync(view -> true, SOON));

    PoolException invalid = failure(web.setDesiredSizeAsync(-1, WriteOptions.none()));
    PoolException unknown =
        failure(web.terminateAsync(new MachineId("i-none"), false, WriteOptions.none()));

    PoolException thrown = (PoolException) catchThrowable(() -> web.setDesiredSize(-1));
    assertThat(invalid.reason()).isEqualTo(Reason.INVALID);
    assertThat(invalid).hasMessage(thrown.getMessage());
    assertThat(unknown.reason()).isEqualTo(Reason.NOT_FOUND);
  }

  @Test
  void aWaitFailsWhenItsTimeIsOver() {
    PoolException late = failure(web.awaitAsync(view -> false, Duration.ofMillis(30)));

    assertThat(late.reason()).isEqualTo(Reason.UNAVAILABLE);
    assertThat(late).hasMessageContaining("timed out after 30ms waiting for pool web");
  }

  @Test
  void aWaitFailsWithWhatItsConditionThrows() {
    CompletionStage<PoolView> stage = web.awaitAsync(
        view -> {
          throw new IllegalStateException("no such view");
        },
        SOON);

    assertThat(catchThrowable(() -> get(stage)))
        .hasRootCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void aWaitEndsWhenTheLibraryIsClosed() {
    CompletionStage<PoolView> stage = web.awaitAsync(view -> false, SOON);

    adapter.close();

    assertThat(failure(stage)).hasMessageContaining("the library has been closed");
  }

  @Test
  void aDependentStageThatHangsDelaysNeitherThePoolNorOtherStages() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch hanging = new CountDownLatch(3);
    List<CompletionStage<Void>> hung = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      hung.add(web.awaitAsync(view -> view.desiredSize() == 1, SOON).thenAccept(view -> {
        hanging.countDown();
        await(release);
      }));
    }
    web.setDesiredSize(1);
    assertThat(hanging.await(30, TimeUnit.SECONDS)).isTrue();

    web.setDesiredSize(4);
    assertThat(get(web.awaitAsync(PoolView::settled, SOON)).machines()).hasSize(4);

    release.countDown();
    hung.forEach(AsyncPoolTest::get);
  }

  private static void await(CountDownLatch release) {
    try {
      assertThat(release.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aListenerGetsTheViewAsItIsAndThenEachChangeInOrder() throws InterruptedException {
    get(web.awaitAsync(view -> true, SOON));
    BlockingQueue<PoolView> seen = new LinkedBlockingQueue<>();
    try (PoolSubscription subscription = web.addListener(seen::add)) {
      PoolView first = seen.take();
      web.setDesiredSize(2);
      List<Long> revisions = new ArrayList<>(List.of(first.revision()));
      PoolView last;
      do {
        last = seen.take();
        revisions.add(last.revision());
      } while (!last.settled() || last.machines().size() != 2);

      assertThat(first.machines()).isEmpty();
      assertThat(revisions).isSorted();
      assertThat(subscription.dropped()).isZero();
    }
  }

  @Test
  void aSlowListenerDelaysOnlyItselfAndWhatItLosesIsCounted() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<PoolView> newest = new CompletableFuture<>();
    PoolSubscription slow = web.addListener(view -> {
      await(release);
      if (view.desiredSize() == 7) {
        newest.complete(view);
      }
    });
    for (int i = 0; i < 200; i++) {
      web.setDesiredSize(i % 2);
    }
    web.setDesiredSize(7);
    web.await(PoolView::settled, SOON);

    assertThat(slow.dropped()).isGreaterThan(100);
    double counted = adapter.metrics().stream()
        .filter(metric -> metric.name().equals("cloudadapter_listener_views_dropped_total"))
        .mapToDouble(metric -> metric.value())
        .sum();
    assertThat(counted).isGreaterThan(100);
    release.countDown();
    assertThat(get(newest).desiredSize()).isEqualTo(7);
    slow.close();
  }

  @Test
  void aListenerThatThrowsGetsTheNextView() {
    AtomicBoolean thrown = new AtomicBoolean();
    CompletableFuture<PoolView> next = new CompletableFuture<>();
    web.addListener(view -> {
      if (thrown.compareAndSet(false, true)) {
        throw new IllegalStateException("the first view is too much");
      }
      next.complete(view);
    });

    web.setDesiredSize(1);

    assertThat(get(next)).isNotNull();
  }

  @Test
  void aPoolThatIsClosedTakesNoListener() {
    adapter.close();

    assertThat(failure(web.awaitAsync(view -> true, SOON)).reason()).isEqualTo(Reason.UNAVAILABLE);
    assertThat(catchThrowable(() -> web.addListener(view -> {})))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("the library has been closed");
  }
}
