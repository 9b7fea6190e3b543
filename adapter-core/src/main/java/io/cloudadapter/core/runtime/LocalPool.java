package io.cloudadapter.core.runtime;

import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolListener;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolSubscription;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.api.sample.PoolSamples;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.history.HistoryReader;
import io.cloudadapter.core.history.SampleReader;
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
import io.cloudadapter.spi.trace.Tracing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A pool that this process keeps. */
public final class LocalPool extends KeeperBackedPool {
  private static final WriteOptions THE_CLOUD =
      new WriteOptions(Optional.empty(), "cloud", "cloud", Optional.empty());

  private final PoolName name;
  private final String account;
  private volatile PoolConfig config;
  private final PoolActor actor;
  private final Clocks clocks;
  private final ProviderProfile profile;
  private final ActionHistory feed;
  private final TimedStages stages;
  private final PoolTracer tracer;
  private final HistoryReader history;
  private final SampleReader samples;

  /**
   * A pool over a store and a cloud; {@link #start} sets it going.
   *
   * @param settings what its keeper works with
   * @param store where its ledger is
   * @param cloud where its machines are
   * @param messenger sends the messages of its hooks
   * @param clocks wall and monotonic time
   * @param threads takes the pool's steps
   * @param callbacks run what callers hang on to the pool: listeners and dependent stages
   * @param timer wakes the pool up
   * @param feed serves reads and watches of actions
   * @param history the bounds of its history
   */
  public LocalPool(
      KeeperConfig settings,
      StateStore store,
      ProviderCalls cloud,
      HookNotifier messenger,
      Clocks clocks,
      Executor threads,
      Executor callbacks,
      ScheduledExecutorService timer,
      ActionHistory feed,
      HistoryBounds history) {
    this.feed = feed;
    this.history = new HistoryReader(store, settings.config().name());
    this.samples = new SampleReader(store, settings.config().name());
    this.name = settings.config().name();
    this.profile = settings.profile();
    this.account = settings.config().account();
    this.config = settings.config();
    this.clocks = clocks;
    this.actor = new PoolActor(
        settings, store, cloud, messenger, clocks, threads, callbacks, timer, history);
    this.stages = new TimedStages(callbacks, timer);
    this.tracer = cloud.tracer(name);
  }

