package io.cloudadapter.core.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.Transition;
import io.cloudadapter.core.keeper.Outcome.Stay;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.GroupHooks;
import io.cloudadapter.spi.HeldMachine;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Machines that groups hold are held for longer, or go on, as their pools say. */
class HoldFeedTest {
  private static final PoolName WEB = new PoolName("web");
  private static final Duration SPAN = Duration.ofSeconds(60);

  /** Holds what it is told to, and takes down what it hears. */
  private static final class Groups implements GroupHooks {
    final List<HeldMachine> holds = new ArrayList<>();
    final List<String> heard = new ArrayList<>();
    final Deque<CloudException> errors = new ArrayDeque<>();

    @Override
    public List<HeldMachine> held(Set<PoolName> pools, CallContext call) {
      return holds.stream().filter(held -> pools.contains(held.pool())).toList();
    }

    @Override
    public void extend(HeldMachine machine, CallContext call) {
      hear("longer " + machine.machine());
    }

    @Override
    public void release(HeldMachine machine, CallContext call) {
      hear("on " + machine.machine());
      holds.remove(machine);
    }

    private void hear(String word) {
      CloudException error = errors.poll();
      if (error != null) {
        throw error;
      }
      heard.add(word);
    }
  }

  private final Hands hands = new Hands();
  private final ScriptedProvider provider = new ScriptedProvider();
  private final Groups groups = new Groups();
  private final Map<String, Stay> stays = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private HoldFeed feed = feed();

  private HoldFeed feed() {
    provider.groupHooks = groups;
    CloudCalls calls = new CloudCalls(
        "here",
        provider,
        hands.clocks,
        new Sealer(new byte[Sealer.KEY_BYTES], new Random(1)),
        new AtOnce(),
        hands.timer(),
        Map.of());
    HoldFeed.Ear web = (machine, transition) -> {
      asked.add(machine + " " + transition);
      Stay stay = stays.get(machine.value());
      if (stay == null) {
        throw new PoolException(Reason.UNAVAILABLE, "no", "");
      }
      return stay;
    };
    return new HoldFeed("here", calls, Map.of(WEB, web), hands.clocks.ticker(), new AtOnce());
  }

  private void holds(String machine, Transition transition) {
    groups.holds.add(new HeldMachine(WEB, new MachineId(machine), transition, SPAN));
  }

  @Test
  void letsGoOnWhoseHooksAreAnswered() {
    holds("i-1", Transition.LAUNCH);
    holds("i-2", Transition.TERMINATE);
    stays.put("i-1", Stay.NO_LONGER);
    stays.put("i-2", Stay.NO_LONGER);

    feed.ask();

    assertThat(asked).containsExactly("i-1 LAUNCH", "i-2 TERMINATE");
    assertThat(groups.heard).containsExactly("on i-1", "on i-2");
  }

  @Test
  void hasAGroupWaitAgainWellBeforeItsTimeIsUp() {
    holds("i-1", Transition.LAUNCH);
    stays.put("i-1", Stay.LONGER);

    feed.ask();
    hands.passes(SPAN.dividedBy(4));
    feed.ask();
    assertThat(groups.heard).containsExactly("longer i-1");

    hands.passes(SPAN.dividedBy(4));
    feed.ask();
    assertThat(groups.heard).containsExactly("longer i-1", "longer i-1");
  }

  @Test
  void tellsAGroupAtOnceAfterARestartSinceNobodyKnowsWhatIsLeft() {
    holds("i-1", Transition.LAUNCH);
    stays.put("i-1", Stay.LONGER);
    feed.ask();

    feed = feed();
    feed.ask();

    assertThat(groups.heard).containsExactly("longer i-1", "longer i-1");
  }

  @Test
  void countsAnewForAMachineThatIsHeldOnceMore() {
    holds("i-1", Transition.LAUNCH);
    stays.put("i-1", Stay.LONGER);
    feed.ask();
    groups.holds.clear();
    feed.ask();
    holds("i-1", Transition.LAUNCH);

    feed.ask();

    assertThat(groups.heard).containsExactly("longer i-1", "longer i-1");
  }

  @Test
  void leavesMachinesAloneThatAreNotThePoolsToAnswerFor() {
    holds("i-1", Transition.TERMINATE);
    stays.put("i-1", Stay.NOT_OURS);

    feed.ask();

    assertThat(groups.heard).isEmpty();
  }

  @Test
  void holdsAMachineOfAPoolThatCannotSayJustNow() {
    holds("i-1", Transition.LAUNCH);

    feed.ask();

    assertThat(groups.heard).containsExactly("longer i-1");
  }

  @Test
  void goesOnWithTheOthersIfOneCannotBeAnsweredFor() {
    holds("i-1", Transition.LAUNCH);
    holds("i-2", Transition.LAUNCH);
    stays.put("i-1", Stay.LONGER);
    stays.put("i-2", Stay.NO_LONGER);
    groups.errors.add(CloudException.of(Kind.INVALID, Effect.NONE, "no more").build());

    feed.ask();
    assertThat(groups.heard).containsExactly("on i-2");
    feed.ask();
    assertThat(groups.heard).containsExactly("on i-2", "longer i-1");
  }

  @Test
  void waitsForTheNextRoundOnceItIsThrottled() {
    holds("i-1", Transition.LAUNCH);
    holds("i-2", Transition.LAUNCH);
    stays.put("i-1", Stay.NO_LONGER);
    stays.put("i-2", Stay.NO_LONGER);
    groups.errors.add(CloudException.of(Kind.THROTTLED, Effect.NONE, "slow").build());

    feed.ask();
    assertThat(groups.heard).isEmpty();
    feed.ask();
    assertThat(groups.heard).containsExactly("on i-1", "on i-2");
  }
}
