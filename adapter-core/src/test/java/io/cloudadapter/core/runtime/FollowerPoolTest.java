package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.SampleWriter;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.spi.config.ConfigSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FollowerPoolTest {
  private static final PoolName WEB = new PoolName("web");

  private long nanos;
  private long copyAsOf;
  private Optional<PoolException> unreadable = Optional.empty();
  private final StateStore store = new MemoryStore();
  private final Clocks clocks = new Clocks(() -> Instant.EPOCH, () -> nanos);
  private final FollowerPool pool = new FollowerPool(
      KeeperConfig.builder(
              PoolConfig.named("web", "here", 10).build(),
              ConfigSpec.none().parse(Map.of()),
              new ScriptedProvider().profile(),
              0,
              new Random(1))
          .adoption(true)
          .build(),
      store,
      () -> copyAsOf,
      clocks,
      new ActionHistory(store),
      () -> new PoolException(Reason.ELSEWHERE, "this replica follows", ""),
      () -> unreadable);

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private void ledgerChanges() {
    assertThat(LeaderFence.take(store, Keeper.prefix(WEB), 1)).isPresent();
  }

  private Duration age() {
    return Duration.ofNanos(nanos - pool.asOf());
  }

  @Test
  void whatIsShownIsMadeAnewOnceASecondAndSaysAsOfWhenItIs() {
    assertThat(pool.hooks()).isEmpty();
    assertThat(age()).isZero();
    ledgerChanges();
    pass(Duration.ofMillis(400));
    copyAsOf = nanos;

    assertThat(pool.hooks()).isEmpty();
    assertThat(age()).isEqualTo(Duration.ofMillis(400));
    pass(Duration.ofMillis(600));
    copyAsOf = nanos;
    assertThat(pool.hooks()).isEmpty();
    assertThat(age()).isZero();
  }

  @Test
  void aRehearsalOfALedgerChangesNeitherTheLedgerNorWhatIsShown() {
    ledgerChanges();
    PoolView before = pool.view();
    StoreRange ledger = store.range("");
    pool.rehearse();

    assertThat(store.range("")).isEqualTo(ledger);
    assertThat(pool.view()).isEqualTo(before);
  }

  @Test
  void whatWasMadeOfAnOldCopyIsAsOldAsThatWasAlsoWhenTheCopyIsBroughtUpToDate() {
    pass(Duration.ofSeconds(15));
    assertThat(pool.hooks()).isEmpty();
    ledgerChanges();
    copyAsOf = nanos;
    pass(Duration.ofMillis(500));

    assertThat(pool.hooks()).isEmpty();
    assertThat(age()).isEqualTo(Duration.ofMillis(15_500));
  }

  @Test
  void whatHasNotChangedIsAsYoungAsTheCopy() {
    assertThat(pool.hooks()).isEmpty();
    pass(Duration.ofHours(1));
    copyAsOf = nanos;

    assertThat(age()).isZero();
  }

  @Test
  void aCallerLongAfterTheLastOneIsToldTheAgeOfWhatIsMadeForIt() {
    assertThat(pool.hooks()).isEmpty();
    ledgerChanges();
    pass(Duration.ofHours(1));
    copyAsOf = nanos;

    assertThat(age()).isZero();
  }

  @Test
  void aPoolThatWasNeverListedSaysSo() {
    assertThat(pool.view().listStatus()).isEqualTo(ListStatus.NOT_LISTED);
    assertThat(pool.view().everListed()).isFalse();
    assertThat(pool.view().settled()).isFalse();
    assertThatThrownBy(pool::plan)
        .isInstanceOf(PoolException.class)
        .hasMessage("pool web has not been listed yet");
  }

  @Test
  void nothingIsReadFromACopyThatWasNotRead() {
    unreadable = Optional.of(
        new PoolException(Reason.UNAVAILABLE, "the store was not read yet", "no server answers."));

    assertThatThrownBy(pool::hooks).hasMessage("the store was not read yet");
  }

  @Test
  void writesGoElsewhere() {
    assertThatThrownBy(() -> pool.setDesiredSize(3)).hasMessage("this replica follows");
  }

  private void sampled(Instant from) {
    PoolSample minute = new PoolSample(from, 3, 2, 2, 1, 0, 5, 0.5);
    LeaderFence lead = LeaderFence.take(store, "pools/other/", 1).orElseThrow();
    assertThat(lead.commit(List.of(new SampleWriter(store, WEB).add(List.of(minute))))
            .committed())
        .isTrue();
  }

  @Test
  void samplesAreThoseThatTheLeaderHasWritten() {
    Instant minute = clocks.now().wall().truncatedTo(ChronoUnit.MINUTES);
    sampled(minute);

    assertThat(pool.samples(SampleSpan.HOUR).samples())
        .extracting(PoolSample::from)
        .containsExactly(minute);
    unreadable = Optional.of(
        new PoolException(Reason.UNAVAILABLE, "the store was not read yet", "no server answers."));
    assertThatThrownBy(() -> pool.samples(SampleSpan.HOUR))
        .hasMessage("the store was not read yet");
  }

  @Test
  void aChangeOfAnotherPoolOrOfSamplesHasNothingReadAgain() {
    PoolView before = pool.view();
    pass(Duration.ofMinutes(1));
    sampled(clocks.now().wall());
    copyAsOf = nanos;

    assertThat(age()).as("it is as young as the copy").isZero();
    assertThat(pool.view().revision()).isEqualTo(before.revision());
    ledgerChanges();
    assertThat(pool.view().revision()).isGreaterThan(before.revision());
  }
}
