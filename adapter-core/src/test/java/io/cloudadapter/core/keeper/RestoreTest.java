package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.RestoreReport;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.backup.BackupFile;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.action.ActionTraits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A pool whose ledger was restored from a backup waits for a decision, and loses nothing by it. */
class RestoreTest {
  private static final LifecycleHook DRAIN =
      LifecycleHook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener());

  private static RestoreReport report(KeeperHarness story) {
    return story.restoreReport().orElseThrow();
  }

  private static List<MachineId> ids(List<String> machines) {
    return machines.stream().map(MachineId::new).toList();
  }

  private static void accept(KeeperHarness story) {
    story.does(new Command.AcceptRestore());
  }

  // ------------------------------------------------------------------------------- waiting

  @Test
  void a_restored_pool_writes_nothing_to_the_cloud_until_it_is_accepted() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(3).run();
    BackupFile backup = story.backup();
    story.cloud.dies(story.cloud.alive().get(0));
    story.restores(backup);
    story.holds(effect -> false);
    int launches = story.cloud.launches.size();

    story.resize(6);
    story.terminate(story.effective().get(1), false);
    story.run(Duration.ofHours(30));

    assertThat(story.cloud.launches).hasSize(launches);
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.writes()).isEmpty();
    assertThat(story.view().status()).isEqualTo(PoolStatus.OBSERVING);
    assertThat(story.view().alarms())
        .anyMatch(alarm ->
            alarm.code() == Alarm.Code.OBSERVING && alarm.message().startsWith("restored: "));
  }

  @Test
  void what_was_commanded_meanwhile_is_done_after_the_acceptance() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(3).run();
    story.restores(story.backup()).run();
    story.resize(5).run();
    assertThat(story.cloud.alive()).hasSize(3);

    accept(story);
    story.run();

    assertThat(story.cloud.alive()).hasSize(5);
    assertThat(story.view().status()).isEqualTo(PoolStatus.ACTIVE);
    assertThat(story.view().alarms()).isEmpty();
    assertThat(story.restoreReport()).isEmpty();
  }

  @Test
  void a_restart_does_not_end_the_wait() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(3).run();
    story.restores(story.backup()).run();
    story.resize(5);

    story.crashAndRestart().run();

    assertThat(story.view().status()).isEqualTo(PoolStatus.OBSERVING);
    assertThat(story.cloud.alive()).hasSize(3);
  }

  @Test
  void a_decision_needs_three_complete_lists() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(1).run();
    story.restores(story.backup());

    assertThat(story.refuses(new Command.AcceptRestore()).reason()).isEqualTo(Reason.UNAVAILABLE);
    story.run();

    assertThat(report(story).ready()).isTrue();
    accept(story);
    assertThat(story.refuses(new Command.AcceptRestore()).reason()).isEqualTo(Reason.CONFLICT);
  }

  @Test
  void a_pool_that_was_not_restored_has_nothing_to_accept() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(1).run();

    assertThat(story.restoreReport()).isEmpty();
    assertThat(story.refuses(new Command.AcceptRestore()).reason()).isEqualTo(Reason.CONFLICT);
  }

  // ------------------------------------------------------------------------------- the report

  @Test
  void the_report_names_what_is_there_what_has_changed_and_what_is_missing_or_unknown() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(4).run();
    BackupFile backup = story.backup();
    List<String> old = story.cloud.alive();
    story.cloud.dies(old.get(0));
    story.cloud.box(old.get(1)).state = MachineState.TERMINATED;
    story.cloud.box(old.get(1)).end = MachineSighting.End.STOPPED;
    story.run(Duration.ofHours(1));
    List<String> later =
        story.cloud.alive().stream().filter(id -> !old.contains(id)).toList();
    assertThat(later).isNotEmpty();

    story.restores(backup).run();

    RestoreReport report = report(story);
    assertThat(report.missing()).containsExactlyElementsOf(ids(old.subList(0, 1)));
    assertThat(report.unknown()).containsExactlyInAnyOrderElementsOf(ids(later));
    assertThat(report.matched()).contains(new MachineId(old.get(2)), new MachineId(old.get(3)));
    assertThat(report.changed()).containsExactly(new MachineId(old.get(1)));
    assertThat(report.storedSize()).isEqualTo(4);
  }

  @Test
  void many_missing_machines_do_not_freeze_a_pool_that_waits() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(8).run();
    BackupFile backup = story.backup();
    story.cloud.alive().forEach(story.cloud::dies);
    story.restores(backup).run();
    assertThat(report(story).missing()).hasSize(8);

    accept(story);
    story.run();

    assertThat(story.cloud.alive()).hasSize(8);
    assertThat(story.effective()).hasSize(8);
  }

  // ------------------------------------------------------------------------------- machines of
  // later

  @Test
  void machines_that_were_launched_after_the_backup_are_adopted_and_the_size_does_not_shrink() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(2).run();
    BackupFile backup = story.backup();
    story.resize(5).run();
    int launched = story.cloud.launches.size();

    story.restores(backup).run();
    assertThat(report(story).acceptedSize()).isEqualTo(5);
    accept(story);
    story.run(Duration.ofHours(2));

    assertThat(story.effective()).hasSize(5);
    assertThat(story.cloud.alive()).hasSize(5);
    assertThat(story.cloud.launches).hasSize(launched);
    assertThat(story.view().desiredSize()).isEqualTo(5);
    assertThat(story.view().alarms()).isEmpty();
  }

  @Test
  void what_is_above_the_maximum_stays_in_quarantine_under_an_alarm() {
    KeeperHarness story = KeeperHarness.begins(); // It has a maximum of 20.
    story.resize(17).run(Duration.ofHours(1));
    BackupFile backup = story.backup();
    story.resize(20).run(Duration.ofHours(1));
    story.restores(backup);
    story.cloud.marked("i-late", story.pool().incarnation(), Optional.of("k".repeat(27)));
    story.run();

    accept(story);
    story.run(Duration.ofHours(2));

    assertThat(story.effective()).hasSize(20);
    assertThat(story.cloud.alive()).hasSize(21);
    assertThat(story.view().alarms()).anyMatch(alarm -> alarm.code() == Alarm.Code.QUARANTINE);
  }

  @Test
  void machines_are_decided_about_one_by_one_before_the_acceptance() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(1).run();
    BackupFile backup = story.backup();
    story.resize(4).run();
    story.restores(backup).run();
    List<MachineId> unknown = report(story).unknown();

    story.does(new Command.Settle(unknown.get(0), QuarantineDecision.DISOWN));
    story.does(new Command.Settle(unknown.get(1), QuarantineDecision.TERMINATE));
    story.does(new Command.Settle(unknown.get(2), QuarantineDecision.ADOPT));
    story.run();
    assertThat(story.cloud.alive()).hasSize(4);
    accept(story);
    story.run(Duration.ofHours(1));

    assertThat(story.cloud.terminations).containsExactly(unknown.get(1).value());
    assertThat(story.effective()).hasSize(2).contains(unknown.get(2).value());
    assertThat(story.cloud.alive()).contains(unknown.get(0).value());
  }

  // ------------------------------------------------------------------------------- launches

  @Test
  void a_launch_that_the_backup_has_as_planned_is_never_sent() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(1).run();
    story.holds(effect -> effect instanceof Effect.Prepare);
    story.resize(2).settles();
    BackupFile backup = story.backup();
    story.releases();
    story.run();
    assertThat(story.cloud.alive()).hasSize(2);

    story.restores(backup).run();
    accept(story);
    story.run(Duration.ofHours(1));

    assertThat(story.cloud.alive()).hasSize(2);
    assertThat(story.effective()).hasSize(2);
    assertThat(story.cloud.launches).hasSize(2);
  }

  @Test
  void a_launch_whose_machine_has_ended_since_is_not_sent_again() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(1).run();
    story.holds(effect -> effect instanceof Effect.Launch);
    story.resize(2).settles();
    BackupFile backup = story.backup();
    story.releases();
    story.run();
    story.resize(0).run(Duration.ofHours(1));
    assertThat(story.cloud.alive()).isEmpty();

    story.restores(backup).run();
    accept(story);
    story.run(Duration.ofHours(1));

    assertThat(story.cloud.alive()).hasSize(2);
    assertThat(story.cloud.launches.stream().map(sent -> sent.key()).distinct())
        .hasSameSizeAs(story.cloud.launches);
  }

  // ------------------------------------------------------------------------------- deadlines

  @Test
  void a_waiting_hook_goes_on_with_the_time_that_was_left_at_the_backup() {
    KeeperHarness story = KeeperHarness.with(pool -> pool.hook(DRAIN));
    story.resize(1).run();
    story.resize(0).run(Duration.ofMinutes(20));
    BackupFile backup = story.backup();
    UUID token = story.hooks().get(0).token();
    story.run(Duration.ofMinutes(5));

    story.restores(backup).run(Duration.ofHours(9));
    assertThat(story.hooks()).as("it waits as long as the pool does").hasSize(1);
    accept(story);
    Instant deadline = story.hooks().get(0).deadline();

    assertThat(Duration.between(story.now().wall(), deadline))
        .isBetween(Duration.ofMinutes(39), Duration.ofMinutes(41));
    story.run(Duration.ofMinutes(30));
    assertThat(story.hooks()).extracting(hook -> hook.token()).containsExactly(token);
    assertThat(story.cloud.alive()).hasSize(1);
    story.run(Duration.ofMinutes(20));
    assertThat(story.hooks()).isEmpty();
    assertThat(story.cloud.alive()).isEmpty();
  }

  @Test
  void a_hook_that_had_no_time_left_still_gets_some() {
    KeeperHarness story = KeeperHarness.with(pool -> pool.hook(DRAIN));
    story.resize(1).run();
    story.resize(0).run(Duration.ofMinutes(59).plusSeconds(50));
    BackupFile backup = story.backup();
    story.restores(backup).run(Duration.ofHours(9));

    accept(story);

    assertThat(Duration.between(story.now().wall(), story.hooks().get(0).deadline()))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(59));
  }

  // ------------------------------------------------------------------------------- actions

  private static final Action REBOOT = new Action.Reboot(Action.Mode.SOFT);

  /** A machine that can be rebooted. */
  private static KeeperHarness rebootable(ActionTraits.Repeat repeat) {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(1).run();
    story.knows("Reboot", ActionTraits.careful().repeat(repeat)).run(Duration.ofMinutes(1));
    return story;
  }

  private static ActionRequest reboot(KeeperHarness story) {
    return ActionRequest.of(new MachineId(story.effective().get(0)), REBOOT);
  }

  @Test
  void an_action_waits_as_long_as_was_left_at_the_backup() {
    KeeperHarness story = rebootable(ActionTraits.Repeat.SAFE);
    UUID uid = story.submits(reboot(story).after(Duration.ofHours(2)).within(Duration.ofHours(3)));
    story.run(Duration.ofMinutes(30));
    BackupFile backup = story.backup();

    story.restores(backup).run(Duration.ofHours(9));
    assertThat(story.action(uid).phase()).isEqualTo(ActionPhase.PENDING);
    accept(story);
    story.run(Duration.ofMinutes(80));
    assertThat(story.cloud.acts).isEmpty();
    story.run(Duration.ofMinutes(20));

    assertThat(story.cloud.acts).hasSize(1);
    assertThat(story.action(uid).phase()).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void an_action_whose_time_passed_while_the_pool_waited_is_still_done() {
    KeeperHarness story = rebootable(ActionTraits.Repeat.SAFE);
    UUID uid =
        story.submits(reboot(story).after(Duration.ofMinutes(10)).within(Duration.ofMinutes(30)));
    story.run(Duration.ofMinutes(5));

    story.restores(story.backup()).run(Duration.ofHours(9));
    accept(story);
    story.run(Duration.ofMinutes(10));

    assertThat(story.action(uid).phase()).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.cloud.acts).hasSize(1);
  }

  @Test
  void an_action_that_may_have_been_done_after_the_backup_is_not_done_twice() {
    KeeperHarness story = rebootable(ActionTraits.Repeat.ONCE);
    UUID uid =
        story.submits(reboot(story).after(Duration.ofMinutes(10)).within(Duration.ofHours(3)));
    BackupFile backup = story.backup();
    story.run(Duration.ofMinutes(20));
    assertThat(story.cloud.acts).hasSize(1);

    story.restores(backup).run(Duration.ofHours(1));
    accept(story);
    story.run(Duration.ofHours(1));

    assertThat(story.cloud.acts).hasSize(1);
    assertThat(story.action(uid).phase()).isEqualTo(ActionPhase.UNKNOWN);
    assertThat(story.action(uid).reason())
        .isEqualTo("it may have been done between the backup and the restore");
  }

  @Test
  void an_action_that_leaves_traces_is_looked_for_before_it_is_done() {
    KeeperHarness story = rebootable(ActionTraits.Repeat.TRACEABLE);
    UUID uid = story.submits(
        reboot(story).after(Duration.ofMinutes(10)).within(Duration.ofHours(3)).attempts(3));
    UUID next = story.submits(
        reboot(story).after(Duration.ofMinutes(10)).within(Duration.ofHours(3)).attempts(3));
    BackupFile backup = story.backup();
    story.run(Duration.ofMinutes(20));
    assertThat(story.cloud.acts).hasSize(2);

    story.restores(backup).run(Duration.ofHours(1));
    accept(story);
    assertThat(story.action(uid).phase()).isEqualTo(ActionPhase.PROBING);
    assertThat(story.action(next).phase())
        .as("only one action at a time can hold its machine, and be looked for")
        .isEqualTo(ActionPhase.UNKNOWN);
  }
}
