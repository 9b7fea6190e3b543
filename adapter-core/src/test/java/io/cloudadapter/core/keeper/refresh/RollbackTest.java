package io.cloudadapter.core.keeper.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.LaunchTemplate;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshRequestBuilder;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A refresh goes back to the launch template from before: by command, at failures, and at alarms. */
class RollbackTest {
  private static final Command ROLLBACK = new Command.ControlRefresh(RefreshControl.ROLLBACK);

  private final KeeperHarness story = KeeperHarness.with(image("old"));

  private static UnaryOperator<PoolConfigBuilder> image(String image) {
    return pool -> pool.launch(LaunchConfig.builder().image(image).build());
  }

  private void drifted(int machines) {
    story.resize(machines).run();
    story.restartWith(image("new")).run();
  }

  private void starts(RefreshRequestBuilder request) {
    story.does(new Command.StartRefresh(request.build()));
  }

  /** One machine after the other, each of which takes a minute. */
  private static RefreshRequestBuilder slow() {
    return RefreshRequest.builder().batchSize(1).warmup(Duration.ofMinutes(1));
  }

  private RefreshStatus status() {
    return story.refreshStatus().orElseThrow();
  }

  private List<String> running() {
    return story.shown(Machine::effective);
  }

  private int present() {
    return story.view().template().map(LaunchTemplate::number).orElseThrow();
  }

  private void assertBack(int machines) {
    assertThat(status().state()).isEqualTo(RefreshState.ROLLED_BACK);
    assertThat(status().remaining()).isZero();
    assertThat(story.view().drifted()).as("all are of the present template").isZero();
    assertThat(story.cloud.alive()).hasSize(machines);
    assertThat(story.size()).containsExactly(machines, machines, 0);
  }

  @Test
  void a_command_takes_back_what_the_refresh_has_replaced_and_leaves_the_rest() {
    drifted(10);
    starts(slow());
    story.run(Duration.ofMinutes(5));
    int replaced = story.cloud.launches.size() - 10;
    assertThat(replaced).isBetween(2, 8);
    // One that has begun to leave is let go.
    List<String> untouched = story.shown(machine -> machine.drifted() && machine.effective());

    story.does(ROLLBACK);
    assertThat(status().state()).isEqualTo(RefreshState.ROLLING_BACK);
    assertThat(status().previousTemplate()).hasValue(1);
    assertThat(status().rejectedTemplate()).hasValue(2);
    story.run(Duration.ofHours(1));

    assertBack(10);
    assertThat(status().reason()).contains("it was rolled back by a caller");
    assertThat(running()).containsAll(untouched);
    assertThat(story.cloud.launchedImages().subList(10 + replaced, 10 + 2 * replaced))
        .containsOnly("old");
    assertThat(story.cloud.launches).hasSize(10 + 2 * replaced);
  }

  @Test
  void new_machines_that_fail_take_the_pool_back_by_themselves() {
    drifted(10);
    story.cloud.born = MachineState.PENDING;
    starts(RefreshRequest.builder().failureLimit(2).onFailure(FailureResponse.ROLLBACK));
    for (int i = 0; i < 60 && status().state() == RefreshState.RUNNING; i++) {
      story.run(Duration.ofMinutes(5));
    }
    assertThat(status().state()).isEqualTo(RefreshState.ROLLING_BACK);
    assertThat(status().reason())
        .hasValueSatisfying(why -> assertThat(why).contains("2 new machines failed"));

    story.cloud.born = MachineState.RUNNING;
    story.run(Duration.ofHours(2));

    assertBack(10);
    assertThat(story.alarms()).contains(Alarm.Code.TEMPLATE_HELD);
    assertThat(story.alarm(Alarm.Code.TEMPLATE_HELD))
        .contains("version 1", "template 2", "image", "change the configuration");
  }

  @Test
  void a_share_of_failed_machines_is_a_limit_too() {
    drifted(20);
    story.cloud.born = MachineState.PENDING;
    starts(RefreshRequest.builder()
        .minHealthyPercent(95)
        .failureLimit(100)
        .failurePercent(5)
        .onFailure(FailureResponse.CANCEL));
    story.run(Duration.ofHours(1));

    assertThat(status().state()).isEqualTo(RefreshState.CANCELLED);
    assertThat(status().reason())
        .hasValueSatisfying(why -> assertThat(why).contains("1 new machines failed"));
  }

  @Test
  void a_stop_alarm_takes_the_pool_back() {
    drifted(10);
    story.cloud.born = MachineState.PENDING;
    starts(RefreshRequest.builder()
        .failureLimit(1000)
        .stopAlarms(Set.of(Alarm.Code.LAUNCHES_FAIL))
        .onFailure(FailureResponse.ROLLBACK));
    for (int i = 0; i < 100 && status().state() == RefreshState.RUNNING; i++) {
      story.run(Duration.ofMinutes(5));
    }

    assertThat(status().state()).isEqualTo(RefreshState.ROLLING_BACK);
    assertThat(status().reason())
        .hasValueSatisfying(why -> assertThat(why).contains("alarm LAUNCHES_FAIL"));
    story.cloud.born = MachineState.RUNNING;
    story.run(Duration.ofHours(2));
    assertBack(10);
  }

