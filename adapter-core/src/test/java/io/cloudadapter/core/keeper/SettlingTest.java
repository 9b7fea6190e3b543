package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKeySupport;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A launch whose outcome is not known stays open until it is certain that nothing comes of it. */
class SettlingTest {
  private static final Duration SETTLE = Duration.ofSeconds(60);

  /** So seldom that no list settles what became of a launch before it is sent again. */
  private static PoolConfigBuilder seldom(PoolConfigBuilder pool) {
    return pool.listInterval(Duration.ofSeconds(25), Duration.ofSeconds(30))
        .launchesPerHour(1000)
        .terminationsPerHour(1000)
        .massDisappearanceShare(0.1);
  }

  @Test
  void asksAgainUnderTheSameKeyWithTheSameBytesAndTheOriginalCount() {
    KeeperHarness story = KeeperHarness.with(SettlingTest::seldom, p -> p.maxPerKey(5));
    story.cloud.losesNextRequest();
    story.cloud.losesNextReply();
    story.resize(4).run();

    assertThat(story.cloud.launches).hasSizeGreaterThanOrEqualTo(3);
    assertThat(story.cloud.launches).containsOnly(story.cloud.launches.get(0));
    assertThat(story.cloud.launches.get(0).count()).isEqualTo(4);
    assertThat(story.size()).containsExactly(4, 4, 0);
    assertThat(story.cloud.boxes).hasSize(4);
  }

  @Test
  void findsInAListWhatALostReplyDidNotSay() {
    KeeperHarness story = KeeperHarness.withoutKeys();
    story.cloud.losesNextReply();
    story.resize(1).run();

    assertThat(story.cloud.launches).hasSize(1);
    assertThat(story.effective()).containsExactly("i-0001");
    assertThat(story.onlyIntent().status()).isEqualTo(LaunchRecord.Status.RESOLVED);
  }

  @Test
  void sendsOnceWhereTheCloudRemembersNoKeysAndLapsesAfterThreeEmptyLists() {
    KeeperHarness story = KeeperHarness.withoutKeys();
    story.cloud.losesNextRequest();
    story.resize(1).settles();
    String key = story.onlyIntent().key();

    story.run(SETTLE.minusSeconds(1));
    assertThat(story.cloud.launches).as("not sent again, not replaced").hasSize(1);
    assertThat(story.effective()).as("still promised").containsExactly("req-" + key + "-0");

    story.run(Duration.ofSeconds(30));
    assertThat(story.intents().stream().filter(i -> i.key().equals(key)))
        .extracting(LaunchRecord::status)
        .containsExactly(LaunchRecord.Status.LAPSED);
    assertThat(story.cloud.launches).as("launched anew, under another key").hasSize(2);
    assertThat(story.cloud.launches.get(1).key()).isNotEqualTo(key);
  }

  @Test
  void needsThreeCompleteListsOfWhichTheLastBeganAfterTheSettleTime() {
    KeeperHarness story = KeeperHarness.withoutKeys();
    story.cloud.losesNextRequest();
    story.resize(1).settles();

    story.cloud.listsComplete = false;
    story.run(Duration.ofMinutes(5));
    assertThat(story.onlyIntent().status()).isEqualTo(LaunchRecord.Status.SENT);

    story.cloud.listsComplete = true;
    int before = story.cloud.lists;
    story.run(Duration.ofSeconds(1));
    while (story.onlyIntent().status() == LaunchRecord.Status.SENT) {
      story.run(Duration.ofSeconds(1));
      if (story.intents().size() > 1) {
        break;
      }
    }
    assertThat(story.cloud.lists - before).isGreaterThanOrEqualTo(2);
    assertThat(story.cloud.launches).hasSize(2);
  }

