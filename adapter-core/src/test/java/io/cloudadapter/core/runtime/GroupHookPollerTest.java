package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.protocol.CommandResult.Stay;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.WaitingMachine;
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

/** Machines that wait in groups wait longer, or go on, as their pools decide. */
class GroupHookPollerTest {
  private static final PoolName WEB = new PoolName("web");
  private static final Duration SPAN = Duration.ofSeconds(60);

  /** Waits as configured, and records the calls. */
  private static final class Groups implements GroupLifecycleHooks {
    final List<WaitingMachine> holds = new ArrayList<>();
    final List<String> heard = new ArrayList<>();
    final Deque<CloudException> errors = new ArrayDeque<>();

    @Override
    public List<WaitingMachine> held(Set<PoolName> pools, CallContext call) {
      return holds.stream().filter(held -> pools.contains(held.pool())).toList();
    }

    @Override
    public void extend(WaitingMachine machine, CallContext call) {
      hear("longer " + machine.machine());
    }

    @Override
    public void release(WaitingMachine machine, CallContext call) {
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

  private final ManualExecutor hands = new ManualExecutor();
  private final ScriptedProvider provider = new ScriptedProvider();
  private final Groups groups = new Groups();
  private final Map<String, Stay> stays = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private GroupHookPoller feed = feed();

  private GroupHookPoller feed() {
    provider.groupHooks = groups;
    ProviderCalls calls = new ProviderCalls(
        "here",
        provider,
        hands.clocks,
        new LaunchEncryptor(new byte[LaunchEncryptor.KEY_BYTES], new Random(1)),
        new DirectExecutor(),
        hands.timer(),
        Map.of());
    GroupHookPoller.HookReceiver web = (machine, transition) -> {
      asked.add(machine + " " + transition);
      Stay stay = stays.get(machine.value());
      if (stay == null) {
        throw new PoolException(Reason.UNAVAILABLE, "no", "");
      }
      return stay;
    };
    return new GroupHookPoller(
        "here", calls, () -> Map.of(WEB, web), hands.clocks.ticker(), new DirectExecutor());
  }

  private void holds(String machine, LifecycleTransition transition) {
    groups.holds.add(new WaitingMachine(WEB, new MachineId(machine), transition, SPAN));
  }

  @Test
  void letsGoOnWhoseHooksAreAnswered() {
    holds("i-1", LifecycleTransition.LAUNCH);
    holds("i-2", LifecycleTransition.TERMINATE);
    stays.put("i-1", Stay.NO_LONGER);
    stays.put("i-2", Stay.NO_LONGER);

    feed.ask();

    assertThat(asked).containsExactly("i-1 LAUNCH", "i-2 TERMINATE");
    assertThat(groups.heard).containsExactly("on i-1", "on i-2");
  }

  @Test
  void hasAGroupWaitAgainWellBeforeItsTimeIsUp() {
    holds("i-1", LifecycleTransition.LAUNCH);
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
  void tellsAGroupAtOnceAfterARestartSinceTheRestOfItsTimeIsUnknown() {
    holds("i-1", LifecycleTransition.LAUNCH);
    stays.put("i-1", Stay.LONGER);
    feed.ask();

    feed = feed();
    feed.ask();

    assertThat(groups.heard).containsExactly("longer i-1", "longer i-1");
  }

  @Test
  void countsAnewForAMachineThatIsHeldOnceMore() {
    holds("i-1", LifecycleTransition.LAUNCH);
    stays.put("i-1", Stay.LONGER);
    feed.ask();
    groups.holds.clear();
    feed.ask();
    holds("i-1", LifecycleTransition.LAUNCH);

    feed.ask();

    assertThat(groups.heard).containsExactly("longer i-1", "longer i-1");
  }

  @Test
  void leavesMachinesAloneThatAreNotThePoolsToAnswerFor() {
    holds("i-1", LifecycleTransition.TERMINATE);
    stays.put("i-1", Stay.NOT_OURS);

    feed.ask();

    assertThat(groups.heard).isEmpty();
  }

  @Test
  void holdsAMachineOfAPoolThatCannotSayJustNow() {
    holds("i-1", LifecycleTransition.LAUNCH);

    feed.ask();

    assertThat(groups.heard).containsExactly("longer i-1");
  }

  @Test
  void goesOnWithTheOthersIfOneCannotBeAnsweredFor() {
    holds("i-1", LifecycleTransition.LAUNCH);
    holds("i-2", LifecycleTransition.LAUNCH);
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
    holds("i-1", LifecycleTransition.LAUNCH);
    holds("i-2", LifecycleTransition.LAUNCH);
    stays.put("i-1", Stay.NO_LONGER);
    stays.put("i-2", Stay.NO_LONGER);
    groups.errors.add(CloudException.of(Kind.THROTTLED, Effect.NONE, "slow").build());

    feed.ask();
    assertThat(groups.heard).isEmpty();
    feed.ask();
    assertThat(groups.heard).containsExactly("on i-1", "on i-2");
  }
}
