package io.cloudadapter.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A pool that implements only the methods that wait has their counterparts, each on a thread of its own. */
class AsyncOperationsTest {
  private final AtomicLong revision = new AtomicLong(1);
  private final BlockingQueue<Thread> callers = new LinkedBlockingQueue<>();
  private final MachinePool pool = (MachinePool) Proxy.newProxyInstance(
      MachinePool.class.getClassLoader(), new Class<?>[] {MachinePool.class}, this::call);

  private @Nullable Object call(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    switch (method.getName()) {
      case "name":
        return new PoolName("web");
      case "view":
        return view();
      case "await":
        callers.add(Thread.currentThread());
        return view();
      case "terminate":
        throw new PoolException(PoolException.Reason.NOT_FOUND, "there is no such machine", "");
      case "setDesiredSize":
        callers.add(Thread.currentThread());
        return null;
      default:
        return InvocationHandler.invokeDefault(proxy, method, arguments);
    }
  }

  private PoolView view() {
    return new PoolView(
        new PoolName("web"),
        Instant.EPOCH,
        revision.get(),
        0,
        PoolStatus.ACTIVE,
        List.of(),
        List.of(),
        ListStatus.RECENT);
  }

  private static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  @Test
  void callsWaitOnAnotherThreadThanTheCallers() throws InterruptedException {
    get(pool.setDesiredSizeAsync(3, WriteOptions.none()));
    PoolView view = get(pool.awaitAsync(PoolView::settled, Duration.ofMinutes(1)));

    assertThat(view.revision()).isEqualTo(1);
    assertThat(List.of(callers.take(), callers.take())).doesNotContain(Thread.currentThread());
  }

  @Test
  void aStageFailsWithWhatTheCallThrows() {
    CompletionStage<?> stage =
        pool.terminateAsync(new MachineId("i-1"), false, WriteOptions.none());

    assertThat(catchThrowable(() -> get(stage)))
        .hasRootCauseInstanceOf(PoolException.class)
        .hasMessageContaining("there is no such machine");
  }

  @Test
  void aListenerGetsTheViewAndEachLaterOneThatDiffers() throws InterruptedException {
    BlockingQueue<Long> seen = new LinkedBlockingQueue<>();
    try (PoolSubscription subscription = pool.addListener(view -> {
      seen.add(view.revision());
      if (view.revision() == 1) {
        throw new IllegalStateException("the first view is too much");
      }
    })) {
      assertThat(seen.take()).isEqualTo(1);
      revision.set(2);
      assertThat(seen.take()).isEqualTo(2);
      assertThat(subscription.dropped()).isZero();
    }
  }

  /** A method that changes a pool, or waits for it, and has no counterpart, is one that was forgotten. */
  @Test
  void everyOperationThatWaitsHasACounterpart() {
    Set<String> waiting = new TreeSet<>(Set.of("await"));
    Stream.of(MachinePool.class.getMethods())
        .filter(method -> List.of(method.getParameterTypes()).contains(WriteOptions.class))
        .filter(method -> !method.getName().endsWith("Async"))
        .forEach(method -> waiting.add(method.getName()));
    Set<String> counterparts = new TreeSet<>();
    Stream.of(AsyncOperations.class.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.getName().endsWith("Async"))
        .forEach(method -> counterparts.add(method.getName().replaceAll("Async$", "")));

    assertThat(counterparts).isEqualTo(waiting);
  }
}
