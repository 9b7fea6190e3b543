package io.cloudadapter.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.keeper.TestRecords;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HookIndexTest {
  private static final LifecycleHook DRAIN =
      LifecycleHook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener());

  private final HookIndex book = new HookIndex(0);
  private final MachineRecord machine =
      TestRecords.machine("m-1", edit -> edit.status = Status.RETIRING);
  private final HookRecord first = hook(1);
  private final HookRecord second = hook(2);

  private HookRecord hook(long token) {
    return HookRecord.begin(new UUID(0, token), machine, DRAIN, TestRecords.START);
  }

  private static HookRecord ended(HookRecord hook) {
    return hook.ended(HookRecord.State.COMPLETED, TestRecords.START, Optional.empty());
  }

  @Test
  void aMachinePausesUntilItsLastPauseHasEnded() {
    book.put(first);
    book.put(second);
    book.put(ended(first));
    assertThat(book.pauses("m-1")).isTrue();

    book.put(ended(second));

    assertThat(book.pauses("m-1")).isFalse();
    assertThat(book.waiting()).isEmpty();
    assertThat(book.of(machine, LifecycleTransition.TERMINATE))
        .containsExactly(ended(first), ended(second));
  }

  @Test
  void aPauseThatIsForgottenLeavesTheOthers() {
    book.put(ended(first));
    book.put(second);

    book.drop(ended(first));

    assertThat(book.find(first.token())).isEmpty();
    assertThat(book.of(machine, LifecycleTransition.TERMINATE)).containsExactly(second);
  }

  @Test
  void aPauseThatHasEndedIsNeverPointless() {
    book.put(first);
    book.put(ended(first));
    book.put(second);

    book.changed(TestRecords.machine("m-1", edit -> edit.status = Status.LIVE));

    assertThat(book.pointless()).containsExactly(second);
  }
}
