package io.cloudadapter.core.keeper.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.ProbeConfig;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.RemediationResponse;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.spi.action.ActionTraits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What probes and agents report sets service states, below a caller's word, and costs machines within limits. */
class HealthReportsTest {
  private static final HealthConfig PROBE = HealthConfig.of(ProbeConfig.tcp(22));

  private static KeeperHarness pool(int size, UnaryOperator<PoolConfigBuilder> setting) {
    return KeeperHarness.with(setting).resize(size).run();
  }

  private static KeeperHarness probed(int size) {
    return pool(size, b -> b.health(PROBE));
  }

  private static UnaryOperator<PoolConfigBuilder> remedied(RemediationResponse response) {
    return b -> b.health(PROBE)
        .remediation(RemediationConfig.builder()
            .enabled(true)
            .after(Duration.ofMinutes(1))
            .response(response)
            .build());
  }

  private static HealthReport report(String id, HealthVerdict verdict) {
    return new HealthReport(new MachineId(id), verdict, verdict + " by a test");
  }

  private static Command probe(HealthReport... reports) {
    return new Command.ReportHealth(HealthSource.PROBE, List.of(reports));
  }

  private static Command agent(String id, HealthVerdict verdict) {
    return new Command.ReportHealth(HealthSource.AGENT, List.of(report(id, verdict)));
  }

  /** A round of a probe over all machines of a pool: these are BAD, or have another verdict, and all others OK. */
  private static Command round(KeeperHarness story, HealthVerdict verdict, String... ids) {
    List<HealthReport> reports = new ArrayList<>();
    story
        .view()
        .machines()
        .forEach(machine -> reports.add(report(
            machine.id().value(),
            List.of(ids).contains(machine.id().value()) ? verdict : HealthVerdict.OK)));
    return new Command.ReportHealth(HealthSource.PROBE, reports);
  }

  private static ServiceState state(KeeperHarness story, String id) {
    return story.machine(id).serviceState();
  }

  @Test
  void a_probe_sets_the_service_state_and_the_view_names_the_probe_and_its_reason() {
    KeeperHarness story = probed(2);

    story.does(probe(report("i-0001", HealthVerdict.BAD), report("i-0002", HealthVerdict.OK)));

    assertThat(state(story, "i-0001")).isEqualTo(ServiceState.UNHEALTHY);
    assertThat(state(story, "i-0002")).isEqualTo(ServiceState.IN_SERVICE);
    assertThat(story.machine("i-0001").health())
        .contains(new MachineHealth(HealthSource.PROBE, "BAD by a test"));
    assertThat(story
            .crashAndRestart()
            .run(Duration.ofSeconds(10))
            .machine("i-0001")
            .health())
        .as("after a restart")
        .contains(new MachineHealth(HealthSource.PROBE, "BAD by a test"));
  }

  @ParameterizedTest
  @EnumSource(
      value = ServiceState.class,
      names = {"UNKNOWN"},
      mode = EnumSource.Mode.EXCLUDE)
  void no_report_changes_what_a_caller_has_set(ServiceState word) {
    KeeperHarness story = probed(3);
    story.serviceState("i-0001", word);

    story.does(probe(report("i-0001", HealthVerdict.BAD)));
    story.does(agent("i-0001", HealthVerdict.BAD));
    story.does(probe(report("i-0001", HealthVerdict.OK)));
    story.does(agent("i-0001", HealthVerdict.OK));

    assertThat(state(story, "i-0001")).isEqualTo(word);
    assertThat(story.machine("i-0001").health()).isEmpty();
  }

  @Test
  void a_caller_who_repeats_what_a_probe_has_found_makes_it_the_callers_word() {
    KeeperHarness story = probed(2);
    story.does(probe(report("i-0001", HealthVerdict.OK)));

    story.serviceState("i-0001", ServiceState.IN_SERVICE);
    story.does(probe(report("i-0001", HealthVerdict.BAD)));

    assertThat(state(story, "i-0001")).isEqualTo(ServiceState.IN_SERVICE);
  }

  @Test
  void a_caller_who_sets_the_state_unknown_leaves_it_to_the_probe_again() {
    KeeperHarness story = probed(2);
    story.serviceState("i-0001", ServiceState.OUT_OF_SERVICE);
    story.serviceState("i-0001", ServiceState.UNKNOWN);

    story.does(probe(report("i-0001", HealthVerdict.OK)));

    assertThat(state(story, "i-0001")).isEqualTo(ServiceState.IN_SERVICE);
  }

