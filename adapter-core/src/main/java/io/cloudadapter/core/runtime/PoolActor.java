package io.cloudadapter.core.runtime;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.history.SampleClock;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.InvariantViolationException;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.spi.LaunchKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one keeper: gathers events, lets the keeper take a step, makes the step durable, and only then sends its
 * effects and answers. Events that gather during a commit share the next one.
 *
 * <p>When a step or a commit fails, its callers get an error with an unknown outcome, and the keeper is loaded anew
 * from the store. During an outage of the store, the pool refuses commands with the cause, the last view stays
 * readable under an alarm, and the pool goes on once the store serves again. When the store has failed for good, the
 * pool stays down until the library is opened again.
 *
 * <p>Any thread may submit; one thread at a time takes steps.
 */
final class PoolActor {
  private static final Logger LOG = LoggerFactory.getLogger(PoolActor.class);
  private static final int EVENTS_AT_ONCE = 256;
  private static final Duration RELOAD_AFTER = Duration.ofSeconds(1);

  private final PoolName name;
  private KeeperConfig settings;
  private final StateStore store;
  private final ProviderCalls cloud;
  private HookNotifier messenger;
  private final Clocks clocks;
  private final Executor threads;
  private final WakeUpTimer alarmClock;
  private final ConcurrentLinkedQueue<Event> mailbox = new ConcurrentLinkedQueue<>();
  private final KeeperQuestions questions = new KeeperQuestions();
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final AtomicReference<@Nullable Configuration> configured = new AtomicReference<>();
  private final ViewPublisher board;

  private final StepClock stepClock;

  private final PoolEventLogger journal;
  private final PoolTracer tracer;
  private final HistoryBounds history;
  private final HistoryMetrics metrics;
  private final SampleClock samples;

  /** Callers whose command the keeper has, and who wait for its answer. */
  private final Set<CommandSender> taken = new HashSet<>();

  /** Launches whose calls have not returned; they outlive the keeper that sent them. */
  private final Set<LaunchKey> out = new HashSet<>();

  /** The ledger as it was read before the start, until the first keeper. */
  private volatile @Nullable LedgerSnapshot read;

  private @Nullable Keeper keeper;
  private @Nullable StepCommitter committer;
  private @Nullable String violation;
  private volatile @Nullable String down;
  private volatile Runnable deleted = () -> {};

  PoolActor(
      KeeperConfig settings,
      StateStore store,
      ProviderCalls cloud,
      HookNotifier messenger,
      Clocks clocks,
      Executor threads,
      Executor callbacks,
      ScheduledExecutorService timer,
      HistoryBounds history) {
    this.history = history;
    this.name = settings.config().name();
    this.metrics = new HistoryMetrics(name);
    this.journal = new PoolEventLogger(name, LOG::info, LOG::warn);
    this.settings = settings;
    this.store = store;
    this.cloud = cloud;
    CallMetrics.Totals calls = cloud.callTotals();
    this.samples = new SampleClock(new SampleClock.Counts(0, 0, calls.calls(), calls.nanos()));
    this.tracer = cloud.tracer(name);
    this.messenger = messenger;
    this.clocks = clocks;
    this.stepClock = new StepClock(clocks.ticker());
    this.threads = threads;
    this.board = new ViewPublisher(callbacks);
    this.alarmClock = new WakeUpTimer(timer, () -> submit(new Event.Tick()));
  }

  ViewPublisher board() {
    return board;
  }

  /** What a keeper works with, and what sends the messages of its hooks. */
  record Configuration(KeeperConfig settings, HookNotifier messenger) {}

  /**
   * Keeps the pool by another configuration from the next step on. The keeper is read again from the ledger, as after
   * a restart: so nothing that it decided by the former one is left but what is durable.
   */
  void configure(Configuration next) {
    configured.set(next);
    submit(new Event.Tick());
  }

  /** Has this called when the pool's deletion is durable; perhaps several times. */
  void whenDeleted(Runnable then) {
    deleted = then;
  }

  HistoryMetrics historyMetrics() {
    return metrics;
  }

  /** Sets the pool going, with its ledger as it was read just before. */
  void start(LedgerSnapshot stored) {
    read = stored;
    submit(new Event.Tick());
  }

  void submit(Event event) {
    mailbox.add(event);
    wakeUp();
  }

