package io.cloudadapter.core.keeper.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What machines have beside them: made before they enter service, released once they are gone. */
class MachineResourcesTest {
  private static final Duration SETTLE = Duration.ofSeconds(60);

  private static KeeperHarness pool(int size) {
    KeeperHarness story = KeeperHarness.begins().withResources();
    story.resize(size).run();
    return story;
  }

  private static OwnershipMarks marks(KeeperHarness story, Optional<String> key) {
    return new OwnershipMarks(
        new PoolName("web"),
        new PoolIncarnation(story.pool().incarnation()),
        key.map(LaunchKey::new));
  }

  @Test
  void gives_each_machine_its_resources_once() {
    KeeperHarness story = pool(3);

    assertThat(story.cloud.completes).hasSize(3).doesNotHaveDuplicates();
    assertThat(story.cloud.resources).hasSize(3);
    assertThat(story.cloud.releases).isEmpty();
  }

  @Test
  void a_machine_is_not_in_service_before_it_has_them() {
    KeeperHarness story = KeeperHarness.begins().withResources();
    story.holds(Effect.Complete.class::isInstance);
    story.resize(1).settles();

    assertThat(story.entering()).isTrue();
    story.releases();
    story.settles();
    assertThat(story.entering()).isFalse();
  }

  @Test
  void its_hooks_begin_only_then() {
    KeeperHarness story = KeeperHarness.with(pool ->
            pool.hook(LifecycleHook.onLaunch("ready", Duration.ofHours(1), HookTarget.listener())))
        .withResources();
    story.holds(Effect.Complete.class::isInstance);
    story.resize(1).settles();

    assertThat(story.pauses()).isZero();
    story.releases();
    story.settles();
    assertThat(story.pauses()).isEqualTo(1);
  }

  @Test
  void a_call_whose_outcome_is_unknown_is_repeated_once_it_has_settled() {
    KeeperHarness story = KeeperHarness.begins().withResources();
    story.cloud.nextCompletes.add(error(Kind.TIMEOUT, CloudException.Effect.UNKNOWN));
    story.resize(1).run(SETTLE.minusSeconds(1));
    assertThat(story.cloud.completes).hasSize(1);

    story.run(Duration.ofMinutes(3));
    assertThat(story.cloud.completes).hasSize(2);
    assertThat(story.entering()).isFalse();
  }

  @Test
  void so_is_the_call_of_an_earlier_process() {
    KeeperHarness story = KeeperHarness.begins().withResources();
    story.holds(Effect.Complete.class::isInstance);
    story.resize(1).settles();

    story.crashAndRestart();
    story.releases();
    story.run(SETTLE.minusSeconds(1));
    assertThat(story.cloud.completes).isEmpty();
    story.run(Duration.ofSeconds(10));
    assertThat(story.cloud.completes).hasSize(1);
  }

  @Test
  void a_refused_call_is_repeated_soon_and_shown_to_people() {
    KeeperHarness story = KeeperHarness.begins().withResources();
    story.cloud.nextCompletes.add(error(Kind.QUOTA, CloudException.Effect.NONE));
    story.resize(1).settles();
    assertThat(story.view().alarms())
        .extracting(Alarm::message)
        .anySatisfy(message -> assertThat(message).contains("lacks its resources", "QUOTA"));

    story.run(Duration.ofSeconds(5));
    assertThat(story.entering()).isFalse();
    assertThat(story.view().alarms()).isEmpty();
  }

  @Test
  void a_machine_that_does_not_get_them_within_the_boot_deadline_is_replaced() {
    KeeperHarness story = KeeperHarness.begins().withResources();
    story.cloud.neverComplete = true;
    story.resize(1).run(Duration.ofMinutes(1));
    String first = story.cloud.alive().get(0);

    story.run(Duration.ofMinutes(30));
    assertThat(story.cloud.terminations).contains(first);
    story.cloud.neverComplete = false;
    story.run(Duration.ofHours(2));
    assertThat(story.cloud.alive()).hasSize(1).doesNotContain(first);
    assertThat(story.cloud.resources.keySet())
        .containsExactly("address-of-" + story.cloud.alive().get(0));
  }

  @Test
  void they_are_released_once_the_machine_is_surely_gone_and_not_before() {
    KeeperHarness story = pool(2);
    story.resize(1).run(SETTLE);
    assertThat(story.cloud.alive()).hasSize(1);
    assertThat(story.cloud.releases).isEmpty();

    story.run(Duration.ofMinutes(3));
    assertThat(story.cloud.releases).hasSize(1);
    assertThat(story.cloud.resources.keySet())
        .containsExactly("address-of-" + story.cloud.alive().get(0));
  }

  @Test
  void what_a_launch_left_that_made_no_machine_is_released() {
    KeeperHarness story = pool(1);
    String key = story.launchKeys().get(0);
    story.terminate(story.cloud.alive().get(0), true);
    story.cloud.resource("disk-1", Optional.empty(), marks(story, Optional.of(key)));

    story.run();
    assertThat(story.cloud.resources).isEmpty();
  }

  @Test
  void what_belongs_to_a_launch_under_way_is_not() {
    KeeperHarness story = KeeperHarness.begins().withResources();
    story.run();
    story.holds(Effect.Launch.class::isInstance);
    story.resize(1).settles();
    String key = story.onlyIntent().key();
    story.cloud.resource("disk-1", Optional.empty(), marks(story, Optional.of(key)));

    story.run(Duration.ofHours(1));
    assertThat(story.cloud.releases).isEmpty();
  }

  @Test
  void what_the_ledger_cannot_explain_is_left_alone_and_shown_to_people() {
    KeeperHarness story = pool(1);
    story.cloud.resource("disk-1", Optional.empty(), marks(story, Optional.of("k".repeat(27))));
    story.cloud.resource(
        "disk-2",
        Optional.empty(),
        new OwnershipMarks(
            new PoolName("web"), new PoolIncarnation("z".repeat(27)), Optional.empty()));

    story.run(Duration.ofHours(1));
    assertThat(story.cloud.releases).isEmpty();
    assertThat(story.view().alarms())
        .extracting(Alarm::message)
        .anySatisfy(message -> assertThat(message).contains("address disk-1 and 1 other"));
  }

  @Test
  void what_another_pool_owns_is_never_released() {
    KeeperHarness story = pool(1);
    story.cloud.resource(
        "disk-1",
        Optional.of("i-none"),
        new OwnershipMarks(
            new PoolName("other"),
            new PoolIncarnation(story.pool().incarnation()),
            Optional.empty()));

    story.run(Duration.ofHours(1));
    assertThat(story.cloud.releases).isEmpty();
    assertThat(story.view().alarms()).isEmpty();
  }

  @Test
  void nothing_is_released_by_an_incomplete_list() {
    KeeperHarness story = pool(1);
    story.cloud.resourceListsComplete = false;
    story.resize(0).run(Duration.ofHours(1));
    assertThat(story.cloud.releases).isEmpty();

    story.cloud.resourceListsComplete = true;
    story.run(Duration.ofMinutes(20));
    assertThat(story.cloud.resources).isEmpty();
  }

  @Test
  void another_process_releases_what_an_earlier_one_left() {
    KeeperHarness story = pool(1);
    story.holds(Effect.ListResources.class::isInstance);
    story.resize(0).run();

    story.crashAndRestart();
    story.releases();
    story.run();
    assertThat(story.cloud.resources).isEmpty();
  }

  private static CloudException error(Kind kind, CloudException.Effect effect) {
    return CloudException.of(kind, effect, "the cloud's error is " + kind).build();
  }
}
