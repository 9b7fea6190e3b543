package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.SpotNotice;
import io.cloudadapter.spi.feature.SpotNotice.What;
import io.cloudadapter.spi.feature.SpotNotices;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Notices of the spot market on their way to the pools of an account. */
class SpotNoticePollerTest {
  private static final Optional<Instant> SOON = Optional.of(Instant.parse("2026-01-01T00:02:00Z"));

  /** Keeps notices until they are forgotten, and hands out ten at a time. */
  private static final class Queue implements SpotNotices {
    private static final int PAGE = 10;

    final List<SpotNotice> waiting = new ArrayList<>();
    int pages;
    boolean forgetful;
    final Deque<CloudException> errors = new ArrayDeque<>();
    final Deque<CloudException> errorsOfForget = new ArrayDeque<>();

    @Override
    public List<SpotNotice> notices(CallContext call) {
      CloudException error = errors.poll();
      if (error != null) {
        throw error;
      }
      pages++;
      return List.copyOf(waiting.subList(0, Math.min(PAGE, waiting.size())));
    }

    @Override
    public void forget(Collection<SpotNotice> notices, CallContext call) {
      CloudException error = errorsOfForget.poll();
      if (error != null) {
        throw error;
      }
      if (!forgetful) {
        waiting.removeAll(notices);
      }
    }
  }

  private final ManualExecutor hands = new ManualExecutor();
  private final ScriptedProvider provider = new ScriptedProvider();
  private final Queue queue = new Queue();
  private final List<String> heard = new ArrayList<>();
  private final Deque<PoolException> refusals = new ArrayDeque<>();

  private final SpotNoticePoller feed = feed();

  private SpotNoticePoller feed() {
    provider.market = queue;
    ProviderCalls calls = new ProviderCalls(
        "here",
        provider,
        hands.clocks,
        new LaunchEncryptor(new byte[LaunchEncryptor.KEY_BYTES], new Random(1)),
        new DirectExecutor(),
        hands.timer(),
        Map.of());
    SpotNoticePoller.NoticeReceiver web =
        (machine, at) -> heard.add("web " + machine + " " + at.orElseThrow());
    SpotNoticePoller.NoticeReceiver db = (machine, at) -> {
      PoolException refusal = refusals.poll();
      if (refusal != null) {
        throw refusal;
      }
      heard.add("db " + machine);
    };
    return new SpotNoticePoller("here", calls, () -> List.of(web, db), new DirectExecutor());
  }

  private static SpotNotice notice(String machine, What what) {
    return new SpotNotice("receipt of " + machine, new MachineId(machine), what, SOON);
  }

  private static PoolException refusal(Reason reason) {
    return new PoolException(reason, "no", "");
  }

  @Test
  void tellsEachPoolAndForgetsTheNoticeThen() {
    queue.waiting.add(notice("i-1", What.INTERRUPTION));

    feed.ask();

    assertThat(heard).containsExactly("web i-1 2026-01-01T00:02:00Z", "db i-1");
    assertThat(queue.waiting).isEmpty();
  }

  @Test
  void forgetsANoticeOfAMachineThatAPoolDoesNotHave() {
    queue.waiting.add(notice("i-1", What.INTERRUPTION));
    refusals.add(refusal(Reason.NOT_FOUND));

    feed.ask();

    assertThat(heard).containsExactly("web i-1 2026-01-01T00:02:00Z");
    assertThat(queue.waiting).isEmpty();
  }

  @Test
  void keepsANoticeUntilEachPoolHasWrittenItDown() {
    SpotNotice one = notice("i-1", What.INTERRUPTION);
    queue.waiting.add(one);
    queue.waiting.add(notice("i-2", What.INTERRUPTION));
    refusals.add(refusal(Reason.UNAVAILABLE));

    feed.ask();

    assertThat(queue.waiting).containsExactly(one);
    feed.ask();
    assertThat(heard).endsWith("web i-1 2026-01-01T00:02:00Z", "db i-1");
    assertThat(queue.waiting).isEmpty();
  }

  @Test
  void givesNoMachineUpThatIsOnlyAtRisk() {
    queue.waiting.add(notice("i-1", What.RISK));

    feed.ask();

    assertThat(heard).isEmpty();
    assertThat(queue.waiting).isEmpty();
  }

  @Test
  void readsOnAtOnceUntilNoneIsLeft() {
    for (int i = 0; i < 300; i++) {
      queue.waiting.add(notice("i-" + i, i % 2 == 0 ? What.INTERRUPTION : What.RISK));
    }

    feed.ask();

    assertThat(queue.waiting).isEmpty();
    assertThat(heard).hasSize(300);
    assertThat(queue.pages).isEqualTo(31);
  }

  @Test
  void readsNoFurtherOnceTheSameComeAgain() {
    queue.forgetful = true;
    queue.waiting.add(notice("i-1", What.INTERRUPTION));
    queue.waiting.add(notice("i-2", What.RISK));

    feed.ask();

    assertThat(queue.pages).isEqualTo(2);
    assertThat(heard).as("told once only").hasSize(2);
  }

  @Test
  void readsNoFurtherWhileNoPoolCanWriteAnythingDown() {
    for (int i = 0; i < 20; i++) {
      queue.waiting.add(notice("i-" + i, What.INTERRUPTION));
      refusals.add(refusal(Reason.UNAVAILABLE));
    }

    feed.ask();

    assertThat(queue.pages).isOne();
    assertThat(queue.waiting).hasSize(20);
  }

  @Test
  void goesOnAfterAnError() {
    queue.waiting.add(notice("i-1", What.INTERRUPTION));
    queue.errors.add(CloudException.of(Kind.UNAVAILABLE, Effect.NONE, "down").build());
    queue.errorsOfForget.add(
        CloudException.of(Kind.TIMEOUT, Effect.UNKNOWN, "late").build());

    feed.ask();
    assertThat(heard).isEmpty();
    feed.ask();
    assertThat(heard).hasSize(2);
    feed.ask();

    assertThat(heard)
        .as("returned again, as it is unknown whether it was deleted")
        .hasSize(4);
    assertThat(queue.waiting).isEmpty();
  }
}