  @Test
  void a_refresh_does_not_start_while_one_of_its_stop_alarms_stands() {
    story.cloud.born = MachineState.PENDING;
    story.resize(3).run(Duration.ofHours(3));
    assertThat(story.alarms()).contains(Alarm.Code.LAUNCHES_FAIL);

    PoolException refusal = story.refuses(new Command.StartRefresh(
        RefreshRequest.builder().stopAlarms(Set.of(Alarm.Code.LAUNCHES_FAIL)).build()));

    assertThat(refusal.reason()).isEqualTo(PoolException.Reason.CONFLICT);
    assertThat(refusal).hasMessageContaining("stopAlarms").hasMessageContaining("LAUNCHES_FAIL");
    assertThat(story.refreshStatus()).isEmpty();
  }

  @Test
  void growth_amid_a_rollback_launches_the_earlier_template() {
    drifted(10);
    starts(slow());
    story.run(Duration.ofMinutes(3));
    int before = story.cloud.launches.size();

    story.does(ROLLBACK);
    story.resize(14).run(Duration.ofHours(1));

    assertBack(14);
    List<String> images = story.cloud.launchedImages();
    assertThat(images.subList(before, images.size())).isNotEmpty().containsOnly("old");
  }

  @Test
  void a_rollback_goes_on_after_crashes_and_replaces_no_machine_twice() {
    drifted(10);
    starts(RefreshRequest.builder());
    story.run(Duration.ofHours(1));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);

    story.does(ROLLBACK);
    for (int i = 0; i < 12; i++) {
      story.run(Duration.ofSeconds(40));
      story.crashAndRestart();
    }
    story.run(Duration.ofHours(2));

