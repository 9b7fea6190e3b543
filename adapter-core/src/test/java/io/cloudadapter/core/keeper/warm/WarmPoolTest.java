package io.cloudadapter.core.keeper.warm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.config.WarmPoolState;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A pool prepares machines ahead, takes them into service first, and refills the warm pool behind. */
class WarmPoolTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static UnaryOperator<PoolConfigBuilder> stopped(int machines) {
    return pool -> pool.warm(WarmConfig.of(WarmPoolState.STOPPED, machines));
  }

  private static KeeperHarness pool(int warm, int size) {
    return KeeperHarness.with(stopped(warm)).resize(size).run();
  }

  private static List<String> in(KeeperHarness story, WarmState state) {
    return story.shown(machine -> machine.warm().equals(Optional.of(state)));
  }

  private static List<String> stoppedIn(FakeCloud cloud) {
    return cloud.powered.stream().filter(call -> call.startsWith("stop")).toList();
  }

  @Test
  void warm_machines_are_stopped_and_count_nowhere() {
    KeeperHarness story = pool(2, 3);

    assertThat(story.size()).containsExactly(3, 3, 0);
    assertThat(in(story, WarmState.WARM)).hasSize(2);
    assertThat(story.cloud.launches).hasSize(5);
    assertThat(stoppedIn(story.cloud)).hasSize(2);
    assertThat(story.view().settled()).isTrue();
    for (String id : in(story, WarmState.WARM)) {
      assertThat(story.machine(id).machineState()).isEqualTo(MachineState.TERMINATED);
      assertThat(story.machine(id).metadata()).containsEntry("stopped", "true");
      assertThat(story.record(id).effective()).isFalse();
    }
    assertThat(story.plan().warm().orElseThrow().ready()).isEqualTo(2);
    assertThat(story.plan().holds()).isEmpty();
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void a_growth_takes_warm_machines_first_and_the_warm_pool_is_refilled_behind() {
    KeeperHarness story = pool(2, 3);
    List<String> warm = in(story, WarmState.WARM);
    story.holds(effect -> effect instanceof Effect.Power);

    story.resize(5).settles();
    assertThat(in(story, WarmState.WAKING)).containsExactlyElementsOf(warm);
    assertThat(story.cloud.launches).hasSizeLessThanOrEqualTo(7);
    assertThat(story.size()).containsExactly(5, 5, 0);
    assertThat(story.view().settled()).isFalse();

    story.releases();
    story.run();
    assertThat(story.effective()).containsAll(warm);
    assertThat(story.size()).containsExactly(5, 5, 0);
    assertThat(in(story, WarmState.WARM)).hasSize(2).doesNotContainAnyElementsOf(warm);
    assertThat(story.cloud.launches).hasSize(7);
    assertThat(story.view().settled()).isTrue();
  }

  @Test
  void a_growth_that_is_greater_launches_the_rest() {
    KeeperHarness story = pool(2, 3);

    story.resize(8).run();

    assertThat(story.size()).containsExactly(8, 8, 0);
    assertThat(in(story, WarmState.WARM)).hasSize(2);
    assertThat(story.cloud.launches).hasSize(10);
  }

  @Test
  void a_machine_that_is_started_counts_as_one_to_come_so_that_no_launch_doubles_it() {
    KeeperHarness story = pool(1, 3);
    story.holds(effect -> effect instanceof Effect.Power power && power.on());

    story.resize(4).run(MINUTE);

    assertThat(in(story, WarmState.WAKING)).hasSize(1);
    assertThat(story.intents().stream().filter(launch -> !launch.warm() && launch.unresolved()))
        .isEmpty();
    assertThat(story.plan().open()).isEqualTo(1);
    assertThat(story.plan().launches()).isEmpty();
  }

  @Test
  void it_goes_on_after_a_crash_wherever_it_stands() {
    KeeperHarness story = pool(1, 3);
    String warm = in(story, WarmState.WARM).get(0);
    story.holds(effect -> effect instanceof Effect.Power);
    story.resize(4).settles();
    assertThat(in(story, WarmState.WAKING)).containsExactly(warm);

    story.crashAndRestart();
    story.releases();
    story.run();

    assertThat(story.effective()).contains(warm);
    assertThat(story.size()).containsExactly(4, 4, 0);
    assertThat(in(story, WarmState.WARM)).hasSize(1);
    assertThat(story.cloud.alive()).hasSize(5);
  }

  @Test
  void a_start_of_which_the_reply_is_lost_is_looked_for() {
    KeeperHarness story = pool(1, 3);
    String warm = in(story, WarmState.WARM).get(0);
    story.cloud.nextPowers.add(FakeCloud.lost());

    story.resize(4).run();

    assertThat(story.effective()).contains(warm);
    assertThat(story.status(warm)).isEqualTo(Status.LIVE);
    assertThat(story.cloud.alive()).hasSize(5);
  }

  @Test
  void one_that_does_not_start_in_time_is_replaced_by_a_launch() {
    KeeperHarness story = pool(1, 3);
    String warm = in(story, WarmState.WARM).get(0);
    story.cloud.broken.add(warm);

    story.resize(4).run(Duration.ofMinutes(4));
    assertThat(story.effective()).contains(warm);

    story.run();
    assertThat(story.cloud.alive()).doesNotContain(warm);
    assertThat(story.size()).containsExactly(4, 4, 0);
    assertThat(in(story, WarmState.WARM)).hasSize(1);
  }

  @Test
  void one_whose_start_is_refused_for_good_is_replaced_at_once() {
    KeeperHarness story = pool(1, 3);
    String warm = in(story, WarmState.WARM).get(0);
    story.cloud.nextPowers.add(FakeCloud.refusal(CloudException.Kind.INVALID));

    story.resize(4).run(Duration.ofMinutes(2));

    assertThat(story.effective()).doesNotContain(warm).hasSize(4);
  }

  @Test
  void one_that_dies_is_replaced() {
    KeeperHarness story = pool(2, 3);
    String warm = in(story, WarmState.WARM).get(0);

    story.cloud.dies(warm);
    story.run();

    assertThat(in(story, WarmState.WARM)).hasSize(2).doesNotContain(warm);
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void one_that_was_started_by_others_is_stopped_again() {
    KeeperHarness story = pool(1, 3);
    String warm = in(story, WarmState.WARM).get(0);
    int before = stoppedIn(story.cloud).size();

    story.cloud.powers(warm, true);
    story.run();

    assertThat(stoppedIn(story.cloud)).hasSizeGreaterThan(before);
    assertThat(in(story, WarmState.WARM)).containsExactly(warm);
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void a_stop_whose_outcome_is_unknown_must_be_over_before_the_machine_may_be_taken() {
    KeeperHarness story = KeeperHarness.with(stopped(1));
    story.cloud.nextPowers.add(FakeCloud.lost());
    story.resize(3).run(Duration.ofSeconds(40));
    assertThat(stoppedIn(story.cloud)).isNotEmpty();

    story.resize(4).run(Duration.ofSeconds(10));
    assertThat(in(story, WarmState.WARMING)).hasSize(1);
    assertThat(story.effective())
        .hasSize(4)
        .doesNotContainAnyElementsOf(in(story, WarmState.WARMING));
  }

  @Test
  void running_ones_are_not_stopped_and_not_in_service() {
    KeeperHarness story = KeeperHarness.with(
            pool -> pool.warm(WarmConfig.of(WarmPoolState.RUNNING, 2)))
        .resize(3)
        .run();

    assertThat(story.cloud.powered).isEmpty();
    assertThat(story.size()).containsExactly(3, 3, 0);
    assertThat(in(story, WarmState.WARM)).hasSize(2);
    assertThat(story.cloud.alive()).hasSize(5);

    List<String> warm = in(story, WarmState.WARM);
    story.resize(5).settles();
    assertThat(story.effective()).containsAll(warm);
    assertThat(story.shown(m -> m.effective() && m.machineState() == MachineState.RUNNING))
        .hasSize(5);
  }

  @Test
  void its_size_follows_the_desired_size_where_machines_are_prepared_together() {
    KeeperHarness story = KeeperHarness.with(
            pool -> pool.warm(WarmConfig.upTo(WarmPoolState.STOPPED, 8).withSize(1)))
        .resize(3)
        .run();
    assertThat(in(story, WarmState.WARM)).hasSize(5);

    story.resize(6).run();
    assertThat(in(story, WarmState.WARM)).hasSize(2);
    assertThat(story.cloud.launches).hasSize(8);

    story.resize(9).run();
    assertThat(in(story, WarmState.WARM)).hasSize(1);
    assertThat(story.size()).containsExactly(9, 9, 0);
  }

  @Test
  void it_stays_within_max_size_and_surge() {
    KeeperHarness story = KeeperHarness.with(
            pool -> pool.surge(2).warm(WarmConfig.of(WarmPoolState.STOPPED, 5)))
        .resize(19)
        .run();
    assertThat(in(story, WarmState.WARM)).hasSize(3);
    assertThat(story.cloud.alive()).hasSize(22);

    story.resize(20).run();
    assertThat(in(story, WarmState.WARM)).hasSize(2);
    assertThat(story.cloud.alive()).hasSize(22);
  }

  @Test
  void machines_that_are_too_many_return_if_that_is_asked_for() {
    KeeperHarness story = KeeperHarness.with(
            pool -> pool.warm(WarmConfig.upTo(WarmPoolState.STOPPED, 5).withReuseOnScaleIn(true)))
        .resize(5)
        .run();
    assertThat(in(story, WarmState.WARM)).isEmpty();

    story.resize(3).settles();
    List<String> back = in(story, WarmState.COOLING);
    assertThat(back).hasSize(2);
    assertThat(story.size()).containsExactly(3, 3, 0);

    story.run();
    assertThat(in(story, WarmState.WARM)).containsExactlyElementsOf(back);
    assertThat(story.cloud.launches).hasSize(5);
    assertThat(story.cloud.terminations).isEmpty();

    story.resize(5).run();
    assertThat(story.effective()).containsAll(back).hasSize(5);
    assertThat(story.cloud.launches).hasSize(5);
  }

  @Test
  void machines_that_are_too_many_end_otherwise() {
    KeeperHarness story = KeeperHarness.with(
            pool -> pool.warm(WarmConfig.upTo(WarmPoolState.STOPPED, 5)))
        .resize(5)
        .run();

    story.resize(3).run();

    assertThat(story.cloud.terminations).hasSize(2);
    assertThat(in(story, WarmState.WARM)).hasSize(2);
    assertThat(story.cloud.launches).hasSize(7);
  }

  @Test
  void one_may_be_terminated_by_its_id_and_is_replaced() {
    KeeperHarness story = pool(1, 3);
    String warm = in(story, WarmState.WARM).get(0);

    story.terminate(warm, false);
    story.run();

    assertThat(story.cloud.alive()).doesNotContain(warm).hasSize(4);
    assertThat(in(story, WarmState.WARM)).hasSize(1);
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void one_does_not_lower_the_desired_size() {
    KeeperHarness story = pool(1, 3);
    String warm = in(story, WarmState.WARM).get(0);

    assertThat(story.refuses(new Command.Terminate(new MachineId(warm), true)).getMessage())
        .contains(warm);
    assertThat(story.pool().desired()).isEqualTo(3);
  }

  @Test
  void a_lowered_size_ends_the_surplus() {
    KeeperHarness story = pool(3, 3);

    story.restartWith(stopped(1)).run();

    assertThat(in(story, WarmState.WARM)).hasSize(1);
    assertThat(story.cloud.alive()).hasSize(4);
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void none_is_left_once_the_pool_has_no_warm_pool() {
    KeeperHarness story = pool(2, 3);

    story.restartWith(pool -> pool.warm(WarmConfig.none())).run();

    assertThat(story.shown(machine -> machine.warm().isPresent())).isEmpty();
    assertThat(story.cloud.alive()).hasSize(3);
    assertThat(story.plan().warm()).isEmpty();
  }

  @Test
  void outdated_ones_are_taken_only_if_no_other_is_there() {
    KeeperHarness story = pool(2, 3);
    List<String> old = in(story, WarmState.WARM);
    story
        .restartWith(pool ->
            stopped(2).apply(pool.launch(LaunchConfig.builder().image("other").build())))
        .run();
    assertThat(story.machine(old.get(0)).drifted()).isTrue();

    story.resize(4).run();

    assertThat(story.effective()).containsAnyElementsOf(old);
    assertThat(in(story, WarmState.WARM)).hasSize(2);
    assertThat(
            in(story, WarmState.WARM).stream().filter(id -> !story.machine(id).drifted()))
        .hasSize(1);

    List<String> current = in(story, WarmState.WARM).stream()
        .filter(id -> !story.machine(id).drifted())
        .toList();
    story.resize(5).run();
    assertThat(story.effective()).containsAll(current);
  }

  @Test
  void stopped_machines_that_a_fresh_ledger_adopts_are_warm() {
    KeeperHarness story = pool(2, 3);
    List<String> warm = in(story, WarmState.WARM);
    story.disk.clear();

    story.crashAndRestart().run();
    story.does(new Command.Adopt());
    story.run();

    assertThat(story.size()).containsExactly(3, 3, 0);
    assertThat(story.shown(m -> m.warm().isPresent())).containsExactlyElementsOf(warm);
    assertThat(story.shown(Machine::effective)).hasSize(3);
  }
}
