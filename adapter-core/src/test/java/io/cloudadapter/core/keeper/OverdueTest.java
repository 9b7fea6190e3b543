package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A launch call that hangs outlives the keeper that sent it: when the ledger is read again within one process, the
 * new keeper gets the calls that are still under way, and neither repeats nor resolves them before they return.
 */
class OverdueTest {
  private static final Duration SETTLE = Duration.ofSeconds(60);

  private static KeeperHarness hanging(KeeperHarness story) {
    story.run();
    story.holds(Effect.Launch.class::isInstance);
    story.resize(1).run(Duration.ofMinutes(1));
    return story.readsItsLedgerAgain();
  }

  @Test
  void isNotGivenUpWhileItIsOut() {
    KeeperHarness story = hanging(KeeperHarness.withoutKeys());

    story.run(Duration.ofMinutes(30));
    assertThat(story.onlyIntent().status()).isEqualTo(LaunchRecord.Status.SENT);

    story.releases();
    story.run();
    assertThat(story.cloud.boxes).hasSize(1);
    assertThat(story.cloud.terminations).as("no late arrival").isEmpty();
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void countsTheSettleTimeFromItsReturn() {
    KeeperHarness story = hanging(KeeperHarness.withoutKeys());
    story.run(Duration.ofMinutes(30));
    String key = story.onlyIntent().key();

    story.cloud.losesNextRequest();
    story.releases();
    story.run(SETTLE.minusSeconds(1));
    assertThat(story.cloud.launches).hasSize(1);

    story.run(Duration.ofSeconds(20));
    assertThat(story.intents().stream().filter(i -> i.key().equals(key)))
        .extracting(LaunchRecord::status)
        .containsExactly(LaunchRecord.Status.LAPSED);
  }

  @Test
  void isNotSentASecondTimeBesideTheFirst() {
    KeeperHarness story = hanging(KeeperHarness.begins());

    story.run(Duration.ofMinutes(5));

    assertThat(story.underWay()).filteredOn(Effect.Launch.class::isInstance).hasSize(1);
    story.releases();
    story.run();
    assertThat(story.cloud.launches).hasSize(1);
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void isAmbiguousWithAnyAnswerSinceAnEarlierAnswerMayBeLost() {
    KeeperHarness story = hanging(KeeperHarness.begins());

    story.cloud.refusesNextLaunch(
        FakeCloud.refusal(io.cloudadapter.spi.CloudException.Kind.CAPACITY));
    story.releases();
    story.settles();

    assertThat(story.onlyIntent().status()).isEqualTo(LaunchRecord.Status.SENT);
    story.run();
    assertThat(story.size()).containsExactly(1, 1, 0);
  }
}
