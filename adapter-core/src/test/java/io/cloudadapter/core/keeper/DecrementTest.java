package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.MachineSighting;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A decrement lowers the desired size by one or is refused: each machine can lower it once, and only while it counts.
 * A repetition of what was carried out is answered alike, also after a restart, and lowers nothing.
 */
class DecrementTest {
  private static final MachineId FIRST = new MachineId("i-0001");

  private final KeeperHarness story = KeeperHarness.begins();

  private void running(int size) {
    story.resize(size).run();
  }

  private static Command leaves(boolean terminated, boolean decrement) {
    return terminated
        ? new Command.Terminate(FIRST, decrement)
        : new Command.Detach(FIRST, decrement);
  }

  /** The command is refused, names the machine and its state, and changes nothing. */
  private void lowersNothing(Command command, String condition) {
    int desired = story.view().desiredSize();
    Map<String, byte[]> disk = Map.copyOf(story.disk);

    PoolException refusal = story.refuses(command);

    assertThat(refusal.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(refusal)
        .hasMessage("machine i-0001 is " + condition
            + " and does not count towards the desired size, so it cannot lower it");
    assertThat(refusal.detail())
        .isEqualTo("Nothing was changed, and the desired size is " + desired
            + ". To remove the machine, repeat the request without the decrement. To change "
            + "the desired size, set it.");
    assertThat(story.view().desiredSize()).isEqualTo(desired);
    assertThat(story.disk).isEqualTo(disk);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isRefusedForAMachineThatIsOutOfService(boolean terminated) {
    running(2);
    story.serviceState("i-0001", ServiceState.OUT_OF_SERVICE);
    story.run();

    lowersNothing(leaves(terminated, true), "OUT_OF_SERVICE");
    assertThat(story.status("i-0001")).isEqualTo(Status.LIVE);

    story.does(leaves(terminated, false));
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isRefusedForAMachineThatIsStopped(boolean terminated) {
    running(2);
    story.cloud.box("i-0001").end = MachineSighting.End.STOPPED;
    story.cloud.box("i-0001").state = MachineState.TERMINATED;
    story.list();

    lowersNothing(leaves(terminated, true), "TERMINATED");
  }

  @Test
  void isRefusedForAMachineThatIsPresumedGone() {
    running(4);
    story.cloud.boxes.remove("i-0001");
    for (int i = 0; i < 300 && story.status("i-0001") == Status.LIVE; i++) {
      story.run(Duration.ofSeconds(1));
    }
    assertThat(story.status("i-0001")).isEqualTo(Status.PRESUMED_GONE);

    lowersNothing(leaves(true, true), "TERMINATED");
    lowersNothing(leaves(false, true), "TERMINATED");
  }

  @Test
  void isRefusedForAMachineThatWasAskedToEndWithoutOne() {
    running(3);
    story.cloud.stuckEnds = true;
    story.terminate("i-0001", false);

    lowersNothing(leaves(true, true), "TERMINATING");
    story.settles();
    assertThat(story.status("i-0001")).isEqualTo(Status.DELETING);
    lowersNothing(leaves(true, true), "TERMINATING");

    story.crashAndRestart();
    story.run();
    lowersNothing(leaves(true, true), "TERMINATING");
    story.terminate("i-0001", false);
  }

  @Test
  void isRefusedForAMachineThatGoesAsOneTooMany() {
    running(1);
    story.cloud.stuckEnds = true;
    story.resize(0).settles();

    lowersNothing(leaves(true, true), "TERMINATING");
  }

  @Test
  void isRefusedForAMachineThatWasDetachedWithoutOne() {
    running(2);
    story.holds(Effect.Unmark.class::isInstance);
    story.detach("i-0001", false);

    lowersNothing(leaves(false, true), "being detached");
    story.detach("i-0001", false);
  }

  @Test
  void isRefusedForAMachineThatHasEndedByItself() {
    running(2);
    story.cloud.showsEnded = true;
    story.cloud.dies("i-0001");
    story.list();
    assertThat(story.machine("i-0001").machineState()).isEqualTo(MachineState.TERMINATED);

    lowersNothing(leaves(true, true), "TERMINATED");
    story.terminate("i-0001", false);
  }

  @Test
  void isRefusedForAMachineThatHasEndedAsAskedWithoutOne() {
    running(2);
    story.cloud.showsEnded = true;
    story.terminate("i-0001", false);
    story.run();

    lowersNothing(leaves(true, true), "TERMINATED");
  }

  @Test
  void isAnsweredAlikeAtEachRepetitionUntilTheRecordOfTheEndIsForgotten() {
    running(3);
    story.cloud.stuckEnds = true;
    Command command = leaves(true, true);
    story.does(command);
    story.does(command);
    story.settles();
    assertThat(story.status("i-0001")).isEqualTo(Status.DELETING);
    story.crashAndRestart();
    story.run();
    story.does(command);

    story.cloud.stuckEnds = false;
    story.run();
    assertThat(story.status("i-0001")).isEqualTo(Status.GONE);
    story.does(command);
    story.crashAndRestart();
    story.run();
    story.does(command);
    assertThat(story.size()).containsExactly(2, 2, 0);

    story.run(Duration.ofDays(40));
    assertThat(story.disk).doesNotContainKey("pools/web/machine/i-0001");
    assertThat(story.refuses(command).reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void isAnsweredAlikeForAMachineThatLeavesAlive() {
    running(3);
    story.holds(Effect.Unmark.class::isInstance);
    Command command = leaves(false, true);
    story.does(command);
    story.does(command);
    story.crashAndRestart();
    story.does(command);
    story.releases();
    story.run();
    assertThat(story.status("i-0001")).isEqualTo(Status.DETACHED);

    story.does(command);
    story.crashAndRestart();
    story.run();
    story.does(command);

    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void isNotTakenTwiceIfAMachineIsDetachedThatWasToEnd() {
    running(3);
    story.holds(Effect.ListPool.class::isInstance);
    story.crashAndRestart();
    story.settles();
    story.terminate("i-0001", true);
    assertThat(story.status("i-0001")).isEqualTo(Status.RETIRING);

    story.detach("i-0001", true);

    assertThat(story.status("i-0001")).isEqualTo(Status.DETACHING);
    assertThat(story.view().desiredSize()).isEqualTo(2);
  }

  @Test
  void isTakenAnewForAMachineThatCameBack() {
    running(2);
    story.detach("i-0001", true);
    story.run();
    assertThat(story.attach("i-0001")).isNotNull();
    story.run();
    assertThat(story.size()).containsExactly(2, 2, 0);

    story.cloud.stuckEnds = true;
    story.terminate("i-0001", false);
    lowersNothing(leaves(true, true), "TERMINATING");
  }

  @Test
  void isKnownAgainOfAMachineThatShowsUpAfterItsEnd() {
    running(2);
    story.terminate("i-0001", true);
    story.run();
    story.cloud.stuckEnds = true;
    story.cloud.marked(
        "i-0001",
        story.pool().incarnation(),
        Optional.ofNullable(story.record("i-0002").key()));
    story.run();
    assertThat(story.record("i-0001").generation()).isEqualTo(1);

    story.terminate("i-0001", true);
    assertThat(story.view().desiredSize()).isEqualTo(1);
  }

  @Test
  void isRefusedForAPromiseThatWasTakenBackWithoutOne() {
    story.run();
    story.holds(Effect.Launch.class::isInstance);
    story.resize(1).settles();
    MachineId promise = new MachineId(story.effective().get(0));
    story.terminate(promise.value(), false);
    story.settles();

    PoolException refusal = story.refuses(new Command.Terminate(promise, true));
    assertThat(refusal.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(refusal).hasMessageContaining(promise + " is taken back and does not count");
    story.terminate(promise.value(), false);
    assertThat(story.view().desiredSize()).isEqualTo(1);
  }

  @Test
  void isAnsweredAlikeForAPromiseAndForTheMachineThatItBecomes() {
    story.run();
    story.holds(Effect.Launch.class::isInstance);
    story.resize(1).settles();
    MachineId promise = new MachineId(story.effective().get(0));
    story.terminate(promise.value(), true);
    story.terminate(promise.value(), true);
    story.cloud.stuckEnds = true;
    story.releases();
    story.settles();
    assertThat(story.status("i-0001")).isIn(Status.RETIRING, Status.DELETING);

    story.terminate(promise.value(), true);
    story.terminate("i-0001", true);
    story.crashAndRestart();
    story.run();
    story.terminate(promise.value(), true);
    story.terminate("i-0001", true);
    story.cloud.stuckEnds = false;
    story.run();
    assertThat(story.status("i-0001")).isEqualTo(Status.GONE);
    story.terminate(promise.value(), true);
    story.terminate("i-0001", true);

    assertThat(story.view().desiredSize()).isZero();
    assertThat(story.refuses(new Command.Terminate(promise, false)).reason())
        .isEqualTo(Reason.NOT_FOUND);
  }

  @Test
  void lowersBothAPromiseAndTheMachineOfAnotherInTheSameLaunch() {
    story.run();
    story.holds(Effect.Launch.class::isInstance);
    story.resize(2).settles();
    MachineId promise = new MachineId(story.effective().get(1));
    story.terminate(promise.value(), true);
    story.releases();
    story.run();

    assertThat(story.size()).containsExactly(1, 1, 0);
    story.terminate(promise.value(), true);
    String left = story.effective().get(0);
    story.terminate(left, true);
    story.terminate(left, true);
    story.run();

    assertThat(story.size()).containsExactly(0, 0, 0);
  }

  @Test
  void isTakenForGrantedOfMachinesThatAnEarlierVersionWasEnding() {
    running(3);
    story.cloud.stuckEnds = true;
    story.terminate("i-0001", true);
    story.settles();
    story.disk.put(
        "pools/web/machine/i-0001",
        RecordCodec.write(story.record("i-0001").edit(edit -> edit.lowered = false)));
    story.disk.put("pools/web/pool", RecordCodec.write(story.pool().edit(edit -> edit.format = 0)));

    story.crashAndRestart();
    story.run();

    story.terminate("i-0001", true);
    assertThat(story.view().desiredSize()).isEqualTo(2);
    assertThat(story.record("i-0001").lowered()).isTrue();
  }
}
