package io.cloudadapter.core.runtime;

import io.cloudadapter.api.DisruptionStatus;
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
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.api.sample.PoolSamples;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.core.exception.LedgerFormatException;
import io.cloudadapter.core.history.HistoryReader;
import io.cloudadapter.core.history.SampleReader;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreRange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A pool that another process keeps, read from a mirror of its ledger. A keeper is loaded from the mirror and answers
 * questions, but never takes a step. A read after a change of the ledger loads a new one, at most once a second, and
 * less often where loading takes long.
 *
 * <p>It refuses every change of the pool. Any number of threads may use it.
 */
public final class FollowerPool extends KeeperBackedPool {
  private static final long ANEW_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long SHARE = 10;

  private final PoolName name;
  private final KeeperConfig settings;
  private final StateStore copy;
  private final LongSupplier copyAsOf;
  private final Clocks clocks;
  private final ActionHistory feed;
  private final Supplier<PoolException> elsewhere;
  private final Supplier<Optional<PoolException>> unreadable;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition never = lock.newCondition();
  private @Nullable Keeper keeper;
  private long revision = -1;
  private long epoch = -1;
  private long again;
  private long madeAsOf;

  /**
   * A pool to be read.
   *
   * @param settings as the one who keeps it has it
   * @param copy of the ledger
   * @param copyAsOf when the copy surely held all that there was, by the ticker; never falls
   * @param clocks wall and monotonic time
   * @param feed serves reads and watches of actions
   * @param elsewhere the refusal for every request that would change the pool
   * @param unreadable why nothing can be read, if so
   */
  public FollowerPool(
      KeeperConfig settings,
      StateStore copy,
      LongSupplier copyAsOf,
      Clocks clocks,
      ActionHistory feed,
      Supplier<PoolException> elsewhere,
      Supplier<Optional<PoolException>> unreadable) {
    this.name = settings.config().name();
    this.settings = settings;
    this.copy = copy;
    this.copyAsOf = copyAsOf;
    this.clocks = clocks;
    this.feed = feed;
    this.elsewhere = elsewhere;
    this.unreadable = unreadable;
  }

  @Override
  public Map<String, String> labels() {
    return settings.config().labels();
  }

  @Override
  public <T> T ask(Function<Keeper, T> question) {
    unreadable.get().ifPresent(refusal -> {
      throw refusal;
    });
    lock.lock();
    try {
      return question.apply(current());
    } catch (LedgerFormatException e) {
      throw new PoolException(
          Reason.UNAVAILABLE,
          String.valueOf(e.getMessage()),
          "The replica that leads is newer.",
          e);
    } finally {
      lock.unlock();
    }
  }

  private Keeper current() {
    Keeper known = keeper;
    long began = clocks.ticker().nanos();
    if (known != null && (isUpToDate() || began - again < 0)) {
      return known;
    }
    long asOf = copyAsOf.getAsLong(); // Before it is read: by then it may be newer, never older.
    // What is kept under idempotency keys is of no use to a reader, and may be most of the ledger.
    StoreRange range = copy.range(Keeper.prefix(name), Keeper::isShown);
    epoch = copy.epoch();
    revision = range.revision();
    // Higher than all that the leader of this epoch shows, and by two with each change: the copy
    // may become old in
    // between.
    long after = (epoch << 32) + (1L << 31) + ((revision << 1) & Integer.MAX_VALUE);
    Keeper anew = Keeper.restore(settings, range, clocks.now(), after, Set.of());
    keeper = anew;
    madeAsOf = asOf;
    long took = clocks.ticker().nanos() - began;
    again = began + Math.max(ANEW_NANOS, took * SHARE);
    return anew;
  }

  /**
   * Has a keeper of the copy take a step that is thrown away: what a first step needs, such as hundreds of classes, is
   * there when this process comes to lead, and not loaded while writes wait.
   */
  public void rehearse() {
    StoreRange range = copy.range(Keeper.prefix(name), Keeper::isShown);
    Keeper discarded = Keeper.restore(settings, range, clocks.now(), 0, Set.of());
    CommandSender caller = CommandSender.under(Optional.of("rehearsal"));
    discarded.step(
        List.of(new Event.Tick(), new Event.Asked(new Command.SetDesiredSize(0), caller)),
        clocks.now());
  }

