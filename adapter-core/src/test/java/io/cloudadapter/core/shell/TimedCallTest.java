package io.cloudadapter.core.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.spi.Bucket;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.Verb;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TimedCallTest {
  private final AtomicLong nanos = new AtomicLong(5);
  private final AccountBudget budget =
      new AccountBudget(Map.of(Verb.READ, new Bucket(1, 0.01)), Map.of(), nanos::get);
  private final TimedCall call = new TimedCall(
      budget, new Clocks(InstantSource.system(), nanos::get), Duration.ofHours(1), "t-1");

  private CloudException refused() {
    return catchThrowableOfType(CloudException.class, () -> call.acquire(Verb.READ, 1));
  }

  @Test
  void tellsHowLongItMayStillTake() {
    nanos.addAndGet(Duration.ofMinutes(70).toNanos());

    assertThat(call.remaining()).isEqualTo(Duration.ofMinutes(-10));
  }

  @Test
  void refusesWhatTheBudgetWillNotAllowInTheTimeThatIsLeft() {
    call.acquire(Verb.READ, 1);
    nanos.addAndGet(Duration.ofMinutes(59).toNanos());
    budget.throttled(Verb.READ, Optional.of(Duration.ofMinutes(5)));

    CloudException error = refused();

    assertThat(error.kind()).isEqualTo(Kind.THROTTLED);
    assertThat(error.effect()).isEqualTo(Effect.NONE);
    assertThat(error.retryAfter()).contains(Duration.ofMinutes(5));
    assertThat(TimedCall.ownBudget(error)).isTrue();
  }

  @Test
  void waitsByTheClocksThatItWasGiven() {
    Clocks clocks = new Clocks(InstantSource.system(), nanos::get, (signal, time) -> {
      nanos.addAndGet(time);
      return 0;
    });
    TimedCall patient = new TimedCall(budget, clocks, Duration.ofHours(1), "t-2");
    patient.acquire(Verb.READ, 1);
    long before = nanos.get();

    patient.acquire(Verb.READ, 1);

    assertThat(nanos.get() - before).isEqualTo(Duration.ofSeconds(125).toNanos());
  }

  @Test
  void stopsWaitingForTheBudgetWhenItIsCancelled() throws Exception {
    call.acquire(Verb.READ, 1);
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
