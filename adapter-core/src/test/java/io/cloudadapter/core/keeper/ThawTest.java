package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A person has looked at what vanished: how far that word goes, and that it outlives the process. */
class ThawTest {
  private final KeeperHarness story = KeeperHarness.begins();

  @BeforeEach
  void halfOfThePoolVanishes() {
    story.resize(10).run();
    vanish(1, 5);
    story.list();
    assertThat(story.view().status()).isEqualTo(PoolStatus.FROZEN);
  }

  private void vanish(int first, int last) {
    IntStream.rangeClosed(first, last)
        .forEach(i -> story.cloud.boxes.remove("i-%04d".formatted(i)));
  }

  @Test
  void isRememberedThroughARestart() {
    story.does(new Command.Thaw());

    story.crashAndRestart().run();

    assertThat(story.view().status()).isEqualTo(PoolStatus.ACTIVE);
    assertThat(story.size()).containsExactly(10, 10, 0);
    assertThat(story.cloud.boxes).hasSize(10);
  }

  @Test
  void holdsForWhatWasMissingAndForNothingElse() {
    story.does(new Command.Thaw());

    vanish(6, 9);
    story.list();

    assertThat(story.view().status()).isEqualTo(PoolStatus.FROZEN);
    assertThat(story.alarms()).contains(Alarm.Code.MASS_DISAPPEARANCE);
  }

  @Test
  void endsForAMachineThatIsBack() {
    KeeperHarness other = KeeperHarness.begins();
    other.resize(10).run();
    other.cloud.hides("i-0001", "i-0002", "i-0003", "i-0004", "i-0005");
    other.list();
    other.does(new Command.Thaw());
    other.cloud.showsAgain();
    other.list();

    other.cloud.hides("i-0001", "i-0002", "i-0003", "i-0004");
    other.list();

    assertThat(other.view().status()).isEqualTo(PoolStatus.FROZEN);
  }

  @Test
  void isRefusedBeforeItCanBeToldWhatIsMissing() {
    story.crashAndRestart();

    CompletableFuture<CommandResult> early =
        story.ask(new Command.Thaw(), java.util.Optional.empty());

    assertThat(KeeperHarness.refusal(early).reason()).isEqualTo(Reason.UNAVAILABLE);
    story.run();
    assertThat(story.view().status()).as("still frozen").isEqualTo(PoolStatus.FROZEN);
    story.does(new Command.Thaw());
    story.run();
    assertThat(story.size()).containsExactly(10, 10, 0);
  }

  @Test
  void isDoneWhollyOrCanBeRepeatedAfterAnyCrash() {
    int cuts = 0;
    for (int atoms = 0; ; atoms++) {
      KeeperHarness each = KeeperHarness.begins();
      each.resize(10).run();
      for (int i = 1; i <= 5; i++) {
        each.cloud.boxes.remove("i-000" + i);
      }
      each.list();
      each.diesAfterAtoms(atoms);
      boolean died = false;
      try {
        each.does(new Command.Thaw());
      } catch (KeeperHarness.Died e) {
        died = true;
      }
      if (!died) {
        break;
      }
      cuts++;
      each.crashAndRestart().run();
      if (each.view().status() == PoolStatus.FROZEN) {
        each.does(new Command.Thaw());
        each.run();
      }
      assertThat(each.size()).as("cut after %s atoms", atoms).containsExactly(10, 10, 0);
    }
    assertThat(cuts).isGreaterThan(5);
  }
}