  @Test
  void doesNotCountAListThatBeganBeforeTheCallReturned() {
    KeeperHarness story = KeeperHarness.withoutKeys();
    story.run();
    story.holds(effect -> effect instanceof Effect.Launch || effect instanceof Effect.ListPool);
    story.resize(1).run(Duration.ofMinutes(1));
    assertThat(story.underWay()).anyMatch(Effect.Launch.class::isInstance);

    story.run(Duration.ofMinutes(30));

    assertThat(story.onlyIntent().status())
        .as("the call is overdue, and holds the settle clock")
        .isEqualTo(LaunchRecord.Status.SENT);
  }

  @Test
  void countsTheSettleTimeFromTheReturnOfAnOverdueCall() {
    KeeperHarness story = KeeperHarness.withoutKeys();
    story.run();
    story.holds(Effect.Launch.class::isInstance);
    story.resize(1).run(Duration.ofMinutes(30));
    String key = story.onlyIntent().key();

    story.cloud.losesNextRequest();
    story.releases();
    story.run(SETTLE.minusSeconds(1));
    assertThat(story.cloud.launches).hasSize(1);

    story.run(Duration.ofSeconds(20));
    assertThat(story.intents().stream().filter(i -> i.key().equals(key)))
        .extracting(LaunchRecord::status)
        .containsExactly(LaunchRecord.Status.LAPSED);
  }

  @Test
  void takesARefusalAfterAnAmbiguousSendForNoProofOfTheFirst() {
    KeeperHarness story = KeeperHarness.begins();
    story.cloud.losesNextReply();
    story.cloud.refusesNextLaunch(FakeCloud.refusal(Kind.CAPACITY));
    story.cloud.hides("i-0001");
    story.resize(1).run(Duration.ofSeconds(20));

    assertThat(story.cloud.launches).hasSize(2);
    assertThat(story.onlyIntent().status()).isEqualTo(LaunchRecord.Status.SENT);
    assertThat(story.size()).containsExactly(1, 1, 0);

    story.cloud.showsAgain();
    story.run();
    assertThat(story.cloud.launches).as("the sending stopped").hasSize(2);
    assertThat(story.effective()).containsExactly("i-0001");
    assertThat(story.cloud.boxes).hasSize(1);
  }

  @Test
  void givesUpAtOnceOnARefusalOfTheFirstSend() {
    KeeperHarness story = KeeperHarness.begins();
    story.cloud.refusesNextLaunch(FakeCloud.refusal(Kind.INVALID));
    story.resize(1).settles();

    assertThat(story.onlyIntent().status()).isEqualTo(LaunchRecord.Status.RESOLVED);
    assertThat(story.alarms()).contains(Alarm.Code.BAD_LAUNCH);
  }

  @Test
  void settlesInsteadOfTakingAFreshKeyWhenTheKeyDoesNotMatch() {
    for (Conflict conflict :
        new Conflict[] {Conflict.KEY_MISMATCH, Conflict.KEY_SPENT, Conflict.NAME_TAKEN}) {
      KeeperHarness story = KeeperHarness.begins();
      story.cloud.refusesNextLaunch(FakeCloud.conflict(conflict));
      story.resize(1).run(SETTLE.minusSeconds(1));

      assertThat(story.cloud.launches).as("%s", conflict).hasSize(1);
      assertThat(story.alarms()).contains(Alarm.Code.BAD_LAUNCH);
      assertThat(story.onlyIntent().status()).isEqualTo(LaunchRecord.Status.SENT);
    }
  }

  @Test
  void stopsSendingAtHalfTheKeysLifetimeAndSettles() {
    KeeperHarness story = KeeperHarness.with(
        b -> b, p -> p.keySupport(LaunchKeySupport.token(Duration.ofMinutes(20))));
    for (int i = 0; i < 1000; i++) {
      story.cloud.losesNextRequest();
    }
    story.resize(1).run(Duration.ofSeconds(599));
    String key = story.onlyIntent().key();
    assertThat(story.cloud.launches).allMatch(launch -> launch.key().equals(key));
    int sent = story.cloud.launches.size();

    story.run(Duration.ofMinutes(3));
    assertThat(story.cloud.launches.stream().filter(launch -> launch.key().equals(key)))
        .as("no sending after half the lifetime")
        .hasSize(sent);
    assertThat(story.intents().stream().filter(i -> i.key().equals(key)))
        .extracting(LaunchRecord::status)
        .containsExactly(LaunchRecord.Status.LAPSED);
  }

