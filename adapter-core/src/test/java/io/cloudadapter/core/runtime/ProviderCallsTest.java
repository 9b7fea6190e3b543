package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TerminateResult;
import io.cloudadapter.spi.feature.BatchTerminate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

class ProviderCallsTest {
  private final ManualExecutor hands = new ManualExecutor();
  private final ScriptedProvider provider = new ScriptedProvider();
  private final LaunchEncryptor sealer =
      new LaunchEncryptor(new byte[LaunchEncryptor.KEY_BYTES], new Random(1));
  private final ProviderCalls calls = new ProviderCalls(
      "here", provider, hands.clocks, sealer, hands.calls, hands.timer(), Map.of());
  private final List<Event> told = new ArrayList<>();

  private void run(Effect effect) {
    calls.run(new PoolName("web"), effect, List.of(), told::add);
    hands.settle();
  }

  private Effect launch() {
    return launch(1);
  }

  private Effect launch(int count) {
    String frozen = sealer.seal(PreparedLaunch.of("launch".getBytes(StandardCharsets.UTF_8)));
    return new Effect.Launch(new LaunchKey("k".repeat(27)), frozen, count, 1, OptionalInt.empty());
  }

  @Test
  void tellsAGroupItsTargetAndHearsOfNoMachines() {
    List<Integer> targets = new ArrayList<>();
    provider.targets = targets;

    run(raise(7));

    assertThat(targets).containsExactly(7);
    assertThat(launched().result()).isEmpty();
    assertThat(launched().error()).isEmpty();
    assertThat(provider.machines).isEmpty();
  }