  @Test
  void an_agents_word_stands_against_the_probe_until_the_agent_cannot_tell() {
    KeeperHarness story = probed(2);
    story.does(agent("i-0001", HealthVerdict.BAD));
    story.does(probe(report("i-0001", HealthVerdict.OK)));
    assertThat(state(story, "i-0001")).isEqualTo(ServiceState.UNHEALTHY);

    story.does(agent("i-0001", HealthVerdict.CANNOT_TELL));
    assertThat(state(story, "i-0001")).isEqualTo(ServiceState.UNKNOWN);

    story.does(probe(report("i-0001", HealthVerdict.OK)));
    assertThat(state(story, "i-0001")).isEqualTo(ServiceState.IN_SERVICE);
  }

  @Test
  void a_probe_that_cannot_tell_changes_no_service_state() {
    KeeperHarness story = probed(2);
    story.does(probe(report("i-0001", HealthVerdict.BAD)));

    story.does(
        probe(report("i-0001", HealthVerdict.CANNOT_TELL), report("i-0002", HealthVerdict.OK)));

    assertThat(state(story, "i-0001")).isEqualTo(ServiceState.UNHEALTHY);
  }

  @Test
  void a_caller_is_no_source_of_reports() {
    PoolException refused = probed(1)
        .refuses(new Command.ReportHealth(
            HealthSource.CALLER, List.of(report("i-0001", HealthVerdict.OK))));

    assertThat(refused.reason()).isEqualTo(PoolException.Reason.INVALID);
    assertThat(refused).hasMessage("source must be agent or probe, was caller");
  }

  @Test
  void an_agent_cannot_report_about_a_machine_that_the_pool_does_not_have() {
    KeeperHarness story = probed(1);

    assertThat(story.refuses(agent("i-0099", HealthVerdict.OK)).reason())
        .isEqualTo(PoolException.Reason.NOT_FOUND);
  }

  @Test
  void a_probe_that_turns_many_machines_unhealthy_at_once_is_not_trusted() {
    KeeperHarness story = probed(10);
    story.does(round(story, HealthVerdict.BAD));

    story.does(round(story, HealthVerdict.BAD, "i-0001", "i-0002", "i-0003", "i-0004"));
    assertThat(state(story, "i-0001")).isEqualTo(ServiceState.IN_SERVICE);
    assertThat(story.alarm(Alarm.Code.PROBES_SUSPENDED))
        .isEqualTo("the health probe turns 4 of 10 machines UNHEALTHY at once; the pool does not"
            + " trust it until that is at most 3");

    story.does(round(story, HealthVerdict.BAD, "i-0001", "i-0002", "i-0003"));
    assertThat(state(story, "i-0001")).isEqualTo(ServiceState.UNHEALTHY);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void a_machine_about_which_a_person_has_decided_does_not_count_for_the_trust_in_the_probe() {
    KeeperHarness story = probed(4);
    story.does(round(story, HealthVerdict.BAD));
    story.serviceState("i-0001", ServiceState.IN_SERVICE);

    story.does(round(story, HealthVerdict.BAD, "i-0001", "i-0002"));

    assertThat(state(story, "i-0001")).isEqualTo(ServiceState.IN_SERVICE);
    assertThat(state(story, "i-0002")).isEqualTo(ServiceState.UNHEALTHY);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void what_was_never_well_by_a_probe_counts_too_as_a_wrong_port_is_no_mass_death() {
    KeeperHarness story = probed(10);

    story.does(round(
        story,
        HealthVerdict.BAD,
        Stream.iterate(1, i -> i + 1)
            .limit(10)
            .map(i -> String.format("i-%04d", i))
            .toArray(String[]::new)));

    assertThat(story.alarms()).containsExactly(Alarm.Code.PROBES_SUSPENDED);
    assertThat(state(story, "i-0001")).isEqualTo(ServiceState.UNKNOWN);
  }

  @Test
  void a_probe_that_cannot_tell_about_many_machines_replaces_none() {
    KeeperHarness story = pool(10, remedied(RemediationResponse.REPLACE));
    story.does(round(story, HealthVerdict.BAD, "i-0001"));

    for (int i = 0; i < 20; i++) {
      story.does(round(
          story, HealthVerdict.CANNOT_TELL, "i-0001", "i-0002", "i-0003", "i-0004", "i-0005"));
      story.run(Duration.ofSeconds(10));
    }
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.alarm(Alarm.Code.PROBES_SUSPENDED))
        .contains("cannot tell about 5 of 10 machines");

    story.does(round(story, HealthVerdict.BAD, "i-0001"));
    story.run(Duration.ofMinutes(2));
    assertThat(story.cloud.terminations).contains("i-0001");
  }

  @Test
  void after_a_restart_an_earlier_finding_costs_no_machine_until_the_probe_reports_again() {
    KeeperHarness story = pool(4, remedied(RemediationResponse.REPLACE));
    story.does(round(story, HealthVerdict.BAD, "i-0001"));

    story.crashAndRestart().run(Duration.ofMinutes(10));
    assertThat(story.cloud.terminations).isEmpty();

    story.does(round(story, HealthVerdict.BAD, "i-0001"));
    story.run(Duration.ofMinutes(2));
    assertThat(story.cloud.terminations).contains("i-0001");
  }

  @Test
  void an_alarm_alone_leaves_the_machine_to_a_person() {
    KeeperHarness story = pool(4, remedied(RemediationResponse.ALARM));
    story.does(round(story, HealthVerdict.BAD, "i-0001"));
    story.run(Duration.ofMinutes(10));

    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.alarm(Alarm.Code.UNHEALTHY))
        .isEqualTo("1 machine has been unhealthy for 1m; the pool leaves it to a person");

    story.does(round(story, HealthVerdict.BAD));
    story.run(Duration.ofSeconds(10));
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void a_machine_is_rebooted_once_and_replaced_if_that_does_not_help() {
    KeeperHarness story = pool(4, remedied(RemediationResponse.REBOOT));
    story.knows("Reboot", ActionTraits.careful()).run();
    story.does(round(story, HealthVerdict.BAD, "i-0001"));

    story.run(Duration.ofSeconds(70));
    assertThat(story.cloud.acts).hasSize(1);
    UUID uid = story.cloud.acts.get(0).token().action();
    assertThat(story.action(uid).phase()).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.action(uid).requestedBy()).isEqualTo("pool");
    assertThat(story.cloud.terminations).isEmpty();

    story.run(Duration.ofMinutes(2));
    assertThat(story.cloud.acts).hasSize(1);
    assertThat(story.cloud.terminations).contains("i-0001");
  }

