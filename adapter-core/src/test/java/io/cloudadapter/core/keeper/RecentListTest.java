package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A view states whether it rests on a recent list of the cloud, and is settled only if it does. */
class RecentListTest {

  private static KeeperHarness pool(int size) {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(size).run();
    return story;
  }

  @Test
  void isNotSettledAfterARestartBeforeTheCloudIsListed() {
    KeeperHarness story = pool(3);
    assertThat(story.view().settled()).isTrue();
    story.holds(Effect.ListPool.class::isInstance);

    story.crashAndRestart().settles();

    PoolView old = story.view();
    assertThat(old.machines()).as("as the ledger has them").hasSize(3);
    assertThat(old.listStatus()).isEqualTo(ListStatus.NOT_LISTED);
    assertThat(old.settled()).isFalse();
    story.releases();
    story.run(Duration.ofMinutes(1));
    assertThat(story.view().settled()).isTrue();
    assertThat(story.view().revision()).isGreaterThan(old.revision());
  }

  @Test
  void isNotSettledWhileTheCredentialsReachAnotherAccount() {
    KeeperHarness story = pool(3);
    story.cloud.account = "account-2";

    story.crashAndRestart().run();

    assertThat(story.alarms()).contains(Alarm.Code.WRONG_ACCOUNT);
    assertThat(story.view().status()).isEqualTo(PoolStatus.FROZEN);
    assertThat(story.view().listStatus()).isEqualTo(ListStatus.NOT_LISTED);
    assertThat(story.view().settled()).isFalse();
  }

  @Test
  void isNotSettledOnceTheLastListIsOldAndSettledAgainAfterTheNext() {
    KeeperHarness story = pool(3);
    story.cloud.listError = FakeCloud.refusal(Kind.UNAVAILABLE);

    story.run(Duration.ofMinutes(1));
    assertThat(story.view().listStatus()).isEqualTo(ListStatus.RECENT);
    long before = story.view().revision();
    story.run(Duration.ofMinutes(3));

    assertThat(story.view().listStatus()).isEqualTo(ListStatus.STALE);
    assertThat(story.view().settled()).isFalse();
    assertThat(story.view().revision()).isGreaterThan(before);
    story.cloud.listError = null;
    story.run();
    assertThat(story.view().listStatus()).isEqualTo(ListStatus.RECENT);
    assertThat(story.view().settled()).isTrue();
  }

  @Test
  void isNotSettledWhenListsHangForEver() {
    KeeperHarness story = pool(3);
    story.holds(Effect.ListPool.class::isInstance);

    story.run(Duration.ofMinutes(5));

    assertThat(story.view().listStatus()).isEqualTo(ListStatus.STALE);
    assertThat(story.view().settled()).isFalse();
  }

  @Test
  void showsWhatTheLedgerHasBeforeThereIsAnyList() {
    KeeperHarness story = KeeperHarness.begins();
    story.holds(Effect.ListPool.class::isInstance);
    story.settles();

    PoolView view = story.shown();

    assertThat(story.hasView()).isFalse();
    assertThat(view.listStatus()).isEqualTo(ListStatus.NOT_LISTED);
    assertThat(view.timestamp()).isEqualTo(Instant.EPOCH);
    assertThat(view.everListed()).isFalse();
    assertThat(view.machines()).isEmpty();
    assertThat(view.settled()).isFalse();
    story.releases();
    story.run(Duration.ofMinutes(1));
    assertThat(story.shown()).isEqualTo(story.view());
    assertThat(story.view().revision()).isGreaterThan(view.revision());
  }
}
