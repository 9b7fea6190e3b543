package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.config.ConfigException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A program that drains its machines before they end. */
class HookListenerTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final LifecycleHook DRAIN =
      LifecycleHook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener());

  private static CloudAdapter.Builder pool(LifecycleHook hook) {
    return CloudAdapter.builder()
        .inMemory()
        .provider(new ImmediateCloud())
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 20)
            .initialSize(2)
            .listInterval(Duration.ofMillis(20), Duration.ofMillis(50))
            .launchesPerHour(1000)
            .terminationsPerHour(1000)
            .missingListsUntilGone(2)
            .massDisappearanceShare(0.5)
            .hook(hook)
            .build());
  }

  private static HookMessage next(BlockingQueue<HookMessage> messages) throws InterruptedException {
    HookMessage message = messages.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(message).as("a message").isNotNull();
    return java.util.Objects.requireNonNull(message);
  }

  @Test
  void isToldAndAnswers() throws InterruptedException {
    BlockingQueue<HookMessage> messages = new LinkedBlockingQueue<>();
    try (CloudAdapter adapter = pool(DRAIN).hooks("web", messages::add).open()) {
      MachinePool web = adapter.defaultPool();
      MachineId machine = web.await(PoolView::settled, SOON).machines().get(0).id();
      web.terminate(machine, true);

      HookMessage message = next(messages);
      assertThat(message.machine()).isEqualTo(machine);
      assertThat(web.hooks()).extracting(WaitingHook::token).containsExactly(message.token());
      assertThat(web.heartbeat(message.token(), WriteOptions.none()))
          .isAfterOrEqualTo(message.deadline());
      web.answerHook(message.token(), HookResult.CONTINUE);

      web.await(view -> view.settled() && view.desiredSize() == 1, SOON);
      assertThat(web.hooks()).isEmpty();
      web.answerHook(message.token(), HookResult.CONTINUE);
      assertThatThrownBy(() -> web.answerHook(message.token(), HookResult.ABANDON))
          .isInstanceOf(PoolException.class)
          .hasMessageContaining("was completed at");
      assertThatThrownBy(() -> web.answerHook(new UUID(1, 2), HookResult.CONTINUE))
          .isInstanceOf(PoolException.class)
          .hasMessage("pool web has no hook with this token");
    }
  }

  @Test
  void whatItDoesWrongIsToldAgainAndDelaysNoOther() throws InterruptedException {
    BlockingQueue<HookMessage> messages = new LinkedBlockingQueue<>();
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    try (CloudAdapter adapter = pool(DRAIN)
        .hooks("web", message -> {
          if (calls.incrementAndGet() == 1) {
            throw new IllegalStateException("not now");
          }
          messages.add(message);
          if (calls.get() == 2) {
            return;
          }
          hangs.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException closing) {
            interrupted.countDown();
          }
        })
        .open()) {
      MachinePool web = adapter.defaultPool();
      PoolView view = web.await(PoolView::settled, SOON);
      web.terminate(view.machines().get(0).id(), true);
      PoolView troubled = web.await(
          seen -> seen.alarms().stream().anyMatch(a -> a.code() == Alarm.Code.HOOK), SOON);
      assertThat(troubled.alarms().get(0).message())
          .startsWith(
              "hook drain cannot tell its receiver: java.lang.IllegalStateException: not now at "
                  + HookListenerTest.class.getName());

      assertThat(next(messages).attempt()).isEqualTo(2);
      web.terminate(view.machines().get(1).id(), true);
      assertThat(hangs.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
      web.hooks().forEach(hook -> web.answerHook(hook.token(), HookResult.CONTINUE));
      web.await(seen -> seen.settled() && seen.desiredSize() == 0, SOON);
    }
    assertThat(interrupted.await(SOON.toSeconds(), TimeUnit.SECONDS))
        .as("closing interrupts what hangs")
        .isTrue();
  }

  @Test
  void aPoolHasOneListener() {
    CloudAdapter.Builder one = pool(DRAIN).hooks("web", message -> {});

    assertThatThrownBy(() -> one.hooks("web", message -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("pool web has a listener already");
  }

  @Test
  void answersMustBeWhole() {
    try (CloudAdapter adapter = pool(DRAIN).hooks("web", message -> {}).open()) {
      MachinePool web = adapter.defaultPool();
      assertThatThrownBy(() -> web.answerHook(new UUID(1, 2), nothing()))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("result");
    }
  }

  /** What a program that is not checked for nulls may give. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }

  @Test
  void hooksWithoutAReceiverAreRefused() {
    assertThatThrownBy(() -> pool(DRAIN).open())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("pools.web.hooks.drain.target: must be one that is there: this pool"
            + " has no listener in this process");
    LifecycleHook none = LifecycleHook.onTerminate(
        "drain",
        Duration.ofHours(1),
        new HookTarget("pigeon", Map.of(), java.util.Optional.empty()));
    assertThatThrownBy(() -> pool(none).hooks("web", message -> {}).open())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("must be one that is there, was pigeon; there are listener");
    assertThatThrownBy(
            () -> pool(DRAIN).hooks("web", m -> {}).hooks("db", m -> {}).open())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("a listener is for pool db, which there is not");
    assertThat(HookTarget.webhook(URI.create("https://example.com/drain")).parameters())
        .containsEntry("url", "https://example.com/drain");
  }
}