  <T> CompletableFuture<T> ask(Function<Keeper, T> question) {
    CompletableFuture<T> answer = questions.add(question);
    wakeUp();
    return answer;
  }

  /** Takes no more steps; waiting callers get an error. */
  void stop(String why) {
    down = why;
    // An event, since a step that is under way looks again only if something waits for it.
    submit(new Event.Tick());
  }

  private void wakeUp() {
    if (scheduled.compareAndSet(false, true)) {
      try {
        threads.execute(this::run);
      } catch (RejectedExecutionException e) {
        // The library has been closed: there will be no other step.
        scheduled.set(false);
        List<Event> late;
        do {
          late = drain();
          refuseAll(late, "the library has been closed");
        } while (late.size() == EVENTS_AT_ONCE);
      }
    }
  }

  /** For how long the present step has lasted, but for its waits for the store; zero if there is none. */
  Duration inStepFor() {
    return stepClock.elapsed();
  }

  private void run() {
    stepClock.begin();
    List<Event> events = drain();
    try {
      String reason = down;
      Optional<String> outage = store.outage();
      if (reason != null) {
        refuseAll(events, reason);
      } else if (outage.isPresent()) {
        waitForStore(events, outage.get());
      } else {
        tracer.step(events, () -> turn(events));
      }
    } catch (StoreFailedException e) {
      if (store.outage().isPresent()) {
        startOver(e);
        return;
      }
      down = "the state store has failed; the library must be opened again";
      LOG.error("pool {}: {}", name, down, e);
      startOver(e);
      refuseAll(List.of(), String.valueOf(down));
    } catch (RuntimeException | Error e) {
      // After any failure, nothing of this step may take effect: the keeper starts again from
      // durable state.
      LOG.error("pool {}: a step was given up; reading the ledger again", name, e);
      startOver(e);
    } finally {
      stepClock.end();
      scheduled.set(false);
      if (!mailbox.isEmpty() || !questions.isEmpty()) {
        wakeUp();
      }
    }
  }

  /** Nothing can be decided: what was asked is refused, and what the cloud has told is looked up later. */
  private void waitForStore(List<Event> events, String why) {
    keeper = null;
    take(events);
    raiseOutage(why);
    PoolException refusal = withoutStore(why);
    taken.forEach(caller -> caller.answer().completeExceptionally(refusal));
    taken.clear();
    questions.refuse(refusal);
    lookAgainSoon();
  }

  private PoolException withoutStore(String why) {
    return new PoolException(
        Reason.UNAVAILABLE,
        "pool " + name + " is without its ledger: " + why,
        "Nothing was changed. The store opens itself again; ask again in a moment.");
  }

  private void raiseOutage(String why) {
    Optional<Alarm> before = board.alarms().stream()
        .filter(known -> known.code() == Alarm.Code.STORE_FAILED)
        .findFirst();
    Alarm alarm = new Alarm(
        Alarm.Code.STORE_FAILED,
        why,
        before.map(Alarm::since).orElse(clocks.now().wall()));
    List<Alarm> all = new ArrayList<>(board.alarms());
    before.ifPresent(all::remove);
    all.add(alarm);
    journal.noteAlarms(all);
    board.alarms(all);
    board.raise(alarm);
  }

  private void lookAgainSoon() {
    long now = clocks.ticker().nanos();
    alarmClock.set(now + RELOAD_AFTER.toNanos(), now);
  }

  private List<Event> drain() {
    List<Event> events = new ArrayList<>();
    while (events.size() < EVENTS_AT_ONCE) {
      Event event = mailbox.poll();
      if (event == null) {
        break;
      }
      events.add(event);
    }
    return events;
  }