  /** Found by simulation: a clock that was set back made a key look young that the cloud had forgotten. */
  @Test
  void countsAKeysAgeByTheSteadyClockWhenTheWallClockGoesBack() {
    KeeperHarness story = KeeperHarness.with(
        b -> b, p -> p.keySupport(LaunchKeySupport.token(Duration.ofMinutes(20))));
    for (int i = 0; i < 1000; i++) {
      story.cloud.losesNextRequest();
    }
    story.resize(1).run(Duration.ofMinutes(9));
    String key = story.onlyIntent().key();

    story.wallClockJumps(Duration.ofMinutes(-6));
    story.run(Duration.ofSeconds(59));
    int sent = story.cloud.launches.size();
    story.run(Duration.ofMinutes(5));

    assertThat(story.cloud.launches.stream().filter(launch -> launch.key().equals(key)))
        .as("no sending after half the lifetime")
        .hasSize(sent);
  }

  @Test
  void takesAKeyForTooOldAfterARestartWithAClockThatWentBack() {
    KeeperHarness story = KeeperHarness.with(
        b -> b, p -> p.keySupport(LaunchKeySupport.token(Duration.ofMinutes(20))));
    story.run();
    for (int i = 0; i < 1000; i++) {
      story.cloud.losesNextRequest();
    }
    story.resize(1).run(Duration.ofMinutes(2));
    String key = story.onlyIntent().key();
    int sent = story.cloud.launches.size();

    story.wallClockJumps(Duration.ofMinutes(-30));
    story.crashAndRestart().run(Duration.ofMinutes(1));

    assertThat(story.cloud.launches.stream().filter(launch -> launch.key().equals(key)))
        .hasSize(sent);
  }

  @Test
  void tellsALaterProcessHowOldAKeyIsWhenTheWallClockWasSetBackInItsLife() {
    KeeperHarness story = KeeperHarness.with(
        b -> b, p -> p.keySupport(LaunchKeySupport.token(Duration.ofMinutes(20))));
    story.run();
    for (int i = 0; i < 1000; i++) {
      story.cloud.losesNextRequest();
    }
    story.resize(1).run(Duration.ofMinutes(2));
    String key = story.onlyIntent().key();
    story.wallClockJumps(Duration.ofMinutes(-30));
    story.run(Duration.ofMinutes(1));
    int sent = story.cloud.launches.size();

    Duration down = Duration.ofMinutes(35);
    story.wallClockJumps(down);
    story.crashAndRestart().run(Duration.ofMinutes(1));

    assertThat(story.cloud.launches.stream().filter(launch -> launch.key().equals(key)))
        .as("38 minutes old, though the clock says 8")
        .hasSize(sent);
  }

  @Test
  void lapsesNoSoonerWhenTheWallClockLeapsAhead() {
    KeeperHarness story = KeeperHarness.withoutKeys();
    story.cloud.losesNextRequest();
    story.resize(1).settles();

    story.wallClockJumps(Duration.ofDays(1));
    story.run(SETTLE.minusSeconds(1));

    assertThat(story.onlyIntent().status()).isEqualTo(LaunchRecord.Status.SENT);
  }

  @Test
  void resolvesABatchThatWasSeenInPartToThoseAndLaunchesTheRestAnew() {
    KeeperHarness story =
        KeeperHarness.with(b -> b, p -> p.keySupport(LaunchKeySupport.none()).maxPerKey(5));
    story.cloud.makesOnlyAndLosesReply(2);
    story.resize(5).run();

    assertThat(story.cloud.launches).hasSize(2);
    assertThat(story.cloud.launches.get(1).count()).isEqualTo(3);
    assertThat(story.size()).containsExactly(5, 5, 0);
    assertThat(story.intents())
        .extracting(LaunchRecord::status)
        .containsOnly(LaunchRecord.Status.RESOLVED);
  }

