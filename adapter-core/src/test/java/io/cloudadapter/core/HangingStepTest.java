package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.runtime.Clocks;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool whose thread does not come back: only a restart helps then, unless it waits for the store. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HangingStepTest {
  private final AtomicLong nanos = new AtomicLong();
  private final MemoryStore store = new MemoryStore();
  private final AtomicReference<String> hangs = new AtomicReference<>("");
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final CloudAdapter adapter = CloudAdapter.builder()
      .provider(new ImmediateCloud())
      .account(new AccountConfig("here", "plain", Map.of()))
      .pool(PoolConfig.named("web", "here", 20).build())
      .clocks(new Clocks(() -> Instant.EPOCH.plusNanos(nanos.get()), nanos::get))
      .openOver(hanging());

  /** A store that does not return from one of its methods. */
  private StateStore hanging() {
    return (StateStore) Proxy.newProxyInstance(
        HangingStepTest.class.getClassLoader(),
        new Class<?>[] {StateStore.class},
        (proxy, method, arguments) -> {
          if (method.getName().equals(hangs.get())) {
            entered.countDown();
            released.await();
          }
          try {
            return method.invoke(store, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  @AfterEach
  void close() {
    released.countDown();
    adapter.close();
  }

  private void hangsIn(String method) throws InterruptedException {
    adapter.defaultPool().await(PoolView::everListed, Duration.ofMinutes(2));
    hangs.set(method);
    Thread asks = new Thread(() -> {
      try {
        adapter.defaultPool().setDesiredSize(3);
      } catch (RuntimeException e) {
        // It ends as unknown: no answer comes.
      }
    });
    asks.setDaemon(true);
    asks.start();
    entered.await();
  }

  private void passes(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void oneThatHangsForTenMinutesIsBeyondHelp() throws Exception {
    hangsIn("outage");
    passes(Duration.ofMinutes(10));
    assertThat(adapter.beyondHelp()).isEmpty();

    passes(Duration.ofSeconds(1));

    assertThat(adapter.beyondHelp())
        .contains("a step of a pool has lasted for more than 10m: its thread does not come back");
  }

  @Test
  void oneThatComesBackIsNot() throws Exception {
    hangsIn("outage");
    passes(Duration.ofMinutes(11));
    hangs.set("");
    released.countDown();
    while (adapter.beyondHelp().isPresent()) {
      Thread.onSpinWait();
    }

    adapter.defaultPool().await(view -> view.desiredSize() == 3, Duration.ofMinutes(2));
  }

  @Test
  void oneThatWaitsForTheStoreIsNot() throws Exception {
    hangsIn("commit");
    passes(Duration.ofHours(1));

    assertThat(adapter.beyondHelp()).isEmpty();
  }
}