  private void turn(List<Event> events) {
    take(events);
    Configuration next = configured.getAndSet(null);
    if (next != null) {
      settings = next.settings();
      messenger = next.messenger();
      keeper = null;
    }
    Keeper current = keeper == null ? load() : keeper;
    keeper = current;
    if (!events.isEmpty()) {
      Moment now = clocks.now();
      StepResult step = current.step(events, now);
      StepCommitter commits = Objects.requireNonNull(committer);
      tracer.commit(events, () -> commits.commit(step, current, now.wall()));
      current.committed();
      tracer.running(step.arrivals(), clocks.now().wall());
      if (step.needsLeadershipCheck()) {
        commits.requireLead();
      }
      step.view().ifPresent(view -> {
        board.publish(view);
        journal.note(view, step.answers());
      });
      List<Alarm> alarms = current.alarms();
      journal.noteAlarms(alarms);
      board.alarms(alarms);
      step.effects().forEach(effect -> run(effect, current.causes(effect)));
      for (StepResult.Answer answer : step.answers()) {
        taken.remove(answer.caller());
        answer.give();
      }
      alarmClock.set(step.wake(), clocks.ticker().nanos());
      commits.finish(alarms, step.view().isPresent(), now.wall());
      step.view()
          .ifPresent(
              view -> commits.sample(view, current.launches(), cloud.callTotals(), now.wall()));
      if (current.state() == OperatingState.DELETED) {
        deleted.run();
      }
    }
    questions.answer(current);
  }

  private void take(List<Event> events) {
    for (Event event : events) {
      if (event instanceof Event.Asked asked) {
        taken.add(asked.caller());
      } else if (event instanceof Event.Launched launched) {
        out.remove(launched.key());
      }
    }
  }

  private void run(Effect effect, List<String> causes) {
    if (effect instanceof Effect.Tell tell) {
      messenger.tell(tell, this::submit);
      return;
    }
    if (effect instanceof Effect.Prepare prepare && prepare.launch().isPresent()) {
      messenger
          .bootstrap()
          .fill(
              prepare,
              settings.config().hooks(),
              filled -> cloud.run(name, filled, causes, this::submit),
              this::submit);
      return;
    }
    if (effect instanceof Effect.Launch launch) {
      out.add(launch.key());
    }
    cloud.run(name, effect, causes, this::submit);
  }

  private Keeper load() {
    LeaderFence taken = LeaderFence.take(store, Keeper.prefix(settings.config()), settings.epoch())
        .orElseThrow(() -> new IllegalStateException(
            "it is unknown whether this process became the leader of pool " + name));
    LedgerSnapshot earlier = read;
    read = null;
    LedgerSnapshot stored = earlier != null && taken.isStill(earlier.revision())
        ? earlier
        : LedgerSnapshot.read(name, taken.read());
    stored.upgrade().ifPresent(upgrade -> LOG.info("pool {}: {}", name, upgrade));
    Keeper loaded =
        Keeper.restore(settings, stored, clocks.now(), board.revision(), Set.copyOf(out));
    committer = new StepCommitter(
        settings,
        store,
        taken,
        history,
        loaded::standing,
        metrics,
        samples,
        this::publish,
        stepClock::outside);
    committer.trim(clocks.now().wall());
    String broken = violation;
    if (broken != null) {
      loaded.raise(Alarm.Code.INVARIANT, broken);
    }
    return loaded;
  }

  private void publish(List<PoolEvent> events) {
    events.forEach(event -> EventLogLines.write(LOG, name, event));
    board.publish(events);
  }

  private void startOver(Throwable cause) {
    keeper = null;
    Optional<String> outage = store.outage();
    outage.ifPresent(this::raiseOutage);
    if (cause instanceof InvariantViolationException violated) {
      violation = "a step was given up, since it would have broken " + violated.getMessage();
      board.raise(new Alarm(Alarm.Code.INVARIANT, violation, clocks.now().wall()));
    }
    for (CommandSender caller : taken) {
      caller
          .answer()
          .completeExceptionally(new PoolException(
              Reason.UNKNOWN,
              "the outcome is unknown: pool " + name + " failed while handling the request",
              outage.map(why -> why + ". ").orElse("")
                  + "Its ledger is read again. Ask again under the same idempotency key.",
              cause));
    }
    taken.clear();
    Throwable refusal = outage.<Throwable>map(this::withoutStore).orElse(cause);
    questions.refuse(refusal);
    if (down == null) {
      lookAgainSoon();
    }
  }

  private void refuseAll(List<Event> events, String reason) {
    PoolException refusal =
        new PoolException(Reason.UNAVAILABLE, "pool " + name + " is down: " + reason, "");
    for (Event event : events) {
      if (event instanceof Event.Asked asked) {
        asked.caller().answer().completeExceptionally(refusal);
      }
    }
    taken.forEach(caller -> caller.answer().completeExceptionally(refusal));
    taken.clear();
    questions.refuse(refusal);
    board.close(refusal);
  }
}
