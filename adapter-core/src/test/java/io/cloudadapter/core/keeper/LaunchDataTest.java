package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Launches that have values of their own in their user data, such as join tokens. */
class LaunchDataTest {
  private static final CloudException AWAY = CloudException.of(
          Kind.UNAVAILABLE, CloudException.Effect.NONE, "the values of a launch cannot be made")
      .build();

  private static KeeperHarness pool() {
    return KeeperHarness.begins().withLaunchData().run();
  }

  /** The requests of each launch that were sent; several only if the launch changed on the way. */
  private static Map<String, Set<String>> requests(KeeperHarness story) {
    Map<String, Set<String>> requests = new HashMap<>();
    story.cloud.launches.forEach(
        sent -> requests.computeIfAbsent(sent.key(), key -> new HashSet<>()).add(sent.frozen()));
    return requests;
  }

  private static void assertOwnValues(KeeperHarness story) {
    assertThat(requests(story))
        .allSatisfy((key, frozen) -> assertThat(frozen)
            .singleElement()
            .asString()
            .matches(".* with token [0-9]+ of " + key));
    assertThat(story.cloud.launches).allMatch(sent -> sent.count() == 1);
  }

  @Test
  void each_launch_is_prepared_for_itself_and_asks_for_one_machine() {
    KeeperHarness story = pool();

    story.resize(5).run();

    assertThat(story.cloud.launches).hasSize(5);
    assertOwnValues(story);
    assertThat(story.cloud.boxes).hasSize(5);
  }

  @Test
  void a_launch_whose_reply_is_lost_is_sent_again_with_the_same_values() {
    KeeperHarness story = pool();
    story.cloud.refusingAll = FakeCloud.error(Kind.TIMEOUT, CloudException.Effect.UNKNOWN);
    story.resize(2).run(Duration.ofMinutes(2));
    assertThat(story.cloud.launches.size()).isGreaterThan(4);

    story.cloud.refusingAll = null;
    story.run(Duration.ofMinutes(5));

    assertOwnValues(story);
    assertThat(story.cloud.boxes).hasSize(2);
  }

  @Test
  void a_crash_between_the_record_of_a_request_and_its_sending_sends_what_was_recorded() {
    KeeperHarness story = pool();
    story.holds(effect -> effect instanceof Effect.Launch);
    story.resize(1).run(Duration.ofSeconds(1));
    Effect.Launch before = (Effect.Launch) story.underWay().stream()
        .filter(Effect.Launch.class::isInstance)
        .findFirst()
        .orElseThrow();
    assertThat(before.frozen()).contains("token 1 ");

    story.crashAndRestart();
    story.releases();
    story.run(Duration.ofMinutes(5));

    assertThat(story.cloud.launches)
        .as("what was recorded as sent is sent as it was")
        .allMatch(sent -> sent.frozen().equals(before.frozen()));
    assertThat(story.cloud.boxes).hasSize(1);
  }

  /** Each durable write on the way to five machines is the last one of a process, one after the other. */
  @Test
  void a_crash_after_any_write_sends_no_launch_with_two_values_and_makes_no_machine_twice() {
    for (int atoms = 1; atoms < 25; atoms++) {
      KeeperHarness story = pool();
      story.diesAfterAtoms(atoms);
      try {
        story.resize(5).run();
      } catch (KeeperHarness.Died died) {
        // The next process goes on.
      }
      story.crashAndRestart().resize(5).run(Duration.ofMinutes(10));

      assertOwnValues(story);
      assertThat(story.cloud.boxes).as("after %d atoms", atoms).hasSize(5);
    }
  }

  @Test
  void nothing_is_sent_while_the_values_cannot_be_made_and_the_plan_has_the_reason() {
    KeeperHarness story = pool();
    for (int i = 0; i < 1000; i++) {
      story.cloud.nextPrepares.add(AWAY);
    }
    story.resize(1).run(Duration.ofHours(1));

    assertThat(story.cloud.launches).isEmpty();
    int tries = 1000 - story.cloud.nextPrepares.size();
    assertThat(tries).as("tries in an hour, at growing intervals").isBetween(20, 60);
    assertThat(story.alarm(Alarm.Code.CLOUD)).contains("the values of a launch cannot be made");
    List<String> holds = story.keeper().preview(story.now()).holds().stream()
        .map(PoolPlan.Hold::reason)
        .toList();
    assertThat(holds).anyMatch(reason -> reason.contains("the values of a launch cannot be made"));

    story.cloud.nextPrepares.clear();
    story.run(Duration.ofMinutes(10));
    assertThat(story.cloud.boxes).hasSize(1);
    assertOwnValues(story);
  }

  @Test
  void a_launch_of_several_machines_that_was_not_sent_is_planned_anew() {
    KeeperHarness story = KeeperHarness.begins().run();
    story.holds(effect -> effect instanceof Effect.Prepare);
    story.resize(4).run(Duration.ofSeconds(1));
    story.withLaunchData();
    story.releases();

    story.run(Duration.ofMinutes(2));

    assertThat(story.cloud.launches).hasSize(4);
    assertOwnValues(story);
  }
}
