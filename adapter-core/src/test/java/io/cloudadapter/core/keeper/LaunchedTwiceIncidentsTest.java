package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Incidents of other projects: more machines than were asked for, or machines without an owner. The tags are the rows
 * of the list of incidents that {@link IncidentIndexTest} keeps.
 */
class LaunchedTwiceIncidentsTest {

  @Test
  @Tag("row-1")
  @Tag("CR-2")
  @DisplayName("A 503 for each machine that was made piles up servers of one name (garm#79)")
  void aServerErrorAfterTheMachineWasMade() {
    KeeperHarness story = KeeperHarness.withoutKeys();
    for (int i = 0; i < 50; i++) {
      story.cloud.nextLaunches.add(launch -> {
        story.cloud.make(launch, 1);
        return FakeCloud.failed(
            launch, FakeCloud.error(Kind.UNAVAILABLE, CloudException.Effect.UNKNOWN));
      });
    }

    story.resize(2).run(Duration.ofHours(1));

    assertThat(story.cloud.launches).hasSize(2);
    assertThat(story.effective()).containsExactly("i-0001", "i-0002");
  }

  @Test
  @Tag("row-2")
  @Tag("CR-1")
  @DisplayName(
      "The id was kept in memory only, and its write failed: a second instance (CAPA#6131)")
  void theReplyIsLostWithTheProcessThatGotIt() {
    int died = 0;
    for (int atoms = 0; atoms < 6; atoms++) {
      KeeperHarness story = KeeperHarness.begins();
      story.run();
      story.diesAfterAtoms(atoms);
      try {
        story.resize(1).settles();
      } catch (KeeperHarness.Died e) {
        died++;
      }

      story.crashAndRestart().resize(1).run();

      assertThat(story.cloud.boxes).as("death after %s writes", atoms).hasSize(1);
      assertThat(story.size()).containsExactly(1, 1, 0);
    }
    assertThat(died).isGreaterThanOrEqualTo(3);
  }

  @Test
  @Tag("row-3")
  @DisplayName("Finding by tag lagged, so a known id was made again (CAPA#1351, CAPA#2915)")
  void aKnownMachineThatNoListShowsYet() {
    KeeperHarness story = KeeperHarness.begins();
    story.cloud.hides("i-0001", "i-0002", "i-0003");
    story.resize(3).settles();

    for (int i = 0; i < 10; i++) {
      story.crashAndRestart().run(Duration.ofSeconds(20));
    }

    assertThat(story.cloud.boxes).hasSize(3);
    assertThat(story.effective()).containsExactly("i-0001", "i-0002", "i-0003");
  }

