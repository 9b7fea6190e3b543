package io.cloudadapter.core.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.event.EventCaller;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.StepScalingPolicy;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.ImmediateCloud;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Metrics on their way from a program to the policies of its pool. */
class MetricPollerTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration OFTEN = Duration.ofMillis(5);

  private static StepScalingPolicy aboveFifty(int size) {
    return new StepScalingPolicy(
        AdjustmentType.EXACT_CAPACITY,
        50,
        List.of(new StepScalingPolicy.Step(0, Double.POSITIVE_INFINITY, size)),
        0);
  }

  private static CloudAdapter.Builder pool() {
    return CloudAdapter.builder()
        .inMemory()
        .provider(new ImmediateCloud())
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 20)
            .listInterval(Duration.ofMillis(20), Duration.ofMillis(50))
            .launchesPerHour(1000)
            .terminationsPerHour(1000)
            .missingListsUntilGone(2)
            .massDisappearanceShare(0.5)
            .scaling(ScalingConfig.none()
                .with("load", aboveFifty(3))
                .with("jobs", aboveFifty(5).watching("queue.length")))
            .build());
  }

  @Test
  void scalesByWhatTheProgramMeasures() throws InterruptedException {
    try (CloudAdapter adapter = pool()
        .metric("web", "queue.length", OFTEN, () -> OptionalDouble.of(70))
        .metric("web", "load", OFTEN, OptionalDouble::empty)
        .open()) {
      MachinePool web = adapter.defaultPool();

      assertThat(
              web.await(view -> view.settled() && view.desiredSize() == 5, SOON).machines())
          .hasSize(5);
      assertThat(
              web.events(PoolEventQuery.all().kinds(PoolEventKind.SIZE_CHANGED)).events())
          .anySatisfy(event -> {
            assertThat(event.caller().map(EventCaller::principal)).contains("policy:jobs");
            assertThat(event.caller().map(EventCaller::api)).contains("metric");
            assertThat(event.details()).containsEntry("metric", "queue.length");
          });
    }
  }

  @Test
  void isNotHeldUpByASourceThatHangsOrFails() throws InterruptedException {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try (CloudAdapter adapter = pool()
        .metric("web", "load", OFTEN, () -> {
          hangs.countDown();
          try {
            new CountDownLatch(1).await();
          } finally {
            closed.countDown();
          }
          return OptionalDouble.of(99);
        })
        .metric("web", "load", OFTEN, () -> {
          throw new IOException("no connection");
        })
        .metric("web", "load", OFTEN, () -> OptionalDouble.of(Double.NaN))
        .metric("web", "queue.length", OFTEN, () -> OptionalDouble.of(70))
        .open()) {
      assertThat(hangs.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();

      adapter.defaultPool().await(view -> view.settled() && view.desiredSize() == 5, SOON);
    }
    assertThat(closed.await(SOON.toSeconds(), TimeUnit.SECONDS))
        .as("closing interrupts what hangs")
        .isTrue();
  }

  @Test
  void asksASourceOnlyWhenItHasAnswered() throws InterruptedException {
    List<String> looks = new ArrayList<>();
    Queue<Runnable> threads = new ArrayDeque<>();
    try (CloudAdapter adapter = pool().open()) {
      adapter.defaultPool().await(PoolView::settled, SOON);
      MetricPoller feed = new MetricPoller(
          new MetricPoller.Order("web", "load", OFTEN, () -> {
            looks.add("look");
            return OptionalDouble.empty();
          }),
          adapter.defaultPool(),
          threads::add);

      feed.ask();
      feed.ask();
      assertThat(threads).hasSize(1);
      threads.remove().run();
      feed.ask();
      assertThat(threads).hasSize(1);
      assertThat(looks).hasSize(1);
    }
  }

  @Test
  void isRefusedWhereNoKeeperWatches() {
    CloudAdapter.Builder builder = pool()
        .metric("web", "cpu", OFTEN, OptionalDouble::empty)
        .metric("mail", "load", OFTEN, OptionalDouble::empty)
        .metric("web", "load", Duration.ZERO, OptionalDouble::empty);

    assertThatThrownBy(builder::open)
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(
            "metrics.cpu: is watched by no policy of pool web",
            "metrics.load: is for pool mail, which there is not",
            "metrics.load: must be looked at every 1ms or less often, was 0");
  }
}