  @Test
  void retiresALateArrivalWhoseLaunchWasGivenUpAndReplaced() {
    KeeperHarness story = KeeperHarness.withoutKeys();
    story.cloud.losesNextReply();
    story.cloud.hides("i-0001");
    story.resize(1).run();
    assertThat(story.effective()).containsExactly("i-0002");

    story.cloud.showsAgain();
    story.run();

    assertThat(story.cloud.terminations).contains("i-0001").doesNotContain("i-0002");
    assertThat(story.cloud.alive()).containsExactly("i-0002");
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void countsALateArrivalThatIsWantedMeanwhile() {
    KeeperHarness story = KeeperHarness.withoutKeys();
    story.cloud.losesNextReply();
    story.cloud.hides("i-0001");
    story.resize(1).run();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    story.resize(2).run(Duration.ofMinutes(1));

    story.cloud.showsAgain();
    story.run(Duration.ofMinutes(1));

    assertThat(story.effective()).containsExactly("i-0001", "i-0002");
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void treatsAPromiseThatWasSentBeforeACrashAsAmbiguous() {
    KeeperHarness story = KeeperHarness.withoutKeys();
    story.run();
    story.holds(Effect.Launch.class::isInstance);
    story.resize(1).settles();
    assertThat(story.underWay()).hasSize(1);

    story.crashAndRestart();
    story.releases();
    story.run(SETTLE.minusSeconds(1));
    assertThat(story.cloud.launches).as("without keys it is not sent again").isEmpty();

    story.run();
    assertThat(story.cloud.launches).hasSize(1);
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void takesARefusalAfterARestartForNoProofOfTheSendingBefore() {
    KeeperHarness story = KeeperHarness.begins();
    story.cloud.losesNextReply();
    story.cloud.hides("i-0001");
    story.resize(1).settles();
    story.cloud.refusesNextLaunch(FakeCloud.refusal(Kind.CAPACITY));

    story.crashAndRestart().run(Duration.ofSeconds(20));
    assertThat(story.onlyIntent().status()).isEqualTo(LaunchRecord.Status.SENT);

    story.cloud.showsAgain();
    story.run();
    assertThat(story.cloud.boxes).hasSize(1);
  }

  @Test
  void sendsAgainAfterACrashWithTheKeyThatWasWrittenDown() {
    KeeperHarness story = KeeperHarness.begins();
    story.cloud.losesNextReply();
    story.resize(3).settles();
    String key = story.cloud.launches.get(0).key();

    story.crashAndRestart().run();

    assertThat(story.cloud.boxes).hasSize(3);
    assertThat(story.cloud.launches.stream().filter(l -> l.key().equals(key)).distinct())
        .hasSize(1);
  }

  @Test
  void doesNotSpinWhileTheCloudCannotBeIdentifiedAfterARestart() {
    KeeperHarness story = KeeperHarness.begins();
    story.cloud.losesNextRequest();
    story.resize(1).settles();

    for (int i = 0; i < 3; i++) {
      story.cloud.nextIdentifies.add(FakeCloud.refusal(Kind.UNAVAILABLE));
    }
    story.crashAndRestart().run();

    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void endsMachinesThatAreTooManyForTheirKeyAndSaysSo() {
    KeeperHarness story = KeeperHarness.begins();
    story.cloud.nextLaunches.add(launch -> {
      story.cloud.make(launch, 2);
      return FakeCloud.failed(launch, FakeCloud.lost());
    });
    story.resize(1).run();

    assertThat(story.cloud.alive()).hasSize(1);
    assertThat(story.alarms()).contains(Alarm.Code.LAUNCH_KEY_REUSED);
  }
}
