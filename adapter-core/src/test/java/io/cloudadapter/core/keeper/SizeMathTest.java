package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.spi.MachineSighting;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers of the cloud adapter REST API 2.0 (section on pool size; machine and service states). */
class SizeMathTest {
  private final KeeperHarness story = KeeperHarness.begins();

  @ParameterizedTest
  @CsvSource({
    "REQUESTED, UNKNOWN, true, true", "PENDING, BOOTING, true, true",
    "RUNNING, IN_SERVICE, true, true", "RUNNING, UNHEALTHY, true, true",
    "RUNNING, UNKNOWN, true, true", "RUNNING, BOOTING, true, true",
    "REQUESTED, OUT_OF_SERVICE, true, false", "PENDING, OUT_OF_SERVICE, true, false",
    "RUNNING, OUT_OF_SERVICE, true, false", "REJECTED, UNKNOWN, false, false",
    "TERMINATING, IN_SERVICE, false, false", "TERMINATED, IN_SERVICE, false, false",
    "TERMINATED, OUT_OF_SERVICE, false, false", "REJECTED, OUT_OF_SERVICE, false, false",
  })
  void countsAMachineByBothItsStates(
      MachineState state, ServiceState serviceState, boolean allocated, boolean effective) {
    MachineRecord machine = TestRecords.machine("a", edit -> {
      edit.state = state;
      edit.serviceState = serviceState;
    });

    assertThat(machine.state().allocated()).isEqualTo(allocated);
    assertThat(machine.effective()).isEqualTo(effective);
  }

  @Test
  void givesTheNumbersOfTheWorkedExample() {
    story.resize(2).run();
    assertThat(story.size()).containsExactly(2, 2, 0);

    story.serviceState("i-0001", ServiceState.OUT_OF_SERVICE);
    assertThat(story.record("i-0001").effective()).isFalse();
    story.run();
    assertThat(story.size()).as("a replacement has come").containsExactly(2, 3, 1);

    story.serviceState("i-0001", ServiceState.IN_SERVICE);
    story.run();
    assertThat(story.size()).as("one has gone by the pool's order").containsExactly(2, 2, 0);
  }

  @Test
  void showsOneMoreOutOfServiceBeforeTheReplacementIsPromised() {
    story.resize(2).run();
    story.holds(effect -> true);

    story.serviceState("i-0001", ServiceState.OUT_OF_SERVICE);

    assertThat(story.size())
        .as("the promise shows at once, since the plan is made in the same step")
        .containsExactly(2, 3, 1);
  }

  @Test
  void neverEndsAnOutOfServiceMachineByItself() {
    story.resize(2).run();
    story.serviceState("i-0001", ServiceState.OUT_OF_SERVICE);
    story.run();

    story.resize(0).run();

    assertThat(story.cloud.alive()).containsExactly("i-0001");
    assertThat(story.size()).containsExactly(0, 1, 1);
  }

  @Test
  void dropsAnOutOfServiceMachineFromBothNumbersWhenItEnds() {
    story.resize(2).run();
    story.serviceState("i-0001", ServiceState.OUT_OF_SERVICE);
    story.run();

    story.cloud.showsEnded = true;
    story.cloud.dies("i-0001");
    story.run();

    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void replacesAMachineThatDiesByItself() {
    story.resize(3).run();

    story.cloud.dies("i-0002");
    story.run();

    assertThat(story.size()).containsExactly(3, 3, 0);
    assertThat(story.cloud.alive()).containsExactly("i-0001", "i-0003", "i-0004");
  }

  @Test
  void countsAStoppedMachineAsTerminatedAndStillOwnsIt() {
    story.resize(2).run();

    story.cloud.box("i-0001").end = MachineSighting.End.STOPPED;
    story.run();

    assertThat(story.machine("i-0001").machineState()).isEqualTo(MachineState.TERMINATED);
    assertThat(story.machine("i-0001").metadata()).containsEntry("stopped", "true");
    assertThat(story.machine("i-0002").metadata()).doesNotContainKey("stopped");
    assertThat(story.status("i-0001")).isEqualTo(MachineRecord.Status.LIVE);
    assertThat(story.size()).containsExactly(2, 2, 0);
    assertThat(story.cloud.boxes).hasSize(3);
  }

  @Test
  void shrinksAgainWhenAStoppedMachineStartsAgain() {
    story.resize(2).run();
    story.cloud.box("i-0001").end = MachineSighting.End.STOPPED;
    story.run();

    story.cloud.box("i-0001").end = MachineSighting.End.NOT_ENDED;
    story.run();

    assertThat(story.size()).containsExactly(2, 2, 0);
    assertThat(story.machine("i-0001").metadata()).doesNotContainKey("stopped");
  }

  @Test
  void holdsNothingBeforeAnythingWasEverSet() {
    story.run();

    assertThat(story.size()).containsExactly(0, 0, 0);
  }

  @Test
  void beginsAtItsInitialSize() {
    KeeperHarness other = KeeperHarness.with(b -> b.initialSize(3));

    other.run();

    assertThat(other.size()).containsExactly(3, 3, 0);
  }

  @Test
  void readsRecordsThatLeaveOutWhatIsEmpty() {
    MachineRecord machine = TestRecords.machine("a", edit -> edit.launchTime = Instant.EPOCH);

    assertThat(RecordCodec.read("a", RecordCodec.write(machine), MachineRecord.class))
        .isEqualTo(machine);
    assertThat(machine.publicIps()).isEqualTo(List.of());
    assertThat(machine.metadata()).isEqualTo(Map.of());
  }
}
