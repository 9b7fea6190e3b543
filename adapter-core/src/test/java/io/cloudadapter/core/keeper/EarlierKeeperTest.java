package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import java.time.Duration;
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
}
