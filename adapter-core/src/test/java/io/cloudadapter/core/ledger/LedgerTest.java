package io.cloudadapter.core.ledger;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.keeper.TestRecords;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the ledger refuses, in production too. */
class LedgerTest {
  private final Ledger ledger = Ledger.fresh(
      new PoolName("web"),
      PoolRecord.fresh("i".repeat(27), "here").edit(edit -> edit.phase = PoolRecord.Phase.ACTIVE));

  private static MachineRecord machine(Status status) {
    return TestRecords.machine("a", edit -> {
      edit.status = status;
      edit.reason = "a test";
    });
  }

  @Test
  void letsNoTerminalMachineReopen() {
    for (Status end : List.of(Status.GONE, Status.DETACHED)) {
      Ledger each = Ledger.fresh(new PoolName("web"), ledger.pool());
      each.put(machine(end));

      assertThatThrownBy(() -> each.put(machine(Status.LIVE)))
          .isInstanceOf(InvariantViolationException.class)
          .hasMessageStartingWith("I9");
    }
  }

  @Test
  void letsNoMachineThatIsBeingDeletedComeBack() {
    for (Status back : List.of(Status.LIVE, Status.RETIRING, Status.DETACHING, Status.DETACHED)) {
      Ledger each = Ledger.fresh(new PoolName("web"), ledger.pool());
      each.put(machine(Status.DELETING));

      assertThatThrownBy(() -> each.put(machine(back)))
          .isInstanceOf(InvariantViolationException.class)
          .hasMessageStartingWith("I9");
    }
  }

  @Test
  void letsAQuarantinedMachineBeDeletedOnlyAfterItIsRetiredByADecision() {
    ledger.put(machine(Status.QUARANTINED));

    assertThatThrownBy(() -> ledger.put(machine(Status.DELETING)))
        .isInstanceOf(InvariantViolationException.class);
    assertThatThrownBy(() -> ledger.put(machine(Status.RETIRING)))
        .as("without a command")
        .isInstanceOf(InvariantViolationException.class);
    ledger.put(machine(Status.RETIRING).edit(edit -> edit.byCommand = true));
    ledger.put(machine(Status.DELETING).edit(edit -> edit.byCommand = true));
  }

  @Test
  void letsNoDetachingMachineBeDeleted() {
    ledger.put(machine(Status.DETACHING));

    assertThatThrownBy(() -> ledger.put(machine(Status.DELETING)))
        .isInstanceOf(InvariantViolationException.class);
  }

  @Test
  void deletesNothingWithoutARecordedReason() {
    ledger.put(TestRecords.machine("a", edit -> edit.status = Status.RETIRING));

    assertThatThrownBy(
            () -> ledger.put(TestRecords.machine("a", edit -> edit.status = Status.DELETING)))
        .isInstanceOf(InvariantViolationException.class)
        .hasMessageStartingWith("I5");
  }

  @Test
  void letsNoEndedLaunchReopen() {
    LaunchRecord sent = TestRecords.sent("k", 2);
    ledger.put(sent);
    ledger.put(sent.lapsed(TestRecords.START));

    assertThatThrownBy(() -> ledger.put(sent))
        .isInstanceOf(InvariantViolationException.class)
        .hasMessageStartingWith("I9");
    assertThatCode(() -> ledger.put(sent.lapsed(TestRecords.START).bind("late", TestRecords.START)))
        .as("a late arrival is written down all the same")
        .doesNotThrowAnyException();
  }

  @Test
  void letsNoSentLaunchBeForgottenOrTakenBack() {
    LaunchRecord planned = TestRecords.planned("k", 1);
    ledger.put(planned.sent("frozen", 1, TestRecords.START));

    assertThatThrownBy(() -> ledger.drop(planned.sent("frozen", 1, TestRecords.START)))
        .isInstanceOf(InvariantViolationException.class)
        .hasMessageStartingWith("I1");
    assertThatThrownBy(() -> ledger.put(planned)).isInstanceOf(InvariantViolationException.class);
  }

  @Test
  void forgetsNoMachineThatHasNotEnded() {
    ledger.put(machine(Status.LIVE));

    assertThatThrownBy(() -> ledger.drop(machine(Status.LIVE)))
        .isInstanceOf(InvariantViolationException.class)
        .hasMessageStartingWith("I4");
  }
}
