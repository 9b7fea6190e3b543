package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.spi.MachineSighting;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A ledger restored from an old copy meets the machines that were made since. */
class QuarantineHandlerTest {
  private final KeeperHarness story = KeeperHarness.begins();

  @BeforeEach
  void twoMachinesAreYoungerThanTheLedger() {
    story.resize(3).run();
    Map<String, byte[]> copy = new TreeMap<>(story.disk);
    story.resize(5).run();
    story.disk.clear();
    story.disk.putAll(copy);
    story.crashAndRestart().run();
  }

  private void settle(String id, QuarantineDecision decision) {
    story.does(new Command.Settle(new MachineId(id), decision));
    story.run();
  }

  @Test
  void listsThemAndHoldsLaunches() {
    assertThat(story.quarantine())
        .extracting(m -> m.id().value())
        .containsExactly("i-0004", "i-0005");
    assertThat(story.quarantine())
        .allMatch(m -> m.holdsLaunches() && !m.reason().isEmpty());
    assertThat(story.metric("pool_quarantined_machines")).isEqualTo(2);
    assertThat(story.alarms()).contains(Alarm.Code.QUARANTINE, Alarm.Code.UNKNOWN_LAUNCH_KEY);
    assertThat(story.alarm(Alarm.Code.QUARANTINE)).contains("i-0004", "i-0005", "quarantine list");
  }

  @Test
  void theAlarmStandsAfterAThawAndAfterARestart() {
    story.does(new Command.Thaw());
    story.run();
    assertThat(story.alarms())
        .contains(Alarm.Code.QUARANTINE)
        .doesNotContain(Alarm.Code.UNKNOWN_LAUNCH_KEY);
    assertThat(story.quarantine()).hasSize(2).noneMatch(m -> m.holdsLaunches());

    story.crashAndRestart().run();

    assertThat(story.alarms()).contains(Alarm.Code.QUARANTINE);
    assertThat(story.cloud.boxes).hasSize(5);
  }

  @Test
  void launchesAreHeldAfterARestartToo() {
    story.crashAndRestart().run();

    assertThat(story.alarms()).contains(Alarm.Code.QUARANTINE, Alarm.Code.UNKNOWN_LAUNCH_KEY);
  }