  /** Most transactions are about other pools, or about history and samples alone: nothing is read again for them. */
  private boolean isUpToDate() {
    long present = copy.revision();
    if (epoch != copy.epoch() || revision < 0) {
      return false;
    }
    if (revision != present
        && copy.changed(Keeper.prefix(name), revision).filter(Set::isEmpty).isPresent()) {
      revision = present;
    }
    return revision == present;
  }

  /**
   * When what is shown from now on surely was all that there was, by the ticker. What was made of the copy before it
   * was brought up to date is as old as the copy was then, be it made a moment ago.
   */
  public long asOf() {
    lock.lock();
    try {
      long asOf = copyAsOf.getAsLong(); // Before the copy is looked at, see above.
      boolean stays = keeper != null && !isUpToDate() && clocks.ticker().nanos() - again < 0;
      return stays ? madeAsOf : asOf;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public PoolName name() {
    return name;
  }

  @Override
  public PoolView view() {
    return ask(k -> k.view(clocks.now()).orElseGet(() -> k.currentView(clocks.now())));
  }

  private Optional<PoolView> shown() {
    return ask(k -> k.view(clocks.now()));
  }

  @Override
  public PoolView await(Predicate<? super PoolView> wish, Duration atMost)
      throws InterruptedException {
    Objects.requireNonNull(wish, "wish");
    Objects.requireNonNull(atMost, "atMost");
    long until = clocks.ticker().nanos() + atMost.toNanos();
    while (true) {
      Optional<PoolView> seen = shown().filter(wish);
      if (seen.isPresent()) {
        return seen.get();
      }
      long left = until - clocks.ticker().nanos();
      if (left <= 0) {
        throw new PoolException(
            Reason.UNAVAILABLE,
            "timed out after " + TimeSpan.text(atMost) + " waiting for pool " + name,
            "");
      }
      lock.lockInterruptibly();
      try {
        // The copy is looked at again now and then: it is no newer than that anyway.
        long rest = never.awaitNanos(Math.min(left, ANEW_NANOS / 5));
        assert rest <= left;
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public PoolPlan plan() {
    return planned(k -> k.explain(clocks.now()));
  }

  @Override
  public PoolPlan planFor(int desiredSize) {
    return planned(k -> k.explainFor(desiredSize, clocks.now()));
  }

  private PoolPlan planned(Function<Keeper, PoolPlan> plan) {
    if (shown().isEmpty()) {
      throw new PoolException(
          Reason.UNAVAILABLE,
          "pool " + name + " has not been listed yet",
          "The replica that leads has not stored a complete list. Ask again in a moment.");
    }
    return ask(plan);
  }

  @Override
  public DisruptionStatus disruption() {
    return ask(k -> k.disruption(clocks.now()));
  }

  @Override
  public Optional<RefreshStatus> refreshStatus() {
    return ask(k -> k.refreshStatus(clocks.now()));
  }

  @Override
  public PoolScaling scaling() {
    return ask(k -> k.scaling(clocks.now()));
  }

  @Override
  public List<WaitingHook> hooks() {
    return ask(Keeper::hooks);
  }

  @Override
  public Optional<WaitingHook> hook(UUID token) {
    Objects.requireNonNull(token, "token");
    return ask(k -> k.hook(token));
  }

  @Override
  public PoolEventPage events(PoolEventQuery query) {
    Objects.requireNonNull(query, "query");
    unreadable.get().ifPresent(refusal -> {
      throw refusal;
    });
    return new HistoryReader(copy, name).read(query);
  }

  @Override
  public PoolSamples samples(SampleSpan span) {
    Objects.requireNonNull(span, "span");
    unreadable.get().ifPresent(refusal -> {
      throw refusal;
    });
    return new SampleReader(copy, name).read(span, clocks.wall().instant());
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
    throw elsewhere.get();
  }
}