  @Test
  void anAdapterThatHasNoGroupRefusesATarget() {
    run(raise(7));

    assertThat(launched().error().orElseThrow().kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(launched().error().orElseThrow().effect()).isEqualTo(CloudException.Effect.NONE);
  }

  private Effect raise(int total) {
    Effect.Launch launch = (Effect.Launch) launch();
    return new Effect.Launch(
        launch.key(), launch.frozen(), launch.count(), launch.attempt(), OptionalInt.of(total));
  }

  private Event.Launched launched() {
    assertThat(told).hasSize(1);
    return (Event.Launched) told.get(0);
  }

  private Event.Listed listed() {
    assertThat(told).hasSize(1);
    return (Event.Listed) told.get(0);
  }

  @Test
  void waitsFiveMinutesAtMostWhenTheCloudAsksForMore() {
    provider.list = (sink, call) -> {
      throw CloudException.of(Kind.THROTTLED, CloudException.Effect.NONE, "429 Too Many Requests")
          .retryAfter(Duration.ofMinutes(54).plusNanos(35_856_444))
          .code("overLimit")
          .build();
    };

    run(new Effect.ListPool());

    CloudException error = listed().error().orElseThrow();
    assertThat(error.retryAfter()).contains(Duration.ofMinutes(5));
    assertThat(error.code()).contains("overLimit");
    assertThat(error)
        .hasMessage(
            "429 Too Many Requests; the cloud asks to wait 54m 1s, one request tries after 5m");
  }

  @Test
  void tellsWhatAListShowedAndWhenItBegan() {
    provider.make(new LaunchKey("k".repeat(27)), new NoContext());
    var began = hands.now();

    run(new Effect.ListPool());

    assertThat(listed().complete()).isTrue();
    assertThat(listed().sightings()).hasSize(1);
    assertThat(listed().started()).isEqualTo(began);
  }

  @Test
  void keepsTheRowsOfAListThatFailed() {
    provider.list = (sink, call) -> {
      sink.accept(provider.make(new LaunchKey("k".repeat(27)), call).machines().get(0));
      throw CloudException.of(Kind.UNAVAILABLE, CloudException.Effect.NONE, "page 2")
          .build();
    };

    run(new Effect.ListPool());

    assertThat(listed().sightings()).hasSize(1);
    assertThat(listed().complete()).isFalse();
    assertThat(listed().error()).map(CloudException::kind).contains(Kind.UNAVAILABLE);
  }

  @Test
  void takesANullRowForABrokenAdapterAndStillTells() {
    provider.list = (sink, call) -> {
      sink.accept(null);
      return ListResult.all();
    };

    run(new Effect.ListPool());

    assertThat(listed().complete()).isFalse();
    assertThat(listed().error()).map(CloudException::kind).contains(Kind.UNCLASSIFIED);
  }

  @Test
  void makesForeignExceptionsAndNullsUnclassifiedWithUnknownEffect() {
    for (ScriptedProvider.Launch each : List.<ScriptedProvider.Launch>of(
        (key, call) -> {
          throw new IllegalArgumentException("oh");
        },
        (key, call) -> {
          throw new StackOverflowError();
        },
        (key, call) -> null)) {
      told.clear();
      provider.launch = each;

      run(launch());

      CloudException error = launched().error().orElseThrow();
      assertThat(error.kind()).isEqualTo(Kind.UNCLASSIFIED);
      assertThat(error.effect()).isEqualTo(CloudException.Effect.UNKNOWN);
    }
  }

  @Test
  void tellsOfAnOverdueCallOnceAndCancelsIt() {
    provider.list = (sink, call) -> {
      hands.passes(Duration.ofSeconds(12));
      assertThat(call.isCancelled()).isTrue();
      assertThat(told).as("told while it still runs").hasSize(1);
      return ListResult.all();
    };

    run(new Effect.ListPool());

    assertThat(listed().error()).map(CloudException::kind).contains(Kind.TIMEOUT);
    assertThat(listed().complete()).isFalse();
  }

  @Test
  void tellsOfAnOverdueLaunchOnlyWhenItReturns() {
    provider.launch = (key, call) -> {
      hands.passes(Duration.ofHours(1));
      assertThat(call.isCancelled()).isTrue();
      assertThat(told).as("not told while it still runs").isEmpty();
      return provider.make(key, call);
    };

    run(launch());

    assertThat(launched().result()).isPresent();
  }

  @Test
  void restsAVerbThatTheCloudThrottles() {
    provider.terminate = machine -> {
      throw CloudException.of(Kind.THROTTLED, CloudException.Effect.NONE, "slow down")
          .retryAfter(Duration.ofHours(2))
          .build();
    };
    run(new Effect.Terminate(Set.of(new MachineId("a"))));
    told.clear();
    provider.launch = (key, call) -> {
      call.acquire(RequestKind.LAUNCH, 1);
      call.acquire(RequestKind.TERMINATE, 1);
      return provider.make(key, call);
    };

    run(launch());

    CloudException error = launched().error().orElseThrow();
    assertThat(error.kind()).isEqualTo(Kind.THROTTLED);
    assertThat(error.retryAfter()).contains(AccountConfig.LONGEST_RETRY_AFTER);
  }

  private static final Set<MachineId> BOTH = Set.of(new MachineId("a"), new MachineId("b"));

  private static BatchTerminate ending(
      BiFunction<Collection<MachineId>, CallContext, TerminateResult> how) {
    return new BatchTerminate() {
      @Override
      public int most() {
        return 10;
      }

      @Override
      public TerminateResult terminate(Collection<MachineId> machines, CallContext call) {
        return how.apply(machines, call);
      }
    };
  }

  private Map<MachineId, CloudException> refusedOf(Set<MachineId> machines) {
    run(new Effect.Terminate(machines));
    assertThat(told).hasSize(1);
    Event.Terminated event = (Event.Terminated) told.get(0);
    assertThat(event.machines()).isEqualTo(machines);
    return event.errors();
  }

  private static CloudException refusal(Kind kind) {
    return CloudException.of(kind, CloudException.Effect.NONE, "no").build();
  }

  @Test
  void endsSeveralMachinesByOneCallAndTellsOfEach() {
    CloudException why = refusal(Kind.DENIED);
    provider.batches = ending((machines, call) ->
        new TerminateResult(Set.of(new MachineId("a")), Map.of(new MachineId("b"), why)));

    assertThat(refusedOf(BOTH)).containsExactly(Map.entry(new MachineId("b"), why));
  }

  @Test
  void endsASingleMachineThePlainWay() {
    List<MachineId> ended = new ArrayList<>();
    provider.terminate = ended::add;
    provider.batches = ending((machines, call) -> {
      throw new AssertionError("asked for " + machines);
    });

    assertThat(refusedOf(Set.of(new MachineId("a")))).isEmpty();
    assertThat(ended).containsExactly(new MachineId("a"));
  }

  @Test
  void doesNotKnowWhatBecameOfAMachineThatTheAdapterDoesNotName() {
    provider.batches = ending((machines, call) ->
        new TerminateResult(Set.of(new MachineId("a"), new MachineId("c")), Map.of()));

    assertThat(refusedOf(BOTH)).containsOnlyKeys(new MachineId("b")).allSatisfy((machine, why) -> {
      assertThat(why.kind()).isEqualTo(Kind.UNCLASSIFIED);
      assertThat(why.effect()).isEqualTo(CloudException.Effect.UNKNOWN);
    });
  }

  @Test
  void tellsOfEachMachineWhyACallForAllOfThemFailed() {
    CloudException why = refusal(Kind.UNAUTHENTICATED);
    provider.batches = ending((machines, call) -> {
      throw why;
    });

    assertThat(refusedOf(BOTH))
        .containsOnlyKeys(BOTH)
        .allSatisfy((machine, error) -> assertThat(error).isSameAs(why));
  }

  @Test
  void restsEndsWhenOneOfSeveralIsThrottled() {
    CloudException why = CloudException.of(Kind.THROTTLED, CloudException.Effect.NONE, "slow down")
        .retryAfter(Duration.ofHours(2))
        .build();
    provider.batches = ending((machines, call) ->
        new TerminateResult(Set.of(new MachineId("a")), Map.of(new MachineId("b"), why)));
    run(new Effect.Terminate(BOTH));
    told.clear();
    provider.batches = ending((machines, call) -> {
      call.acquire(RequestKind.TERMINATE, 1);
      return new TerminateResult(BOTH, Map.of());
    });

    assertThat(refusedOf(BOTH))
        .allSatisfy((machine, error) ->
            assertThat(error.retryAfter()).contains(AccountConfig.LONGEST_RETRY_AFTER));
  }

  @Test
  void launchesNoMoreMachinesThanTheCloudTakesAtPresent() {
    List<Integer> asked = new ArrayList<>();
    provider.launch = (key, call) -> {
      asked.add(1);
      return provider.make(key, call);
    };
    run(launch(90));
    told.clear();

    run(launch(50));

    CloudException error = launched().error().orElseThrow();
    assertThat(asked).hasSize(1);
    assertThat(error.kind()).isEqualTo(Kind.THROTTLED);
    assertThat(error.effect()).isEqualTo(CloudException.Effect.NONE);
    Duration wait = error.retryAfter().orElseThrow();
    assertThat(wait).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(45));
    told.clear();
    hands.passes(wait);
    run(launch(50));
    assertThat(launched().error()).isEmpty();
  }