  @Test
  void adoptsThemAndGrowsByThem() {
    settle("i-0004", QuarantineDecision.ADOPT);
    settle("i-0005", QuarantineDecision.ADOPT);

    assertThat(story.size()).containsExactly(5, 5, 0);
    assertThat(story.quarantine()).isEmpty();
    assertThat(story.alarms()).isEmpty();
    assertThat(story.cloud.boxes).hasSize(5);
    story.crashAndRestart().run();
    assertThat(story.size()).containsExactly(5, 5, 0);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void anAdoptedMachineFillsAGapBeforeThePoolGrows() {
    story.resize(5).run();
    assertThat(story.cloud.boxes).as("launches are held").hasSize(5);

    settle("i-0004", QuarantineDecision.ADOPT);
    settle("i-0005", QuarantineDecision.ADOPT);

    assertThat(story.size()).containsExactly(5, 5, 0);
    assertThat(story.cloud.boxes).hasSize(5);
  }

  @Test
  void disownsThemForEverAndLeavesThemRunning() {
    settle("i-0004", QuarantineDecision.DISOWN);
    settle("i-0005", QuarantineDecision.DISOWN);

    assertThat(story.quarantine()).isEmpty();
    assertThat(story.alarms()).isEmpty();
    story.crashAndRestart().run(java.time.Duration.ofDays(40));
    assertThat(story.quarantine()).isEmpty();
    assertThat(story.alarms()).isEmpty();
    assertThat(story.cloud.boxes).hasSize(5);
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void terminatesThem() {
    settle("i-0004", QuarantineDecision.TERMINATE);
    settle("i-0005", QuarantineDecision.TERMINATE);

    assertThat(story.quarantine()).isEmpty();
    assertThat(story.alarms()).isEmpty();
    assertThat(story.cloud.boxes.values()).filteredOn(FakeCloud.Box::alive).hasSize(3);
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void eachIsSettledByItself() {
    settle("i-0004", QuarantineDecision.TERMINATE);

    assertThat(story.quarantine()).extracting(m -> m.id().value()).containsExactly("i-0005");
    assertThat(story.alarms()).contains(Alarm.Code.QUARANTINE, Alarm.Code.UNKNOWN_LAUNCH_KEY);
  }

  @ParameterizedTest
  @EnumSource(QuarantineDecision.class)
  void aDecisionIsDoneOnceWhereverACrashCutsItOff(QuarantineDecision decision) {
    for (int atoms = 0; atoms < 8; atoms++) {
      QuarantineHandlerTest each = new QuarantineHandlerTest();
      each.twoMachinesAreYoungerThanTheLedger();
      each.story.diesAfterAtoms(atoms);
      try {
        each.settle("i-0004", decision);
      } catch (KeeperHarness.Died e) {
        each.story.crashAndRestart().run();
      }
      each.story.diesAfterAtoms(Integer.MAX_VALUE);

      each.settle("i-0004", decision);

      int size = decision == QuarantineDecision.ADOPT ? 4 : 3;
      assertThat(each.story.size()).as("cut after %s atoms", atoms).containsExactly(size, size, 0);
      assertThat(each.story.quarantine()).extracting(m -> m.id().value()).containsExactly("i-0005");
      assertThat(each.story.cloud.boxes.values())
          .filteredOn(FakeCloud.Box::alive)
          .hasSize(decision == QuarantineDecision.TERMINATE ? 4 : 5);
    }
  }

  @Test
  void refusesWhatIsNotInQuarantineOrExceedsTheMaximum() {
    assertThat(story
            .refuses(new Command.Settle(new MachineId("i-9999"), QuarantineDecision.TERMINATE))
            .reason())
        .isEqualTo(Reason.NOT_FOUND);
    assertThat(story
            .refuses(new Command.Settle(new MachineId("i-0001"), QuarantineDecision.TERMINATE))
            .reason())
        .as("a member is not ended by a slip")
        .isEqualTo(Reason.CONFLICT);
    story
        .restartWith(b -> io.cloudadapter.core.config.PoolConfig.named("web", "here", 3))
        .run();
    assertThat(story.refuses(new Command.Settle(new MachineId("i-0004"), QuarantineDecision.ADOPT)))
        .hasMessage("the pool is at its maxSize of 3");
    settle("i-0004", QuarantineDecision.DISOWN);
    assertThat(story
            .refuses(new Command.Settle(new MachineId("i-0004"), QuarantineDecision.TERMINATE))
            .reason())
        .isEqualTo(Reason.CONFLICT);
    assertThat(story.knows("i-0004")).as("its record outlasts it").isTrue();
  }

  @Test
  void aMachineThatEndsByItselfLeavesTheQuarantine() {
    story.cloud.dies("i-0004");
    story.cloud.dies("i-0005");
    story.run();

    assertThat(story.quarantine()).isEmpty();
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void aMachineOfAnotherLifeIsMarkedAnewWhenItIsAdopted() {
    KeeperHarness other = KeeperHarness.begins();
    other.resize(2).run();
    other.cloud.marked("i-0900", "0".repeat(27), java.util.Optional.empty());
    other.run();
    assertThat(other.quarantine()).hasSize(1).noneMatch(m -> m.holdsLaunches());

    other.does(new Command.Settle(new MachineId("i-0900"), QuarantineDecision.ADOPT));
    other.run();

    assertThat(other.quarantine()).isEmpty();
    assertThat(other.status("i-0900")).isEqualTo(Status.LIVE);
    assertThat(other.size()).containsExactly(3, 3, 0);
    assertThat(other.alarms()).isEmpty();
  }

  @Test
  void aListThatLagsBehindTheEndOfAMachineOfAnotherLifeDoesNotBringItBack() {
    KeeperHarness other = KeeperHarness.begins();
    other.resize(2).run();
    other.cloud.showsEnded = true;
    other.cloud.marked("i-0900", "0".repeat(27), java.util.Optional.empty());
    other.run();
    other.does(new Command.Settle(new MachineId("i-0900"), QuarantineDecision.TERMINATE));
    other.run(Duration.ofSeconds(10));
    assertThat(other.status("i-0900")).isEqualTo(Status.GONE);

    FakeCloud.Box box = java.util.Objects.requireNonNull(other.cloud.boxes.get("i-0900"));
    box.state = MachineState.RUNNING;
    box.end = MachineSighting.End.NOT_ENDED;
    other.resize(3).run(Duration.ofSeconds(10));
    assertThat(other.quarantine()).as("the list may lag").isEmpty();

    other.run(Duration.ofMinutes(2));
    assertThat(other.quarantine()).as("it is there again").hasSize(1);
  }
}
