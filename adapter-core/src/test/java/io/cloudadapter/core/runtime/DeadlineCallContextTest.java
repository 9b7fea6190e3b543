package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TokenBucket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadlineCallContextTest {
  private final AtomicLong nanos = new AtomicLong(5);
  private final AccountRateLimiter budget = new AccountRateLimiter(
      Map.of(RequestKind.READ, new TokenBucket(1, 0.01)), Map.of(), nanos::get);
  private final DeadlineCallContext call = new DeadlineCallContext(
      budget,
      new CallMetrics("a"),
      new Clocks(InstantSource.system(), nanos::get),
      Duration.ofHours(1),
      "t-1");

  private CloudException refused() {
    return catchThrowableOfType(CloudException.class, () -> call.acquire(RequestKind.READ, 1));
  }

  @Test
  void tellsHowLongItMayStillTake() {
    nanos.addAndGet(Duration.ofMinutes(70).toNanos());

    assertThat(call.remaining()).isEqualTo(Duration.ofMinutes(-10));
  }

  @Test
  void refusesWhatTheBudgetWillNotAllowInTheTimeThatIsLeft() {
    call.acquire(RequestKind.READ, 1);
    nanos.addAndGet(Duration.ofMinutes(59).toNanos());
    budget.throttled(RequestKind.READ, Optional.of(Duration.ofMinutes(5)));

    CloudException error = refused();

    assertThat(error.kind()).isEqualTo(Kind.THROTTLED);
    assertThat(error.effect()).isEqualTo(Effect.NONE);
    assertThat(error.retryAfter()).contains(Duration.ofMinutes(5));
    assertThat(DeadlineCallContext.ownBudget(error)).isTrue();
  }

  @Test
  void waitsByTheClocksThatItWasGiven() {
    Clocks clocks = new Clocks(InstantSource.system(), nanos::get, (signal, time) -> {
      nanos.addAndGet(time);
      return 0;
    });
    DeadlineCallContext patient =
        new DeadlineCallContext(budget, new CallMetrics("a"), clocks, Duration.ofHours(1), "t-2");
    patient.acquire(RequestKind.READ, 1);
    long before = nanos.get();

    patient.acquire(RequestKind.READ, 1);

    assertThat(nanos.get() - before).isEqualTo(Duration.ofSeconds(125).toNanos());
  }

  @Test
  void stopsWaitingForTheBudgetWhenItIsCancelled() throws Exception {
    call.acquire(RequestKind.READ, 1);
    CompletableFuture<CloudException> waiting = CompletableFuture.supplyAsync(this::refused);

    call.cancel();

    CloudException error = waiting.get(120, TimeUnit.SECONDS);
    assertThat(error.kind()).isEqualTo(Kind.CANCELLED);
    assertThat(error.effect()).isEqualTo(Effect.NONE);
  }

  @Test
  void acquiresNothingOnceItIsCancelled() {
    call.cancel();

    assertThat(refused().kind()).isEqualTo(Kind.CANCELLED);
  }

  @Test
  void runsEachActionOnceWheneverItWasRegistered() {
    AtomicInteger runs = new AtomicInteger();
    call.onCancel(runs::incrementAndGet);
    assertThat(call.isCancelled()).isFalse();

    call.cancel();
    call.cancel();
    call.onCancel(runs::incrementAndGet);

    assertThat(call.isCancelled()).isTrue();
    assertThat(runs).hasValue(2);
  }
}