  @Test
  void endsNoMoreMachinesThanTheCloudTakesAtPresent() {
    assertThat(refusedOf(BOTH)).isEmpty();
    told.clear();
    assertThat(refusedOf(BOTH)).isEmpty();
    told.clear();

    assertThat(refusedOf(BOTH)).hasSize(2).allSatisfy((machine, error) -> {
      assertThat(error.kind()).isEqualTo(Kind.THROTTLED);
      assertThat(error.effect()).isEqualTo(CloudException.Effect.NONE);
      assertThat(error.retryAfter().orElseThrow()).isPositive();
    });
  }

  @Test
  void doesNotTakeItsOwnBudgetForTheCloudsComplaint() {
    provider.list = (sink, call) -> {
      call.acquire(RequestKind.READ, 90_000);
      call.acquire(RequestKind.READ, 1);
      return ListResult.all();
    };
    run(new Effect.ListPool());
    assertThat(listed().error()).map(CloudException::kind).contains(Kind.THROTTLED);
    told.clear();

    hands.passes(Duration.ofMinutes(3));
    provider.list = (sink, call) -> {
      call.acquire(RequestKind.READ, 800);
      return ListResult.all();
    };
    run(new Effect.ListPool());

    assertThat(listed().complete()).isTrue();
  }

  @Test
  void cancelsWhatIsUnderWayWhenItCloses() {
    provider.list = (sink, call) -> {
      calls.close();
      assertThat(call.isCancelled()).isTrue();
      throw CloudException.of(Kind.CANCELLED, CloudException.Effect.NONE, "closing")
          .build();
    };

    run(new Effect.ListPool());

    assertThat(listed().error()).map(CloudException::kind).contains(Kind.CANCELLED);
  }

  /** For calls that the test makes itself. */
  private static final class NoContext implements CallContext {
    @Override
    public Duration remaining() {
      return Duration.ofHours(1);
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public void onCancel(Runnable action) {}

    @Override
    public void acquire(RequestKind verb, int units) {}

    @Override
    public String traceId() {
      return "test";
    }
  }
}
