package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.HookChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HookNotifierTest {
  private static final UUID TOKEN = UUID.fromString("d7d30ff3-82bb-40b9-9a2b-0d9f3f1e8c11");

  private final ManualExecutor hands = new ManualExecutor();
  private final List<Optional<String>> reported = new ArrayList<>();

  private Runnable receiver = () -> {};
  private int calls;

  private final HookNotifier messenger = new HookNotifier(
      Map.of(HookTarget.LISTENER, new Scripted()), hands.clocks, hands.calls, hands.timer());

  /** Does what the test says. */
  private final class Scripted implements HookChannel {
    @Override
    public String channel() {
      return HookTarget.LISTENER;
    }

    @Override
    public void check(HookTarget target) {}

    @Override
    public void send(HookMessage message, HookTarget target, CallContext call) {
      calls++;
      receiver.run();
    }
  }

  private void tell() {
    HookMessage message = new HookMessage(
        TOKEN,
        new PoolName("web"),
        new MachineId("i-1"),
        LifecycleTransition.TERMINATE,
        "drain",
        Instant.EPOCH,
        Instant.EPOCH.plusSeconds(60),
        "",
        1);
    messenger.tell(
        new Effect.Tell("drain", message, HookTarget.listener()),
        event -> reported.add(((Event.Told) event).error()));
  }

  @Test
  void reportsWhatHasArrived() {
    tell();
    hands.settle();

    assertThat(reported).containsExactly(Optional.empty());
  }

  @Test
  void takesAnyExceptionForAMessageThatHasNotArrived() {
    receiver = () -> sneak(new Exception("checked, and not declared"));
    tell();
    hands.settle();

    assertThat(reported)
        .singleElement()
        .satisfies(error -> assertThat(error)
            .hasValueSatisfying(text -> assertThat(text)
                .startsWith("java.lang.Exception: checked, and not declared at "
                    + getClass().getName())));
  }

  @Test
  void showsNoMoreThanTheBeginningOfAToken() {
    receiver = () -> {
      throw new IllegalStateException("boom " + TOKEN);
    };
    tell();
    hands.settle();

    assertThat(reported.get(0).orElseThrow())
        .startsWith("java.lang.IllegalStateException: boom d7d30ff3… at ")
        .doesNotContain(TOKEN.toString());
  }

  @Test
  void showsOneShortLineOfAChannelsError() {
    receiver = () -> {
      throw CloudException.of(
              CloudException.Kind.UNAVAILABLE,
              CloudException.Effect.UNKNOWN,
              "bad\nWARN forged\u001b[2J " + "x".repeat(1000))
          .build();
    };
    tell();
    hands.settle();

    assertThat(reported.get(0).orElseThrow())
        .startsWith("UNAVAILABLE: bad WARN forged [2J xxx")
        .endsWith("x…")
        .hasSize(301);
  }

  @Test
  void repeatsNothingToAReceiverThatIsStillBusyWithIt() {
    receiver = () -> {
      if (calls == 1) {
        hands.passes(Duration.ofSeconds(11));
        tell();
      }
    };
    tell();
    hands.settle();

    assertThat(calls).isEqualTo(1);
    assertThat(reported)
        .as("late, busy, and arrived after all")
        .containsExactly(
            Optional.of("it did not answer within 10s"),
            Optional.of("it is busy with an earlier message of the same pause"),
            Optional.empty());
    tell();
    hands.settle();
    assertThat(calls).isEqualTo(2);
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
