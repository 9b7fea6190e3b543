package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What readers see: the last complete list, overlaid with the ledger. */
class ReadsTest {
  private final KeeperHarness story = KeeperHarness.begins();

  @Test
  void showsNothingBeforeTheFirstCompleteList() {
    story.cloud.listError = FakeCloud.refusal(Kind.UNAVAILABLE);
    story.run();
    assertThat(story.hasView()).isFalse();

    story.cloud.listError = null;
    story.cloud.listsComplete = false;
    story.run();
    assertThat(story.hasView()).isFalse();

    story.cloud.listsComplete = true;
    story.run();
    assertThat(story.hasView()).isTrue();
  }

  @Test
  void acceptsASizeBeforeTheFirstList() {
    story.cloud.listError = FakeCloud.refusal(Kind.UNAVAILABLE);
    story.resize(2).run();
    assertThat(story.cloud.launches).isEmpty();

    story.cloud.listError = null;
    story.run();

    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void showsItsOwnWritesAtOnce() {
    story.resize(2).run();
    story.holds(effect -> true);

    story.serviceState("i-0001", ServiceState.UNHEALTHY);
    assertThat(story.machine("i-0001").serviceState()).isEqualTo(ServiceState.UNHEALTHY);
    story.protect("i-0001");
    assertThat(story.machine("i-0001").isProtected()).isTrue();
    story.terminate("i-0002", true);
    assertThat(story.machine("i-0002").machineState()).isEqualTo(MachineState.TERMINATING);
    assertThat(story.view().desiredSize()).isEqualTo(1);
    story.resize(4);
    assertThat(story.size()).containsExactly(4, 4, 0);
  }

  @Test
  void movesItsRevisionIfAndOnlyIfSomethingShownHasChanged() {
    story.resize(2).run();
    long before = story.view().revision();

    story.run(Duration.ofHours(1));
    assertThat(story.view().revision()).as("lists that show the same").isEqualTo(before);
    story.resize(2).settles();
    assertThat(story.view().revision()).as("the same size again").isEqualTo(before);
    story.serviceState("i-0001", ServiceState.UNKNOWN);
    assertThat(story.view().revision()).as("the same state again").isEqualTo(before);

    story.serviceState("i-0001", ServiceState.IN_SERVICE);
    assertThat(story.view().revision()).isGreaterThan(before);
  }

  @Test
  void movesNoRevisionForAMachineThatIsNotShown() {
    story.resize(1).run();
    FakeCloud.Box foreign = story.cloud.marked("foreign", "0".repeat(27), Optional.empty());
    story.run();
    long before = story.view().revision();

    foreign.metadata = Map.of("note", "changed");
    story.run();

    assertThat(story.view().revision()).isEqualTo(before);
  }

  @Test
  void movesItsTimestampWithEachCompleteListOnly() {
    story.resize(1).run();
    var before = story.view().timestamp();

    story.cloud.listsComplete = false;
    story.run();
    assertThat(story.view().timestamp()).isEqualTo(before);

    story.cloud.listsComplete = true;
    story.run();
    assertThat(story.view().timestamp()).isAfter(before);
  }

  @Test
  void answersFromTheLedgerAfterARestart() {
    story.resize(2).run();
    story.serviceState("i-0001", ServiceState.OUT_OF_SERVICE);
    story.run();
    long before = story.view().revision();
    story.cloud.listError = FakeCloud.refusal(Kind.UNAVAILABLE);

    story.crashAndRestart().settles();

    assertThat(story.size()).containsExactly(2, 3, 1);
    assertThat(story.machine("i-0001").serviceState()).isEqualTo(ServiceState.OUT_OF_SERVICE);
    assertThat(story.view().revision()).as("never a revision twice").isGreaterThan(before);
  }

  @Test
  void waitsForTheCloudBeforeItActsAfterARestart() {
    story.resize(3).run();
    story.cloud.listError = FakeCloud.refusal(Kind.UNAVAILABLE);
    story.crashAndRestart();

    story.resize(1).run();

    assertThat(story.size()).containsExactly(1, 3, 0);
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.plan().holds()).isNotEmpty();
  }

  @Test
  void plansWhatItThenDoes() {
    story.run();
    story.holds(effect -> true);
    story.resize(2);
    assertThat(story.plan().open()).isEqualTo(2);
    assertThat(story.plan().launches()).as("it is promised already").isEmpty();

    story.releases();
    story.run();
    assertThat(story.plan().effective()).isEqualTo(2);
    assertThat(story.plan().terminations()).isEmpty();
  }

  @Test
  void keepsWorkingWhenTheMonotonicClockOverflows() {
    KeeperHarness late = KeeperHarness.nearTheEndOfTheClock();
    late.resize(3).run(Duration.ofMinutes(5));
    late.cloud.dies("i-0002");

    late.run(Duration.ofMinutes(30));

    assertThat(late.size()).containsExactly(3, 3, 0);
    assertThat(late.cloud.boxes).hasSize(3);
  }
}
