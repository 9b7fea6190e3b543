package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.StepResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PoolEventLoggerTest {
  private static final ScalingView FOUR = new ScalingView(4, 4, 0, 10, 10, 0, 0);

  private final List<String> lines = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final PoolEventLogger journal =
      new PoolEventLogger(new PoolName("web"), lines::add, warnings::add);

  @Test
  void saysNothingOfTheFirstSizeNorOfTheSameSize() {
    journal.note(view(4), List.of());
    journal.note(view(4), List.of());

    assertThat(lines).isEmpty();
  }

  @Test
  void leavesASizeThatNoPolicyHasChangedToTheEvents() {
    journal.note(view(4), List.of());
    journal.note(
        view(6), List.of(new StepResult.Answer(caller(), Optional.empty(), Optional.empty())));

    assertThat(lines).isEmpty();
  }

  @Test
  void saysWhyAPolicyHasChangedASize() {
    journal.note(view(4), List.of());
    journal.note(
        view(6),
        List.of(answer(new CommandResult.Scaled(
            AdjustmentPolicy.of(ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_CAPACITY, 2)
                .decide(ScalingRequest.out(null), FOUR)))));

    assertThat(lines)
        .containsExactly("pool web: desired size 6, was 4 (4 machines are there or promised;"
            + " the policy changes by 2; OK: scale out by 2 to 6, desired size 6)");
  }

  @Test
  void saysWhyAResizeHasChangedASize() {
    journal.note(view(4), List.of());
    journal.note(
        view(7),
        List.of(answer(new CommandResult.Resized(
            ResizeRequest.to(AdjustmentType.EXACT_CAPACITY, 7).decide(FOUR)))));

    assertThat(lines)
        .singleElement()
        .asString()
        .startsWith("pool web: desired size 7, was 4 (")
        .endsWith("OK: from 4 to 7, desired size 7, limits 0 to 10)");
  }

  @Test
  void warnsOfAnAlarmOnceWhenItBeginsOrChangesAndNotesItsEnd() {
    Alarm cores = new Alarm(Alarm.Code.QUOTA, "no more cores", Instant.EPOCH);
    Alarm ports = new Alarm(Alarm.Code.QUOTA, "no more ports", Instant.EPOCH);
    journal.noteAlarms(List.of());
    journal.noteAlarms(List.of(cores));
    journal.noteAlarms(List.of(cores));
    journal.noteAlarms(List.of(ports));
    journal.noteAlarms(List.of());

    assertThat(warnings)
        .containsExactly(
            "pool web: alarm QUOTA: no more cores", "pool web: alarm QUOTA: no more ports");
    assertThat(lines).containsExactly("pool web: alarm QUOTA is over");
  }

  private static StepResult.Answer answer(CommandResult outcome) {
    return new StepResult.Answer(caller(), Optional.of(outcome), Optional.empty());
  }

  private static CommandSender caller() {
    return CommandSender.under(Optional.empty());
  }

  private static PoolView view(int desired) {
    return new PoolView(
        new PoolName("web"), Instant.EPOCH, 1, desired, PoolStatus.ACTIVE, List.of(), List.of());
  }
}
