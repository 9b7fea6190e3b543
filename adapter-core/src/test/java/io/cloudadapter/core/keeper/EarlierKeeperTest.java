package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Prepared launches that a keeper of an earlier configuration has asked for. */
class EarlierKeeperTest {
  @Test
  void values_that_an_earlier_keeper_asked_for_are_not_sent() {
    KeeperHarness story = KeeperHarness.begins().withLaunchData().run();
    story.holds(effect -> effect instanceof Effect.Prepare);
    story.resize(1).run(Duration.ofSeconds(1));
    Effect.Prepare before = (Effect.Prepare) story.underWay().stream()
        .filter(Effect.Prepare.class::isInstance)
        .findFirst()
        .orElseThrow();
    // The configuration changes: the hook leads to another cluster now.
    story.crashAndRestart();
    story.run(Duration.ofSeconds(1));
    var unused = story.tell(new Event.Prepared(
        before.zone(),
        before.profile(),
        before.launch(),
        before.asker(),
        Optional.of("token of the old cluster"),
        Optional.empty()));
    assertThat(story.underWay())
        .noneMatch(effect -> effect instanceof Effect.Launch sent
            && sent.frozen().equals("token of the old cluster"));
  }

  @Test
  void a_health_read_of_an_earlier_keeper_does_not_stand_for_one_of_the_present_keeper() {
    KeeperHarness story =
        KeeperHarness.with(pool -> pool.health(HealthConfig.none().withCloudStatus(true)));
    story.resize(1).run();
    story.holds(effect -> effect instanceof Effect.ReadInstanceStatus);
    story.run(Duration.ofMinutes(1));
    Effect.ReadInstanceStatus before = read(story);
    story.crashAndRestart();
    story.run(Duration.ofMinutes(1));
    Effect.ReadInstanceStatus now = read(story);

    var unused = story.tell(
        new Event.HealthRead(Optional.empty(), before.asker(), List.of(), Optional.empty()));
    story.run(Duration.ofMinutes(1));
    assertThat(reads(story)).containsExactly(now);

    unused = story.tell(
        new Event.HealthRead(Optional.empty(), now.asker(), List.of(), Optional.empty()));
    story.run(Duration.ofMinutes(1));
    assertThat(reads(story)).hasSize(2);
  }

  private static Effect.ReadInstanceStatus read(KeeperHarness story) {
    List<Effect.ReadInstanceStatus> reads = reads(story);
    return reads.get(reads.size() - 1);
  }

  private static List<Effect.ReadInstanceStatus> reads(KeeperHarness story) {
    return story.underWay().stream()
        .filter(Effect.ReadInstanceStatus.class::isInstance)
        .map(Effect.ReadInstanceStatus.class::cast)
        .toList();
  }
}
