package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.hook.Hook;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.Transition;
import io.cloudadapter.core.keeper.MachineRecord.Status;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HookBookTest {
  private static final Hook DRAIN =
      Hook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener());

  private final HookBook book = new HookBook(0);
  private final MachineRecord machine =
      Records.machine("m-1", edit -> edit.status = Status.RETIRING);
  private final HookRecord first = hook(1);
  private final HookRecord second = hook(2);

  private HookRecord hook(long token) {
    return HookRecord.begin(new UUID(0, token), machine, DRAIN, Records.START);
  }

  private static HookRecord ended(HookRecord hook) {
    return hook.ended(HookRecord.State.COMPLETED, Records.START);
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
    assertThat(book.of(machine, Transition.TERMINATE)).containsExactly(ended(first), ended(second));
  }

  @Test
  void aPauseThatIsForgottenLeavesTheOthers() {
    book.put(ended(first));
    book.put(second);

    book.drop(ended(first));

    assertThat(book.find(first.token())).isEmpty();
    assertThat(book.of(machine, Transition.TERMINATE)).containsExactly(second);
  }

  @Test
  void aPauseThatHasEndedIsNeverPointless() {
    book.put(first);
    book.put(ended(first));
    book.put(second);

    book.changed(Records.machine("m-1", edit -> edit.status = Status.LIVE));

    assertThat(book.pointless()).containsExactly(second);
  }
}
