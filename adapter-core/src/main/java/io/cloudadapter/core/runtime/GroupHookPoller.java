package io.cloudadapter.core.runtime;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.protocol.CommandResult.Stay;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.Ticker;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.WaitingMachine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Handles the machines that wait in the hooks of an account's groups, every few seconds, as their pools decide: the
 * wait is extended for machines whose own hooks still wait, and all others are released.
 *
 * <p>The poller remembers only when it last extended a wait, so a new process continues where the last one ended. A
 * machine that no process handles in time takes the group's default way.
 */
public final class GroupHookPoller {

  /** How often a wait is extended within its span. */
  private static final int TOLD_EACH_SPAN = 3;

  private final ProviderCalls calls;
  private final Ticker ticker;
  private final Supplier<Map<PoolName, HookReceiver>> pools;
  private final PeriodicPoller rounds;

  /** When a wait was last extended, by the ticker; used by the polling thread. */
  private final Map<Hold, Long> told = new HashMap<>();

  private record Hold(MachineId machine, LifecycleTransition transition) {
    static Hold of(WaitingMachine held) {
      return new Hold(held.machine(), held.transition());
    }
  }

  /** Decides about a machine that waits in a group. */
  interface HookReceiver {
    /** Returns when what follows for the pool is durable. */
    Stay held(MachineId machine, LifecycleTransition transition);
  }

  /**
   * A feed for the pools of an account.
   *
   * @param account its name, for the log
   * @param calls calls to it; its adapter has the feature {@link GroupLifecycleHooks}
   * @param pools gives all pools on it, each time
   * @param ticker by which it is time to have a group wait for longer
   * @param threads asks, and waits for the pools
   * @return the feed
   */
  public static GroupHookPoller of(
      String account,
      ProviderCalls calls,
      Supplier<List<LocalPool>> pools,
      Ticker ticker,
      Executor threads) {
    Supplier<Map<PoolName, HookReceiver>> receivers =
        () -> pools.get().stream().collect(Collectors.toMap(LocalPool::name, pool -> pool::held));
    return new GroupHookPoller(account, calls, receivers, ticker, threads);
  }

  GroupHookPoller(
      String account,
      ProviderCalls calls,
      Supplier<Map<PoolName, HookReceiver>> pools,
      Ticker ticker,
      Executor threads) {
    this.calls = calls;
    this.ticker = ticker;
    this.pools = pools;
    this.rounds = new PeriodicPoller(
        "account " + account + ": machines that groups hold cannot all be answered for",
        this::round,
        threads);
  }

  /**
   * Begins, and goes on until the timer is shut down.
   *
   * @param timer when to ask
   */
  public void start(ScheduledExecutorService timer) {
    rounds.start(timer);
  }

  /** Asks once, on a thread of its own. */
  void ask() {
    rounds.ask();
  }

  private void round() {
    GroupLifecycleHooks hooks =
        calls.provider().feature(GroupLifecycleHooks.class).orElseThrow();
    Map<PoolName, HookReceiver> known = pools.get();
    List<WaitingMachine> all =
        calls.answer(RequestKind.READ, call -> hooks.held(known.keySet(), call));
    Set<Hold> still = new HashSet<>();
    Optional<CloudException> trouble = Optional.empty();
    for (WaitingMachine held : all) {
      still.add(Hold.of(held));
      try {
        answer(held, known, hooks);
      } catch (CloudException error) {
        trouble = Optional.of(error);
        if (error.kind() == Kind.THROTTLED || error.kind() == Kind.CANCELLED) {
          break; // The others come with the next round.
        }
      }
    }
    told.keySet().removeIf(hold -> !still.contains(hold));
    if (trouble.isPresent()) {
      throw trouble.get();
    }
  }

  private void answer(
      WaitingMachine held, Map<PoolName, HookReceiver> known, GroupLifecycleHooks hooks) {
    switch (stay(held, known)) {
      case LONGER -> longer(held, hooks);
      case NO_LONGER -> say(held, hooks::release);
      case NOT_OURS -> {}
    }
  }

  /** A pool that cannot say it now will soon: until then nothing may happen to the machine. */
  private Stay stay(WaitingMachine held, Map<PoolName, HookReceiver> known) {
    HookReceiver pool = known.get(held.pool());
    if (pool == null) {
      return Stay.NOT_OURS;
    }
    try {
      return pool.held(held.machine(), held.transition());
    } catch (PoolException refusal) {
      return Stay.LONGER;
    }
  }

  private void longer(WaitingMachine held, GroupLifecycleHooks hooks) {
    long now = ticker.nanos();
    Long last = told.get(Hold.of(held));
    if (last == null || now - last >= held.span().dividedBy(TOLD_EACH_SPAN).toNanos()) {
      say(held, hooks::extend);
      told.put(Hold.of(held), now);
    }
  }

  private void say(WaitingMachine held, Word word) {
    boolean done = calls.answer(RequestKind.ACT, call -> {
      word.accept(held, call);
      return true;
    });
    assert done;
  }

  private interface Word extends BiConsumer<WaitingMachine, CallContext> {}
}
