package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.spi.BootstrapSource;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.config.ConfigSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a launch gets whose values a hook channel makes, and what the pool learns if there are none. */
class BootstrapFillerTest {
  private static final LaunchKey KEY = new LaunchKey("k".repeat(27));

  private final ManualExecutor hands = new ManualExecutor();
  private final List<String> filled = new ArrayList<>();
  private final List<CloudException> failed = new ArrayList<>();
  private Supplier<Map<String, Secret>> source = () -> Map.of("token", Secret.of("t-1"));
  private Consumer<Effect.Prepare> next =
      prepare -> filled.add(prepare.spec().userData().orElseThrow().reveal());

  /** Answers as the test wants. */
  private final class Scripted implements HookChannel, BootstrapSource {
    @Override
    public String channel() {
      return "tokens";
    }

    @Override
    public void check(HookTarget target) {}

    @Override
    public void send(HookMessage message, HookTarget target, CallContext call) {}

    @Override
    public Optional<BootstrapSource> bootstrap() {
      return Optional.of(this);
    }

    @Override
    public String parameter() {
      return "token";
    }

    @Override
    public Set<String> placeholders() {
      return Set.of("token");
    }

    @Override
    public Set<String> placeholders(LifecycleHook hook) {
      return placeholders();
    }

    @Override
    public Map<String, Secret> values(
        LifecycleHook hook, PoolName pool, LaunchKey key, CallContext call) {
      return source.get();
    }
  }

  private void fill() {
    fill(hands.calls);
    hands.settle();
  }

  private void fill(Executor threads) {
    LaunchSpec spec = new LaunchSpec(
        new PoolName("web"),
        new PoolIncarnation("i".repeat(27)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        LaunchSpec.Market.ON_DEMAND,
        Map.of(),
        Optional.of(Secret.of("join {{token}}")),
        ConfigSpec.none().parse(Map.of()));
    LifecycleHook hook = LifecycleHook.onLaunch(
        "joined", Duration.ofMinutes(5), new HookTarget("tokens", Map.of(), Optional.empty()));
    new BootstrapFiller(Map.of("tokens", new Scripted()), hands.clocks, threads, hands.timer())
        .fill(
            new Effect.Prepare(Optional.empty(), 1, Optional.of(KEY), spec, 7),
            List.of(hook),
            prepare -> next.accept(prepare),
            event -> {
              Event.Prepared prepared = (Event.Prepared) event;
              assertThat(prepared.launch()).contains(KEY);
              assertThat(prepared.asker()).isEqualTo(7);
              assertThat(prepared.frozen()).isEmpty();
              failed.add(prepared.error().orElseThrow());
            });
  }

  private CloudException error() {
    assertThat(filled).isEmpty();
    assertThat(failed).hasSize(1);
    return failed.get(0);
  }

  private static Supplier<Map<String, Secret>> failing(RuntimeException error) {
    return () -> {
      throw error;
    };
  }

  private static CloudException throttled(String message, Duration wait) {
    return CloudException.of(Kind.THROTTLED, CloudException.Effect.NONE, message)
        .retryAfter(wait)
        .build();
  }

  @Test
  void aPlaceholderBecomesTheValueOfTheLaunch() {
    fill();

    assertThat(filled).containsExactly("join t-1");
    assertThat(failed).isEmpty();
  }

  @Test
  void theWaitForWhichASourceAsksReachesThePool() {
    source = failing(throttled("slow down", Duration.ofSeconds(40)));

    fill();

    assertThat(error().retryAfter()).contains(Duration.ofSeconds(40));
    assertThat(error().kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(error().scope().level()).isEqualTo(ErrorScope.Level.REGION);
    assertThat(error()).hasMessage("the values of a launch cannot be made: slow down");
  }

  @Test
  void aWaitOfMonthsIsLimited() {
    source = failing(throttled("slow down", Duration.ofDays(90)));

    fill();

    assertThat(error().retryAfter()).contains(Duration.ofMinutes(5));
  }

  @Test
  void withoutAWaitThePoolChoosesOne() {
    source = failing(CloudException.of(Kind.DENIED, CloudException.Effect.NONE, "no permission")
        .build());

    fill();

    assertThat(error().retryAfter()).isEmpty();
    assertThat(error().kind()).isEqualTo(Kind.DENIED);
  }

  @Test
  void theTextOfASourceIsOneShortLineWithoutControlCharacters() {
    source = failing(
        throttled("a\r\nWARN pool is gone\u001b[31m\u202e" + "x".repeat(1000), Duration.ZERO));

    fill();

    assertThat(error().getMessage())
        .startsWith("the values of a launch cannot be made: a  WARN pool is gone [31m?xxx")
        .endsWith("x…")
        .hasSizeLessThan(400);
  }

  @Test
  void aValueThatIsMissingNamesItsHook() {
    source = Map::of;

    fill();

    assertThat(error())
        .hasMessage("the values of a launch cannot be made: hook joined has no value for token");
  }

  /** What stands between a filled launch and the adapter, and may fail. */
  private enum Refusal {
    CLOSING(new RejectedExecutionException("closed")),
    NO_THREADS(new OutOfMemoryError("unable to create native thread")),
    DEFECT(new IllegalStateException("a defect"));

    private final Throwable thrown;

    Refusal(Throwable thrown) {
      this.thrown = thrown;
    }

    void raise() {
      if (thrown instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) thrown;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFilledLaunchThatTheAdapterCannotTakeIsReported(Refusal refusal) {
    next = prepare -> refusal.raise();

    fill();

    assertThat(error().kind())
        .isEqualTo(refusal == Refusal.CLOSING ? Kind.CANCELLED : Kind.UNAVAILABLE);
  }

  @ParameterizedTest
  @EnumSource
  void aLaunchForWhichThereIsNoThreadIsReported(Refusal refusal) {
    fill(work -> refusal.raise());

    assertThat(error().kind())
        .isEqualTo(refusal == Refusal.CLOSING ? Kind.CANCELLED : Kind.UNAVAILABLE);
  }

  @Test
  void aSourceThatAnswersTooLateIsReportedOnceAndItsValueIsNotUsed() {
    source = () -> {
      hands.passes(Duration.ofSeconds(31));
      return Map.of("token", Secret.of("late"));
    };

    fill();

    assertThat(error().kind()).isEqualTo(Kind.TIMEOUT);
  }
}
