package io.cloudadapter.core.runtime;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.CommandTimeout;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.spi.ProviderProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A pool that this process keeps. */
public final class LocalPool extends KeeperBackedPool {
  private final PoolName name;
  private final PoolActor actor;
  private final Clocks clocks;
  private final ProviderProfile profile;
  private final ActionHistory feed;

  /**
   * A pool over a store and a cloud; {@link #start} sets it going.
   *
   * @param settings what its keeper works with
   * @param store where its ledger is
   * @param cloud where its machines are
   * @param messenger sends the messages of its hooks
   * @param clocks wall and monotonic time
   * @param threads takes the pool's steps
   * @param timer wakes the pool up
   * @param feed serves reads and watches of actions
   */
  public LocalPool(
      KeeperConfig settings,
      StateStore store,
      ProviderCalls cloud,
      HookNotifier messenger,
      Clocks clocks,
      Executor threads,
      ScheduledExecutorService timer,
      ActionHistory feed) {
    this.feed = feed;
    this.name = settings.config().name();
    this.profile = settings.profile();
    this.clocks = clocks;
    this.actor = new PoolActor(settings, store, cloud, messenger, clocks, threads, timer);
  }

  /** Sets the pool going. */
  public void start() {
    actor.submit(new Event.Tick());
  }

  /**
   * Sets the pool going.
   *
   * @param stored its ledger as it was read just before, so that it is not read twice
   */
  public void start(LedgerSnapshot stored) {
    actor.start(stored);
  }

  /** Has the pool look at its store again: it went out, or serves again. */
  public void lookAtStore() {
    actor.submit(new Event.Tick());
  }

  /**
   * Stops the pool; its machines stay as they are.
   *
   * @param why for those who wait
   */
  public void stop(String why) {
    actor.stop(why);
  }

  @Override
  public PoolName name() {
    return name;
  }

  @Override
  public PoolView view() {
    return actor.board().view().orElseGet(() -> ask(keeper -> keeper.currentView(clocks.now())));
  }

  private PoolException notListed() {
    return new PoolException(
        Reason.UNAVAILABLE,
        "pool " + name + " has not listed its cloud yet",
        "The first complete list has not arrived. Ask again in a moment."
            + actor.board().alarms().stream()
                .map(alarm -> " " + alarm.code() + ": " + alarm.message() + ".")
                .collect(Collectors.joining()));
  }

  @Override
  public PoolView await(Predicate<? super PoolView> wish, Duration atMost)
      throws InterruptedException {
    Objects.requireNonNull(wish, "wish");
    Objects.requireNonNull(atMost, "atMost");
    return actor
        .board()
        .await(wish, atMost)
        .orElseThrow(() -> new PoolException(
            Reason.UNAVAILABLE,
            "timed out after " + TimeSpan.text(atMost) + " waiting for pool " + name,
            actor
                .board()
                .view()
                .map(v -> "It is at " + v.size() + ".")
                .orElseGet(() -> notListed().detail())));
  }

  @Override
  public PoolPlan plan() {
    if (actor.board().view().isEmpty()) {
      throw notListed();
    }
    return ask(keeper -> keeper.explain(clocks.now()));
  }

  @Override
  public PoolScaling scaling() {
    return ask(keeper -> keeper.scaling(clocks.now()));
  }

  /**
   * What is measured of this pool.
   *
   * @return the numbers
   */
  public List<Metric> metrics() {
    return ask(Keeper::metrics);
  }

  /** After that a step has not become slow, but hangs. */
  public static final Duration LONGEST_STEP = Duration.ofMinutes(10);

  /**
   * Whether a step has lasted longer than the longest one may. A step that waits for the store does not count: that
   * is an outage of the store, and a restart does not end it.
   *
   * @return whether only a restart of the process gets the pool going again
   */
  public boolean stuck() {
    return actor.inStepFor().compareTo(LONGEST_STEP) > 0;
  }

  @Override
  public <T> T ask(Function<Keeper, T> question) {
    return get(actor.ask(question), CommandTimeout.forReads());
  }

  @Override
  public List<WaitingHook> hooks() {
    return ask(Keeper::hooks);
  }

  @Override
  public Optional<WaitingHook> hook(UUID token) {
    Objects.requireNonNull(token, "token");
    return ask(keeper -> keeper.hook(token));
  }

  @Override
  public ActionList actions() {
    return feed.list(name);
  }

  @Override
  public Optional<ActionStatus> action(UUID uid) {
    Objects.requireNonNull(uid, "uid");
    return feed.find(name, uid);
  }

  @Override
  public ActionWatch watchActions(long version) {
    return feed.watch(version, Optional.of(name));
  }

  @Override
  public CommandResult execute(Command command, WriteOptions options) {
    // A lease that was given long ago is of no use, so no key stands for one.
    WriteOptions sent = command instanceof Command.ClaimAction
        ? WriteOptions.none().caller(options.caller())
        : options;
    CommandSender caller = CommandSender.under(sent.idempotencyKey()).named(sent.caller());
    actor.submit(new Event.Asked(command, caller));
    return get(caller.answer(), CommandTimeout.of(command, profile));
  }

  /** Heeds that the cloud takes a machine back; what follows is durable when this returns. */
  void noteReclaim(MachineId machine, Optional<Instant> at) {
    execute(new Command.ReclaimNotice(machine, at, false), WriteOptions.none());
  }

  /** What becomes of a machine that its group holds; what follows for the pool is durable when this returns. */
  CommandResult.Stay held(MachineId machine, LifecycleTransition transition) {
    if (transition == LifecycleTransition.TERMINATE) {
      try {
        Command.ReclaimNotice end = new Command.ReclaimNotice(machine, Optional.empty(), true);
        execute(end, WriteOptions.none());
      } catch (PoolException refusal) {
        // It is not a member, or not yet; the answer below says what follows.
        if (refusal.reason() != Reason.NOT_FOUND && refusal.reason() != Reason.CONFLICT) {
          throw refusal;
        }
      }
    }
    Command.GroupHookQuery question = new Command.GroupHookQuery(machine, transition);
    return (CommandResult.Stay) execute(question, WriteOptions.none());
  }

  private <T> T get(CompletableFuture<T> answer, CommandTimeout patience) {
    try {
      return answer.get(patience.within().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw patience.ended(name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PoolException(
          Reason.UNKNOWN, "the wait for pool " + name + " was interrupted", "", e);
    } catch (ExecutionException e) {
      Optional<PoolException> refusal = Optional.ofNullable(e.getCause())
          .filter(PoolException.class::isInstance)
          .map(PoolException.class::cast);
      throw refusal
          .map(r -> r.retryAfter()
              .map(r::retryAfter)
              .orElseGet(() ->
                  new PoolException(r.reason(), String.valueOf(r.getMessage()), r.detail(), r)))
          .orElseGet(() ->
              new PoolException(Reason.UNKNOWN, "pool " + name + " failed unexpectedly", "", e));
    }
  }
}