  @Test
  @Tag("row-4")
  @DisplayName("124 instances for two machines (CAPA#4629)")
  void aMarkThatNoListEverFinds() {
    KeeperHarness story = KeeperHarness.begins();
    for (int i = 1; i <= 200; i++) {
      story.cloud.hides("i-%04d".formatted(i));
    }

    story.resize(2).run(Duration.ofHours(5));

    assertThat(story.cloud.launches).hasSize(2);
    assertThat(story.cloud.boxes).hasSize(2);
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  @Tag("row-5")
  @DisplayName("No client token, so a retry made a second instance (terraform-provider-aws#27543)")
  void aLostReplyIsAskedForAgainUnderItsKey() {
    Duration busy = Duration.ofSeconds(25);
    KeeperHarness story = KeeperHarness.with(b -> b.listInterval(busy, Duration.ofSeconds(30))
        .launchesPerHour(1000)
        .terminationsPerHour(1000)
        .missingListsUntilGone(3)
        .massDisappearanceShare(0.1));
    for (int i = 0; i < 5; i++) {
      story.cloud.losesNextReply();
    }

    story.resize(1).run();

    assertThat(story.cloud.launches).hasSizeGreaterThan(2);
    assertThat(story.cloud.launches.stream().distinct()).hasSize(1);
    assertThat(story.cloud.boxes).hasSize(1);
  }

  @Test
  @Tag("row-6")
  @DisplayName("The same token for another size after a refusal does not match (ubicloud#5898)")
  void aFallBackIsALaunchOfItsOwn() {
    KeeperHarness story = KeeperHarness.with(b -> b.launch(zones("a", "b")));
    story.cloud.losesNextRequest();
    story.cloud.refusesZone(
        "a",
        CloudException.of(Kind.CAPACITY, CloudException.Effect.NONE, "none left")
            .scope(ErrorScope.zone("a"))
            .build());

    story.resize(6).run();

    Map<String, String> requests = new HashMap<>();
    for (FakeCloud.Sent sent : story.cloud.launches) {
      assertThat(requests.computeIfAbsent(sent.key(), k -> sent.frozen()))
          .as("one key, one request")
          .isEqualTo(sent.frozen());
    }
    assertThat(story.size()).containsExactly(6, 6, 0);
    assertThat(story.cloud.boxes).hasSize(6);
  }

  private static LaunchConfig zones(String... zones) {
    return LaunchConfig.builder().zones(List.of(zones)).build();
  }

  @Test
  @Tag("row-7")
  @DisplayName(
      "The same token after the clean-up gives a terminated machine (harbor#2346, boto3#4406)")
  void aKeyThatAnswersWithAMachineThatHasEnded() {
    KeeperHarness story = KeeperHarness.begins();
    story.cloud.losesNextReply();
    story.resize(1).settles();
    story.cloud.box("i-0001").state = MachineState.TERMINATED;
    story.cloud.showsEnded = true;

    story.run();
    assertThat(story.effective()).containsExactly("i-0002");
    assertThat(story.status("i-0001")).isEqualTo(Status.GONE);

    story.cloud.refusesNextLaunch(FakeCloud.conflict(Conflict.KEY_SPENT));
    story.resize(2).run(Duration.ofSeconds(30));
    assertThat(story.alarms()).contains(Alarm.Code.BAD_LAUNCH);
    story.run();
    assertThat(story.size()).containsExactly(2, 2, 0);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  @Tag("row-9")
  @Tag("CR-1")
  @DisplayName("A new machine for each restart of the controller (CAPA#5794, MCM#318)")
  void aProcessThatRestartsEveryFourMinutesAmidItsLaunches() {
    KeeperHarness story = KeeperHarness.begins();
    for (int life = 0; life < 30; life++) {
      story.cloud.losesNextReply();
      story.resize(3).settles();
      story.crashAndRestart().run(Duration.ofMinutes(4));
    }

    assertThat(story.cloud.boxes).hasSize(3);
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  @Tag("row-10")
  @Tag("CR-14")
  @DisplayName("Two controllers drive one group (autoscaler#1471, knative eventing#6732)")
  void anotherWriterWorksUnderTheNameOfThisPool() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(2).run();
    story.cloud.marked("x-1", story.pool().incarnation(), Optional.of("k".repeat(27)));
    story.cloud.marked("x-2", "9".repeat(27), Optional.of("m".repeat(27)));

    story.list();
    story.resize(5).run();

    assertThat(story.alarms()).contains(Alarm.Code.UNKNOWN_LAUNCH_KEY, Alarm.Code.QUARANTINE);
    assertThat(story.cloud.launches).as("until a person has looked").hasSize(2);
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  @Tag("row-32")
  @DisplayName("A creation of many timed out and forgot those that it had made (libcloud#1589)")
  void aBatchThatWasMadeInPart() {
    KeeperHarness story = KeeperHarness.with(b -> b, p -> p.maxPerKey(10));
    story.cloud.makesOnlyAndLosesReply(4);

    story.resize(10).run();

    assertThat(story.effective()).contains("i-0001", "i-0002", "i-0003", "i-0004");
    assertThat(story.cloud.boxes).hasSize(10);
    assertThat(story.size()).containsExactly(10, 10, 0);
  }

  /** All of them were in one transaction, which refused; the keeper began anew, and launched them again. */
  @Test
  void aBatchIsLargerThanATransaction() {
    int many = Transaction.MAX_OPERATIONS + 20;
    KeeperHarness story =
        KeeperHarness.with(b -> PoolConfig.named("web", "here", many), p -> p.maxPerKey(many));

    story.resize(many).run();

    assertThat(story.size()).containsExactly(many, many, 0);
    assertThat(story.cloud.launches).hasSize(1);
  }

  @Test
  void aProcessDiesInTheMidstOfABatch() {
    for (int atoms = 0; atoms < 20; atoms++) {
      KeeperHarness story = KeeperHarness.with(b -> b, p -> p.maxPerKey(10));
      story.diesAfterAtoms(atoms);
      try {
        story.resize(10).run();
      } catch (KeeperHarness.Died died) {
        story.crashAndRestart().resize(10).run();
      }

      assertThat(story.size()).containsExactly(10, 10, 0);
      assertThat(story.cloud.boxes).hasSize(10);
    }
  }

  @Test
  @Tag("row-42")
  @DisplayName("A replacement was taken for the machine that it replaces (CAPO#190)")
  void aReplacementIsMadeThoughTheOldMachineWillNotEnd() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(2).run();
    story.cloud.stuckEnds = true;

    story.terminate("i-0001", false);
    story.run();

    assertThat(story.effective()).containsExactly("i-0002", "i-0003");
    assertThat(story.cloud.launches.stream().map(FakeCloud.Sent::key).collect(Collectors.toSet()))
        .as("a key of its own for each machine")
        .hasSize(3);
    assertThat(story.cloud.alive()).contains("i-0001");
  }

  @Test
  @Tag("row-47")
  @DisplayName("A capped request was remembered as done and never sent (ray#65694)")
  void aLaunchThatTheCapHeldBackIsMadeLater() {
    KeeperHarness story = KeeperHarness.begins();
    Command grow = new Command.SetDesiredSize(12);
    assertThat(story
            .restartWith(b -> PoolConfig.named("web", "here", 10))
            .ask(grow, Optional.of("grow")))
        .isCompletedExceptionally();
    story.run();
    assertThat(story.intents()).as("no promise without a plan").isEmpty();

    story.restartWith(b -> b).run();
    assertThat(story.ask(grow, Optional.of("grow"))).isCompletedWithValue(null);
    story.run();

    assertThat(story.size()).containsExactly(12, 12, 0);
  }
}