  @Test
  void a_restart_after_the_reboot_gives_the_machine_its_whole_time() {
    KeeperHarness story = pool(4, remedied(RemediationResponse.REBOOT));
    story.knows("Reboot", ActionTraits.careful()).run();
    story.does(round(story, HealthVerdict.BAD, "i-0001"));
    story.run(Duration.ofSeconds(62));
    assertThat(story.cloud.acts).hasSize(1);

    story.crashAndRestart().run(Duration.ofSeconds(1));
    story.does(round(story, HealthVerdict.BAD, "i-0001"));
    story.run(Duration.ofSeconds(30));

    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void a_new_machine_waits_for_its_probe_before_it_enters_service_if_the_pool_asks_for_that() {
    KeeperHarness story = pool(2, b -> b.health(PROBE.withBeforeService(true)));
    story.run(Duration.ofMinutes(5));
    assertThat(List.of(story.record("i-0001").entering(), story.record("i-0002").entering()))
        .containsExactly(true, true);

    story.does(probe(report("i-0001", HealthVerdict.OK)));
    story.run(Duration.ofSeconds(1));

    assertThat(story.record("i-0001").entering()).isFalse();
    assertThat(story.record("i-0002").entering()).isTrue();
  }

  @Test
  void a_new_machine_whose_probe_fails_is_replaced_before_it_enters_service() {
    KeeperHarness story = pool(4, b -> b.health(PROBE.withBeforeService(true)));
    story.does(round(story, HealthVerdict.BAD, "i-0001"));

    story.run(Duration.ofMinutes(1));

    assertThat(story.cloud.terminations).contains("i-0001");
    assertThat(story.cloud.alive()).hasSize(4);
  }

  @Test
  void a_probe_that_is_switched_off_leaves_no_machine_unhealthy() {
    KeeperHarness story = pool(4, remedied(RemediationResponse.REPLACE));
    story.does(round(story, HealthVerdict.BAD, "i-0001"));
    story.does(agent("i-0002", HealthVerdict.BAD));

    story.restartWith(
        b -> remedied(RemediationResponse.ALARM).apply(b).health(HealthConfig.none()));
    story.run(Duration.ofMinutes(10));

    assertThat(state(story, "i-0001")).isEqualTo(ServiceState.UNKNOWN);
    assertThat(story.machine("i-0001").health()).isEmpty();
    assertThat(state(story, "i-0002")).as("by an agent").isEqualTo(ServiceState.UNHEALTHY);
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void a_suspended_probe_that_is_switched_off_costs_no_machine() {
    KeeperHarness story = pool(10, remedied(RemediationResponse.REPLACE));
    story.does(round(story, HealthVerdict.OK));
    story.does(round(story, HealthVerdict.BAD, first(3)));
    story.run(Duration.ofSeconds(1));
    story.does(round(story, HealthVerdict.BAD, first(10)));

    story.restartWith(
        b -> remedied(RemediationResponse.REPLACE).apply(b).health(HealthConfig.none()));
    story.run(Duration.ofMinutes(20));

    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.alarms()).isEmpty();
  }

  private static String[] first(int count) {
    return Stream.iterate(1, i -> i + 1)
        .limit(count)
        .map(i -> String.format("i-%04d", i))
        .toArray(String[]::new);
  }

  @Test
  void time_alone_ends_no_suspension() {
    KeeperHarness story = pool(
        20,
        b -> b.health(PROBE)
            .disruption(DisruptionConfig.none())
            .remediation(RemediationConfig.builder()
                .enabled(true)
                .after(Duration.ofSeconds(20))
                .massUnhealthyShare(1)
                .build()));
    story.does(round(story, HealthVerdict.OK));
    story.does(round(story, HealthVerdict.BAD, first(6)));
    story.run(Duration.ofSeconds(1));

    for (int i = 0; i < 20; i++) {
      story.does(round(story, HealthVerdict.BAD, first(12)));
      story.run(Duration.ofSeconds(10));
      assertThat(story.alarms()).containsExactly(Alarm.Code.PROBES_SUSPENDED);
    }
    assertThat(story.cloud.terminations).isEmpty();

    story.does(round(story, HealthVerdict.BAD, first(6)));
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void a_machine_that_was_ill_long_before_the_suspension_does_not_prolong_it() {
    KeeperHarness story = pool(10, b -> b.health(PROBE));
    story.does(round(story, HealthVerdict.BAD, first(3)));
    story.run(Duration.ofMinutes(5));
    story.does(round(story, HealthVerdict.BAD, first(10)));
    assertThat(story.alarms()).containsExactly(Alarm.Code.PROBES_SUSPENDED);

    story.does(round(story, HealthVerdict.BAD, first(6)));

    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void a_keeper_that_begins_with_many_machines_long_ill_comes_to_trust_the_probe() {
    KeeperHarness story = pool(10, b -> b.health(PROBE));
    story.does(round(story, HealthVerdict.BAD, first(3)));
    story.run(Duration.ofMinutes(5));
    story.does(round(story, HealthVerdict.BAD, first(6)));
    story.run(Duration.ofMinutes(5));

    story.crashAndRestart().run(Duration.ofMinutes(1));
    story.does(round(story, HealthVerdict.BAD, first(6)));

    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void a_probe_that_fails_for_all_new_machines_at_once_ends_none_of_them() {
    KeeperHarness story = pool(18, b -> b.health(PROBE.withBeforeService(true)));
    story.does(round(story, HealthVerdict.BAD, first(18)));

    story.run(Duration.ofMinutes(5));
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.alarm(Alarm.Code.PROBES_SUSPENDED)).contains("turns 18 of 18 machines");

    story.does(round(story, HealthVerdict.BAD, "i-0001"));
    story.run(Duration.ofMinutes(1));
    assertThat(story.cloud.terminations).containsExactly("i-0001");
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void a_pool_without_machines_suspends_no_probe() {
    KeeperHarness story = probed(10);
    story.does(round(story, HealthVerdict.BAD, first(10)));
    assertThat(story.alarms()).containsExactly(Alarm.Code.PROBES_SUSPENDED);

    story.resize(0).run(Duration.ofHours(2));

    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void a_new_machine_that_waits_long_for_a_verdict_is_shown_by_an_alarm() {
    KeeperHarness story =
        pool(2, b -> b.bootDeadline(Duration.ofMinutes(15)).health(PROBE.withBeforeService(true)));
    story.does(round(story, HealthVerdict.CANNOT_TELL, "i-0001"));
    story.run(Duration.ofMinutes(4));
    assertThat(story.alarms()).isEmpty();

    story.run(Duration.ofMinutes(3));
    assertThat(story.alarm(Alarm.Code.UNHEALTHY))
        .isEqualTo("1 new machine has waited for a verdict for 15m; each enters service once a"
            + " probe, an agent or a caller finds it well");

    story.does(round(story, HealthVerdict.OK));
    story.run(Duration.ofSeconds(1));
    assertThat(story.alarms()).isEmpty();
    assertThat(story.record("i-0001").entering()).isFalse();
  }
}
