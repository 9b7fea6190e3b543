package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.history.SampleReader;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.WatchListener;
import io.cloudadapter.core.store.quorum.Subscription;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.config.ConfigSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class PoolActorTest {
  private final ManualExecutor hands = new ManualExecutor();
  private final ScriptedProvider provider = new ScriptedProvider();
  private final TroubledStore store = new TroubledStore();
  private PoolActor actor = actor();

  private PoolActor actor() {
    Random random = new Random(3);
    ProviderCalls calls = new ProviderCalls(
        "here",
        provider,
        hands.clocks,
        new LaunchEncryptor(new byte[LaunchEncryptor.KEY_BYTES], random),
        hands.calls,
        hands.timer(),
        Map.of());
    KeeperConfig settings = KeeperConfig.builder(
            PoolConfig.named("web", "here", 400).build(),
            ConfigSpec.none().parse(Map.of()),
            provider.profile(),
            store.epoch(),
            random)
        .adoption(true)
        .build();
    HookNotifier messenger = new HookNotifier(Map.of(), hands.clocks, hands.steps, hands.timer());
    return new PoolActor(
        settings,
        store,
        calls,
        messenger,
        hands.clocks,
        hands.steps,
        hands.steps,
        hands.timer(),
        HistoryBounds.usual());
  }

  private CompletableFuture<CommandResult> ask(Command command) {
    CommandSender caller = CommandSender.under(Optional.empty());
    actor.submit(new Event.Asked(command, caller));
    return caller.answer();
  }

  private void run() {
    actor.submit(new Event.Tick());
    for (int i = 0; i < 20; i++) {
      hands.settle();
      hands.passes(Duration.ofSeconds(2));
    }
    hands.settle();
  }

  private int desired() {
    return actor.board().view().orElseThrow().desiredSize();
  }

  private static Reason reason(CompletableFuture<CommandResult> answer) {
    assertThat(answer).isCompletedExceptionally();
    try {
      answer.join();
      throw new AssertionError("it was not refused");
    } catch (CompletionException e) {
      return ((PoolException) java.util.Objects.requireNonNull(e.getCause())).reason();
    }
  }

  @Test
  void answersWaitersWhenItIsStoppedInTheMidstOfAStep() {
    run();
    store.before = () -> actor.stop("the library has been closed");

    ask(new Command.SetDesiredSize(1));
    while (!hands.steps.waiting.isEmpty()) { // but no call returns, that could wake it up
      hands.steps.waiting.remove().run();
    }

    assertThatThrownBy(() -> actor.board().view())
        .isInstanceOf(PoolException.class)
        .hasMessage("pool web is down: the library has been closed");
  }

  /** Found by simulation: it said yes from memory to what its successor had changed. */
  @Test
  void doesNotAnswerFromMemoryOnceAnotherKeeperHasTheLead() {
    ask(new Command.SetDesiredSize(1));
    run();
    MachineId machine = actor.board().view().orElseThrow().machines().get(0).id();
    ask(new Command.SetServiceState(machine, ServiceState.UNHEALTHY));
    run();
    assertThat(LeaderFence.take(store, "pools/web/", 99)).isPresent();

    CompletableFuture<CommandResult> answer =
        ask(new Command.SetServiceState(machine, ServiceState.UNHEALTHY));
    hands.settle();

    assertThat(reason(answer)).isEqualTo(Reason.UNKNOWN);
  }

  @Test
  void answersOnlyWhatIsDurable() {
    CompletableFuture<CommandResult> answer = ask(new Command.SetDesiredSize(2));
    store.before = () -> assertThat(answer).isNotDone();

    run();

    assertThat(answer).isCompletedWithValue(null);
    assertThat(desired()).isEqualTo(2);
    assertThat(provider.machines).hasSize(2);
  }

  @Test
  void tellsReadersWhenItsOwnBookkeepingIsBroken() {
    run();
    String endedForNoReason = """
        {"id":"i-1","status":"RETIRING","state":"RUNNING","end":"NOT_ENDED",
         "serviceState":"UNKNOWN","byCommand":true,"ran":true,"boundAt":"2026-01-01T00:00:00Z"}
        """;
    store.commit(Transaction.builder()
        .put("pools/web/machine/i-1", endedForNoReason)
        .put("pools/web/leader", "stolen")
        .build());

    ask(new Command.SetDesiredSize(1));
    run();

    assertThat(actor.board().view().orElseThrow().alarms())
        .extracting(Alarm::code)
        .contains(Alarm.Code.INVARIANT);
  }

  @Test
  void sharesOneCommitAmongManyEvents() {
    run();
    int before = store.commits.size();
    List<CompletableFuture<CommandResult>> answers = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      answers.add(ask(new Command.SetDesiredSize(0)));
    }
    hands.steps.waiting.poll().run();

    assertThat(store.commits.size() - before).isEqualTo(1);
    assertThat(answers).allMatch(CompletableFuture::isDone);
  }

  @Test
  void keepsSamplesOfItsMinutesOverARestart() {
    ask(new Command.SetDesiredSize(2));
    for (int i = 0; i < 6; i++) {
      run();
    }
    SampleReader reader = new SampleReader(store, new PoolName("web"));
    List<PoolSample> before =
        reader.read(SampleSpan.HOUR, hands.clocks.now().wall()).samples();
    actor.stop("another one goes on");
    actor = actor();
    for (int i = 0; i < 6; i++) {
      run();
    }

    List<PoolSample> after =
        reader.read(SampleSpan.HOUR, hands.clocks.now().wall()).samples();

    assertThat(before).hasSizeGreaterThanOrEqualTo(2);
    assertThat(before.stream().mapToLong(PoolSample::launched).sum()).isEqualTo(2);
    assertThat(after.subList(0, before.size())).isEqualTo(before);
    assertThat(after).hasSizeGreaterThan(before.size());
    assertThat(after.get(after.size() - 1).inService()).isEqualTo(2);
    assertThat(after.get(after.size() - 1).cloudCalls()).isPositive();
  }

  @Test
  void packsAtomsIntoTransactionsOfAtMostAHundredOperations() {
    run();
    ask(new Command.SetDesiredSize(350));
    run();

    assertThat(store.commits)
        .allMatch(t -> t.requirements().size() + t.writes().size() <= Transaction.MAX_OPERATIONS);
    assertThat(store.commits).anyMatch(t -> t.writes().size() > 80);
    assertThat(desired()).isEqualTo(350);
  }

  @Test
  void tellsCallersThatItDoesNotKnowAndReadsTheLedgerAgain() {
    run();
    for (CommitResult result : List.of(
        CommitResult.unknown(new RuntimeException("disk")), CommitResult.conflict("a key"))) {
      store.next.add(transaction -> result);
      CompletableFuture<CommandResult> answer = ask(new Command.SetDesiredSize(3));
      hands.settle();
      assertThat(reason(answer)).isEqualTo(Reason.UNKNOWN);

      run();
      CompletableFuture<CommandResult> again = ask(new Command.SetDesiredSize(3));
      run();
      assertThat(again).isCompletedWithValue(null);
    }
    assertThat(provider.machines).hasSize(3);
  }

  @Test
  void letsNoEffectOutOfACommitThatFailed() {
    run();
    ask(new Command.SetDesiredSize(1));
    hands.steps.waiting.poll().run();
    store.next.add(t -> CommitResult.unknown(new RuntimeException("disk")));
    store.next.add(t -> CommitResult.unknown(new RuntimeException("disk")));

    hands.settle();
    assertThat(provider.machines).isEmpty();

    run();
    assertThat(provider.machines).hasSize(1);
  }

  @Test
  void tellsThoseWhoWaitedForAnEarlierStepToo() {
    run();
    store.next.clear();
    CompletableFuture<CommandResult> answer = ask(new Command.Attach(new MachineId("m-9")));
    hands.steps.waiting.poll().run();
    assertThat(answer).isNotDone();
    store.next.add(t -> CommitResult.unknown(new RuntimeException("disk")));

    ask(new Command.SetDesiredSize(1));
    hands.steps.waiting.poll().run();

    assertThat(reason(answer)).isEqualTo(Reason.UNKNOWN);
  }

  @Test
  void neverShowsARevisionTwiceAfterReadingTheLedgerAgain() {
    run();
    ask(new Command.SetDesiredSize(2));
    run();
    long before = actor.board().view().orElseThrow().revision();
    store.next.add(t -> CommitResult.unknown(new RuntimeException("disk")));
    ask(new Command.SetDesiredSize(1));
    hands.settle();

    run();

    assertThat(actor.board().view().orElseThrow().revision()).isGreaterThan(before);
  }

  @Test
  void sendsNoLaunchAgainWhileItsCallOfBeforeIsStillOut() {
    run();
    List<String> sent = new ArrayList<>();
    List<String> sentMeanwhile = new ArrayList<>();
    provider.launch = (key, call) -> {
      sent.add(key.value());
      if (sent.size() == 1) {
        store.next.add(t -> CommitResult.unknown(new RuntimeException("disk")));
        ask(new Command.SetDesiredSize(1));
        run();
        sentMeanwhile.addAll(sent);
      }
      return provider.make(key, call);
    };
    ask(new Command.SetDesiredSize(1));

    run();

    assertThat(sentMeanwhile)
        .as("while the first call hung, over a reading again")
        .hasSize(1);
    assertThat(provider.machines).hasSize(1);
    assertThat(desired()).isEqualTo(1);
  }

  @Test
  void sendsALaunchAgainWhoseAnswerWasLostWithTheStepThatTookIt() {
    run();
    List<String> sent = new ArrayList<>();
    provider.launch = (key, call) -> {
      sent.add(key.value());
      if (sent.size() == 1) {
        store.next.add(t -> CommitResult.unknown(new RuntimeException("disk")));
        return provider.make(key, call);
      }
      return LaunchResult.of(provider.machines);
    };
    ask(new Command.SetDesiredSize(1));

    run();

    assertThat(provider.machines).hasSize(1);
    assertThat(sent.stream().distinct()).hasSize(1);
    assertThat(actor.board().view().orElseThrow().size().allocated()).isEqualTo(1);
    assertThat(actor.board().view().orElseThrow().machines())
        .extracting(machine -> machine.id().value())
        .containsExactly("m-1");
  }

  @Test
  void readsNeverReachTheCloud() {
    ask(new Command.SetDesiredSize(2));
    run();
    hands.calls.waiting.clear();

    for (int i = 0; i < 1000; i++) {
      assertThat(actor.board().view().orElseThrow().desiredSize()).isEqualTo(2);
    }

    assertThat(hands.calls.waiting).isEmpty();
    assertThat(hands.steps.waiting).as("not even the keeper").isEmpty();
  }

  @Test
  void goesDownWithItsStore() {
    run();
    store.next.add(t -> {
      throw new StoreFailedException("the disk is gone");
    });
    CompletableFuture<CommandResult> answer = ask(new Command.SetDesiredSize(3));
    hands.settle();

    assertThat(reason(answer)).isEqualTo(Reason.UNKNOWN);
    assertThatThrownBy(() -> actor.board().view())
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("the state store has failed");
    CompletableFuture<CommandResult> later = ask(new Command.SetDesiredSize(3));
    hands.settle();
    assertThat(reason(later)).isEqualTo(Reason.UNAVAILABLE);
    assertThat(provider.machines).isEmpty();
  }

  @Test
  void showsItsLastViewUnderAnAlarmWhileItsStoreIsOutAndThenGoesOn() {
    run();
    ask(new Command.SetDesiredSize(2));
    run();
    int machines = provider.machines.size();
    String cause = "the store in /data has failed: no space left; 0 bytes are free there";
    store.next.add(t -> {
      store.outage = Optional.of(cause);
      return CommitResult.unknown(new java.io.IOException("no space left"));
    });
    CompletableFuture<CommandResult> inDoubt = ask(new Command.SetDesiredSize(3));
    hands.settle();
    CompletableFuture<CommandResult> refused = ask(new Command.SetDesiredSize(4));
    CompletableFuture<Integer> question = actor.ask(keeper -> 1);
    hands.settle();

    assertThat(reason(inDoubt)).isEqualTo(Reason.UNKNOWN);
    assertThat(reason(refused)).isEqualTo(Reason.UNAVAILABLE);
    assertThatThrownBy(refused::join)
        .hasRootCauseMessage("pool web is without its ledger: " + cause);
    assertThatThrownBy(question::join)
        .hasRootCauseMessage("pool web is without its ledger: " + cause);
    assertThat(actor.board().view().orElseThrow().desiredSize()).isEqualTo(2);
    assertThat(actor.board().view().orElseThrow().alarms())
        .extracting(Alarm::code, Alarm::message)
        .containsExactly(org.assertj.core.api.Assertions.tuple(Alarm.Code.STORE_FAILED, cause));
    run();
    assertThat(provider.machines).hasSize(machines);

    store.outage = Optional.empty();
    run();
    CompletableFuture<CommandResult> later = ask(new Command.SetDesiredSize(3));
    run();

    assertThat(later).isCompleted();
    assertThat(actor.board().view().orElseThrow().alarms()).isEmpty();
    assertThat(actor.board().view().orElseThrow().desiredSize()).isEqualTo(3);
    assertThat(provider.machines).hasSize(3);
  }

  @Test
  void tellsEverybodyWhenItStops() {
    run();
    CompletableFuture<CommandResult> waiting = ask(new Command.Attach(new MachineId("m-9")));
    hands.steps.waiting.poll().run();

    actor.stop("the library has been closed");
    hands.settle();

    assertThat(reason(waiting)).isEqualTo(Reason.UNAVAILABLE);
  }

  @Test
  void whatWasReadBeforeTheStartServesIfNothingHasChangedSince() {
    run();
    ask(new Command.SetDesiredSize(3));
    run();
    actor.stop("another one goes on");
    hands.settle();
    LedgerSnapshot before = read();
    int ranges = store.ranges;

    actor = actor();
    actor.start(before);
    run();

    assertThat(store.ranges).isEqualTo(ranges);
    assertThat(desired()).isEqualTo(3);
  }

  @Test
  void whatIsWrittenBetweenReadingAndStartingIsReadToo() {
    run();
    LedgerSnapshot before = read();
    ask(new Command.SetDesiredSize(3));
    run();

    actor = actor();
    actor.start(before);
    run();

    assertThat(desired()).isEqualTo(3);
  }

  private LedgerSnapshot read() {
    PoolName web = new PoolName("web");
    return LedgerSnapshot.read(web, store.range(Keeper.prefix(web)));
  }

  /** A store in memory whose next commits end as the test says. */
  private static final class TroubledStore implements StateStore {
    private final MemoryStore store = new MemoryStore();
    final List<Transaction> commits = new ArrayList<>();
    final Deque<Function<Transaction, CommitResult>> next = new ArrayDeque<>();
    Runnable before = () -> {};
    Optional<String> outage = Optional.empty();
    int ranges;

    @Override
    public Optional<String> outage() {
      return outage;
    }

    @Override
    public Optional<Set<String>> changed(String prefix, long since) {
      return store.changed(prefix, since);
    }

    @Override
    public long epoch() {
      return store.epoch();
    }

    @Override
    public long revision() {
      return store.revision();
    }

    @Override
    public Optional<StoreEntry> get(String key) {
      return store.get(key);
    }

    @Override
    public StoreRange range(String prefix, Predicate<String> wanted) {
      ranges += prefix.startsWith("pools/") ? 1 : 0;
      return store.range(prefix, wanted);
    }

    @Override
    public CommitResult commit(Transaction transaction) {
      before.run();
      before = () -> {};
      Function<Transaction, CommitResult> scripted = next.poll();
      if (scripted != null) {
        return scripted.apply(transaction);
      }
      commits.add(transaction);
      return store.commit(transaction);
    }

    @Override
    public Subscription watch(String prefix, long fromRevision, WatchListener listener) {
      return store.watch(prefix, fromRevision, listener);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