    assertBack(10);
    assertThat(story.cloud.launches).hasSize(30);
  }

  @Test
  void a_rollback_that_is_not_durable_has_not_begun_and_one_that_is_goes_on() {
    for (int atoms = 0; atoms < 4; atoms++) {
      RollbackTest each = new RollbackTest();
      each.drifted(4);
      each.starts(slow());
      each.story.run(Duration.ofMinutes(3));
      each.story.diesAfterAtoms(atoms);
      try {
        each.story.does(ROLLBACK);
      } catch (KeeperHarness.Died expected) {
        assertThat(atoms).as("how many atoms became durable before").isLessThan(3);
      }
      each.story.crashAndRestart().run(Duration.ofHours(1));

      boolean begun = each.status().rejectedTemplate().isPresent();
      assertThat(each.status().state())
          .as("after %s atoms", atoms)
          .isEqualTo(begun ? RefreshState.ROLLED_BACK : RefreshState.SUCCEEDED);
      assertThat(each.present()).isEqualTo(begun ? 3 : 2);
    }
  }

  @Test
  void the_earlier_template_stays_through_a_restart_until_the_configuration_changes() {
    drifted(3);
    starts(RefreshRequest.builder());
    story.run(Duration.ofMinutes(10));
    story.does(ROLLBACK);
    story.run(Duration.ofHours(1));
    assertBack(3);

    story.crashAndRestart().run();
    story.resize(4).run();
    assertThat(story.cloud.launchedImages()).endsWith("old");
    assertThat(story.alarms()).contains(Alarm.Code.TEMPLATE_HELD);

    story.restartWith(image("old")).run();
    assertThat(story.alarms()).doesNotContain(Alarm.Code.TEMPLATE_HELD);
    assertThat(present()).as("the configuration has it again").isEqualTo(3);
    assertThat(story.view().drifted()).isZero();

    story.restartWith(image("newer")).run();
    story.resize(5).run();
    assertThat(story.cloud.launchedImages()).endsWith("newer");
  }

  @Test
  void another_configuration_amid_a_rollback_ends_it() {
    drifted(10);
    starts(slow());
    story.run(Duration.ofMinutes(3));
    story.does(ROLLBACK);

    story.restartWith(image("newer")).run(Duration.ofHours(1));

    assertThat(status().state()).isEqualTo(RefreshState.ROLLBACK_FAILED);
    assertThat(story.alarms()).doesNotContain(Alarm.Code.TEMPLATE_HELD);
    assertThat(story.refuses(ROLLBACK))
        .hasMessageContaining("the launch template has changed since, to number 4");
  }

  @Test
  void another_refresh_goes_to_the_template_of_the_configuration() {
    drifted(3);
    starts(RefreshRequest.builder());
    story.run(Duration.ofMinutes(10));
    story.does(ROLLBACK);
    story.run(Duration.ofHours(1));
    assertBack(3);

    starts(RefreshRequest.builder().onFailure(FailureResponse.ROLLBACK));
    story.run(Duration.ofHours(1));

    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(status().template()).isEqualTo(4);
    assertThat(story.cloud.launchedImages()).endsWith("new", "new", "new");
    assertThat(story.alarms()).doesNotContain(Alarm.Code.TEMPLATE_HELD);
  }

  @Test
  void a_refresh_that_has_ended_is_rolled_back_under_another_id() {
    drifted(3);
    starts(RefreshRequest.builder());
    story.run(Duration.ofHours(1));
    UUID first = status().id();
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);

    story.does(ROLLBACK);
    story.does(ROLLBACK);
    assertThat(status().id()).isNotEqualTo(first);
    assertThat(status().machines()).isEqualTo(3);
    story.run(Duration.ofHours(1));

    assertBack(3);
  }

  @ParameterizedTest
  @EnumSource(names = {"RESUME", "ROLLBACK"})
  void a_rollback_whose_machines_fail_pauses_until_a_person_has_it_go_on(RefreshControl again) {
    drifted(4);
    starts(RefreshRequest.builder().failureLimit(1).onFailure(FailureResponse.ROLLBACK));
    story.run(Duration.ofHours(1));
    story.cloud.born = MachineState.PENDING;
    story.does(ROLLBACK);
    story.run(Duration.ofHours(2));
    assertThat(status().state()).isEqualTo(RefreshState.PAUSED);
    assertThat(status().rejectedTemplate()).hasValue(2);

    story.cloud.born = MachineState.RUNNING;
    story.run(Duration.ofHours(2));
    story.does(new Command.ControlRefresh(again));
    story.run(Duration.ofHours(2));
    assertBack(4);
  }

  @Test
  void a_rollback_that_a_person_stops_has_failed_and_can_be_asked_for_again() {
    drifted(4);
    starts(RefreshRequest.builder().warmup(Duration.ofMinutes(1)));
    story.run(Duration.ofHours(1));
    story.does(ROLLBACK);
    story.does(new Command.ControlRefresh(RefreshControl.CANCEL));
    story.does(new Command.ControlRefresh(RefreshControl.CANCEL));
    story.run(Duration.ofMinutes(30));
    assertThat(status().state()).isEqualTo(RefreshState.ROLLBACK_FAILED);
    assertThat(status().remaining()).isEqualTo(4);

    story.does(ROLLBACK);
    story.run(Duration.ofHours(1));

    assertBack(4);
  }

  @Test
  void a_rollback_fails_at_the_time_limit() {
    drifted(4);
    starts(RefreshRequest.builder().timeLimit(Duration.ofHours(5)));
    story.run(Duration.ofHours(1));
    story.protect("i-0005");

    story.does(ROLLBACK);
    story.run(Duration.ofHours(6));

    assertThat(status().state()).isEqualTo(RefreshState.ROLLBACK_FAILED);
    assertThat(status().remaining()).isEqualTo(1);
  }

  @Test
  void a_rollback_is_refused_with_the_reason() {
    story.resize(3).run();
    assertThat(story.refuses(ROLLBACK)).hasMessageContaining("there was no refresh");
    starts(RefreshRequest.builder().skipMatching(false));
    assertThat(story.refuses(ROLLBACK))
        .hasMessageContaining("no machine had another known launch template");
    story.run(Duration.ofHours(1));
    story.restartWith(image("new")).run();
    starts(RefreshRequest.builder());
    story.run(Duration.ofHours(1));

    story.forgetsVersions().run();

    PoolException refusal = story.refuses(ROLLBACK);
    assertThat(refusal.reason()).isEqualTo(PoolException.Reason.CONFLICT);
    assertThat(refusal)
        .hasMessageContaining(
            "no stored version of the pool's configuration has launch template 2");
    assertThat(status().state()).as("nothing has changed").isEqualTo(RefreshState.SUCCEEDED);
  }

  @Test
  void a_refresh_that_could_not_roll_back_does_not_start_with_it() {
    drifted(3);
    story.forgetsVersions().run();

    PoolException refusal = story.refuses(new Command.StartRefresh(
        RefreshRequest.builder().onFailure(FailureResponse.ROLLBACK).build()));

    assertThat(refusal)
        .hasMessageContaining("onFailure must be PAUSE or CANCEL, was ROLLBACK")
        .hasMessageContaining("launch template 1");
    assertThat(story.refreshStatus()).isEmpty();
    assertThat(present()).isEqualTo(2);
  }

  @Test
  void launches_wait_if_the_values_of_the_earlier_template_are_lost() {
    drifted(3);
    starts(RefreshRequest.builder());
    story.run(Duration.ofMinutes(10));
    story.does(ROLLBACK);
    story.run(Duration.ofHours(1));
    int launched = story.cloud.launches.size();

    story.forgetsVersions().run();
    story.resize(5).run(Duration.ofHours(1));

    assertThat(story.cloud.launches).as("none of the rejected template").hasSize(launched);
    assertThat(story.alarm(Alarm.Code.BAD_LAUNCH))
        .contains("launch template 3", "no stored version");
    starts(RefreshRequest.builder());
    story.run(Duration.ofHours(2));
    assertThat(story.cloud.launchedImages()).endsWith("new", "new");
    assertThat(story.cloud.alive()).hasSize(5);
  }
}