  /** The configuration that it is kept by, from its next step on. */
  public PoolConfig config() {
    return config;
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

  /**
   * Keeps the pool by another configuration from its next step on. Calls that are under way go on.
   *
   * @param settings what its keeper works with; of the same pool and account
   * @param messenger sends the messages of its hooks
   */
  public void configure(KeeperConfig settings, HookNotifier messenger) {
    config = settings.config();
    actor.configure(new PoolActor.Configuration(settings, messenger));
  }

  /**
   * Has this called when the pool has ended, and nothing is left of it but its records.
   *
   * @param then does not wait; may be called several times
   */
  public void whenDeleted(Runnable then) {
    actor.whenDeleted(then);
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

  /** The account that it lives in. */
  public String account() {
    return account;
  }

  @Override
  public PoolName name() {
    return name;
  }

  @Override
  public Map<String, String> labels() {
    return config.labels();
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
    return actor.board().await(wish, atMost).orElseThrow(() -> timedOut(atMost));
  }

  private PoolException timedOut(Duration atMost) {
    return new PoolException(
        Reason.UNAVAILABLE,
        "timed out after " + TimeSpan.text(atMost) + " waiting for pool " + name,
        actor
            .board()
            .view()
            .map(v -> "It is at " + v.size() + ".")
            .orElseGet(() -> notListed().detail()));
  }

  @Override
  public CompletionStage<PoolView> awaitAsync(Predicate<? super PoolView> wish, Duration atMost) {
    Objects.requireNonNull(wish, "wish");
    Objects.requireNonNull(atMost, "atMost");
    CompletableFuture<PoolView> met = new CompletableFuture<>();
    try {
      Optional<PoolView> now = actor.board().view().filter(wish);
      if (now.isPresent()) {
        return CompletableFuture.completedFuture(now.get());
      }
      PoolSubscription subscription =
          actor.board().listen(view -> testView(wish, view, met), met::completeExceptionally);
      return stages.of(
          met, atMost, () -> timedOut(atMost), UnaryOperator.identity(), subscription::close);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static void testView(
      Predicate<? super PoolView> wish, PoolView view, CompletableFuture<PoolView> met) {
    try {
      if (wish.test(view)) {
        met.complete(view);
      }
    } catch (RuntimeException e) {
      met.completeExceptionally(e);
    }
  }

  @Override
  public PoolSubscription addListener(PoolListener listener) {
    return actor.board().listen(Objects.requireNonNull(listener, "listener"), closed -> {});
  }

  @Override
  public PoolPlan plan() {
    return planned(keeper -> keeper.explain(clocks.now()));
  }

  @Override
  public PoolPlan planFor(int desiredSize) {
    return planned(keeper -> keeper.explainFor(desiredSize, clocks.now()));
  }

  private PoolPlan planned(Function<Keeper, PoolPlan> plan) {
    if (actor.board().view().isEmpty()) {
      throw notListed();
    }
    return ask(plan);
  }

  @Override
  public DisruptionStatus disruption() {
    return ask(keeper -> keeper.disruption(clocks.now()));
  }

  @Override
  public Optional<RefreshStatus> refreshStatus() {
    return ask(keeper -> keeper.refreshStatus(clocks.now()));
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
    PoolView view = view();
    List<Metric> metrics = new ArrayList<>();
    // One question for both, since each waits for the pool's turn, and a scrape asks every pool.
    List<WaitingHook> hooks = ask(keeper -> {
      metrics.addAll(keeper.metrics());
      return keeper.hooks();
    });
    metrics.addAll(ViewMetrics.of(view, hooks, clocks.wall().instant()));
    metrics.addAll(actor.historyMetrics().of(clocks.wall().instant()));
    metrics.add(new Metric(
        "cloudadapter_listener_views_dropped_total",
        "Views that were dropped because the queue of a listener was full.",
        Metric.Type.COUNTER,
        Map.of("pool", name.value()),
        actor.board().dropped()));
    return metrics;
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
  public PoolEventPage events(PoolEventQuery query) {
    return history.read(query);
  }

  @Override
  public PoolSamples samples(SampleSpan span) {
    return samples.read(span, clocks.wall().instant());
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
    return get(send(command, options), CommandTimeout.of(command, profile));
  }

  @Override
  CompletionStage<CommandResult> executeAsync(Command command, WriteOptions options) {
    CommandTimeout patience = CommandTimeout.of(command, profile);
    return stages.of(
        send(command, options),
        patience.within(),
        () -> patience.ended(name),
        this::refusal,
        () -> {});
  }

  private CompletableFuture<CommandResult> send(Command command, WriteOptions options) {
    return send(command, options, tracer);
  }

  /** As {@link #execute}, for what the library does by itself: it begins no trace. */
  private CommandResult executeUntraced(Command command) {
    PoolTracer untraced = new PoolTracer(Tracing.none(), name);
    return get(send(command, THE_CLOUD, untraced), CommandTimeout.of(command, profile));
  }

  private CompletableFuture<CommandResult> send(
      Command command, WriteOptions options, PoolTracer tracer) {
    // A lease that was given long ago is of no use, so no key stands for one.
    WriteOptions sent = command instanceof Command.ClaimAction
        ? new WriteOptions(Optional.empty(), options.caller(), options.api(), options.requestId())
        : options;
    return tracer.command(
        command,
        CommandSender.under(sent.idempotencyKey())
            .named(sent.caller())
            .from(sent.api(), sent.requestId()),
        caller -> actor.submit(new Event.Asked(command, caller)));
  }

  /** Heeds that the cloud takes a machine back, durably. */
  void noteReclaim(MachineId machine, Optional<Instant> at) {
    executeUntraced(new Command.ReclaimNotice(machine, at, false));
  }

  /** What becomes of a machine that its group holds; what follows for the pool is durable when this returns. */
  CommandResult.Stay held(MachineId machine, LifecycleTransition transition) {
    if (transition == LifecycleTransition.TERMINATE) {
      try {
        executeUntraced(new Command.ReclaimNotice(machine, Optional.empty(), true));
      } catch (PoolException refusal) {
        // It is not a member, or not yet; the answer below says what follows.
        if (refusal.reason() != Reason.NOT_FOUND && refusal.reason() != Reason.CONFLICT) {
          throw refusal;
        }
      }
    }
    Command.GroupHookQuery question = new Command.GroupHookQuery(machine, transition);
    return (CommandResult.Stay) executeUntraced(question);
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
      throw refusal(e.getCause());
    }
  }

  /** A new exception for each caller, with its stack and the first one as its cause. */
  private PoolException refusal(@Nullable Throwable cause) {
    if (!(cause instanceof PoolException known)) {
      return new PoolException(Reason.UNKNOWN, "pool " + name + " failed unexpectedly", "", cause);
    }
    return known
        .retryAfter()
        .map(known::retryAfter)
        .orElseGet(() -> new PoolException(
            known.reason(), String.valueOf(known.getMessage()), known.detail(), known));
  }
}
