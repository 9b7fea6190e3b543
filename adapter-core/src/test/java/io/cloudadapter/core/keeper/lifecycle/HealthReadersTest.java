package io.cloudadapter.core.keeper.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.LoadBalancingConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.ProbeConfig;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What load balancers and the cloud's instance status show sets service states in their rank, and within limits. */
class HealthReadersTest {
  private static final LoadBalancerName WEB = new LoadBalancerName("north", "web");
  private static final LoadBalancerName ADMIN = new LoadBalancerName("north", "admin");
  private static final Duration ROUND = Duration.ofSeconds(11);
  private static final RemediationConfig REPLACED =
      RemediationConfig.builder().enabled(true).after(Duration.ofMinutes(1)).build();

  /** The two sources that a keeper reads by itself. */
  enum Source {
    LOAD_BALANCER(HealthSource.LOAD_BALANCER, Optional.of(WEB), "load balancer north/web: "),
    CLOUD(HealthSource.CLOUD, Optional.empty(), "instance status: ");

    final HealthSource source;
    final Optional<LoadBalancerName> name;
    final String words;

    Source(HealthSource source, Optional<LoadBalancerName> name, String words) {
      this.source = source;
      this.name = name;
      this.words = words;
    }

    HealthConfig config() {
      HealthConfig health = HealthConfig.none();
      return this == CLOUD ? health.withCloudStatus(true) : health.withLoadBalancers(true);
    }

    /** Machines that run for longer than the grace, of which this source has shown nothing yet. */
    KeeperHarness pool(int size) {
      return HealthReadersTest.pool(size, config(), LoadBalancingConfig.behind(WEB));
    }

    void shows(KeeperHarness story, HealthVerdict verdict, String... ids) {
      story.cloud.shows(name, verdict, ids);
    }
  }

  private static KeeperHarness pool(int size, HealthConfig health, LoadBalancingConfig balancing) {
    KeeperHarness story = KeeperHarness.with(pool -> configured(pool, health, balancing));
    balancing.behind().forEach(name -> story.cloud.behind.put(name, new HashSet<>()));
    return story.resize(size).run();
  }

  private static PoolConfigBuilder configured(
      PoolConfigBuilder pool, HealthConfig health, LoadBalancingConfig balancing) {
    return pool.health(health).loadBalancing(balancing).remediation(REPLACED);
  }

  private static String id(int number) {
    return String.format("i-%04d", number);
  }

  private static String[] ids(int count) {
    return Stream.iterate(1, i -> i + 1)
        .limit(count)
        .map(HealthReadersTest::id)
        .toArray(String[]::new);
  }

  private static ServiceState state(KeeperHarness story, int number) {
    return story.machine(id(number)).serviceState();
  }

  private static void rounds(KeeperHarness story, int count) {
    for (int i = 0; i < count; i++) {
      story.run(ROUND);
    }
  }

  private static Command agent(HealthVerdict verdict) {
    return new Command.ReportHealth(
        HealthSource.AGENT, List.of(new HealthReport(new MachineId(id(1)), verdict, "an agent")));
  }

  private static Command probe(HealthVerdict verdict) {
    return new Command.ReportHealth(
        HealthSource.PROBE, List.of(new HealthReport(new MachineId(id(1)), verdict, "a probe")));
  }

  private static CloudException unavailable() {
    return CloudException.of(Kind.UNAVAILABLE, CloudException.Effect.NONE, "come back later")
        .build();
  }

  // ------------------------------------------------------------------------------- thresholds

  @ParameterizedTest
  @EnumSource
  void a_machine_is_unhealthy_after_three_reads_in_a_row_and_in_service_after_two(Source source) {
    KeeperHarness story = source.pool(4);
    source.shows(story, HealthVerdict.OK, ids(4));
    rounds(story, 3);
    source.shows(story, HealthVerdict.BAD, id(1));

    rounds(story, 2);
    assertThat(state(story, 1)).as("after two reads").isEqualTo(ServiceState.IN_SERVICE);
    rounds(story, 2);
    assertThat(state(story, 1)).isEqualTo(ServiceState.UNHEALTHY);
    assertThat(story.machine(id(1)).health())
        .contains(new MachineHealth(source.source, source.words + "BAD by a test"));
    assertThat(state(story, 2)).isEqualTo(ServiceState.IN_SERVICE);

    source.shows(story, HealthVerdict.OK, id(1));
    rounds(story, 3);
    assertThat(state(story, 1)).isEqualTo(ServiceState.IN_SERVICE);
    assertThat(story.cloud.terminations).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void one_good_read_between_bad_ones_begins_the_count_anew(Source source) {
    KeeperHarness story = source.pool(4);
    source.shows(story, HealthVerdict.OK, ids(4));
    rounds(story, 3);

    for (int i = 0; i < 6; i++) {
      source.shows(story, HealthVerdict.BAD, id(1));
      rounds(story, 1);
      source.shows(story, HealthVerdict.OK, id(1));
      rounds(story, 2);
    }

    assertThat(state(story, 1)).isEqualTo(ServiceState.IN_SERVICE);
    assertThat(story.record(id(1)).serviceSince())
        .as("it was never anything else")
        .isEqualTo(story.record(id(2)).serviceSince());
  }

  @ParameterizedTest
  @EnumSource
  void bad_reads_of_a_machine_that_has_just_begun_to_run_do_not_count(Source source) {
    KeeperHarness story = HealthReadersTest.pool(
        0, source.config().withGrace(Duration.ofMinutes(5)), LoadBalancingConfig.behind(WEB));
    source.shows(story, HealthVerdict.BAD, id(1));
    story.resize(1);

    story.run(Duration.ofMinutes(4));
    assertThat(state(story, 1)).isEqualTo(ServiceState.UNKNOWN);
    story.run(Duration.ofMinutes(2));
    assertThat(state(story, 1)).isEqualTo(ServiceState.UNHEALTHY);
  }

  @ParameterizedTest
  @EnumSource
  void a_machine_that_it_does_not_show_or_cannot_tell_about_gets_no_verdict(Source source) {
    KeeperHarness story = source.pool(3);
    source.shows(story, HealthVerdict.CANNOT_TELL, id(1));
    source.shows(story, HealthVerdict.OK, id(2));

    rounds(story, 20);

    assertThat(state(story, 1)).isEqualTo(ServiceState.UNKNOWN);
    assertThat(state(story, 2)).isEqualTo(ServiceState.IN_SERVICE);
    assertThat(state(story, 3)).isEqualTo(ServiceState.UNKNOWN);
    assertThat(story.alarms()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void one_call_reads_all_machines_each_interval(Source source) {
    KeeperHarness story = source.pool(10);
    int before = story.cloud.healthReads;

    story.run(Duration.ofSeconds(100));

    assertThat(story.cloud.healthReads - before).isBetween(9, 11);
    if (source == Source.CLOUD) {
      assertThat(story.cloud.askedStatus).containsExactlyInAnyOrder(ids(10));
    }
  }

  @ParameterizedTest
  @EnumSource
  void no_read_begins_before_the_last_one_has_ended(Source source) {
    KeeperHarness story = source.pool(2);
    story.holds(effect -> effect instanceof Effect.ReadLoadBalancerHealth
        || effect instanceof Effect.ReadInstanceStatus);

    rounds(story, 10);

    assertThat(story.underWay()).hasSize(1);
  }

  @Test
  void a_pool_that_names_no_source_reads_none() {
    KeeperHarness story = pool(3, HealthConfig.none(), LoadBalancingConfig.behind(WEB));

    assertThat(story.cloud.healthReads).isZero();
  }

  @Test
  void a_machine_is_unhealthy_if_one_of_its_load_balancers_finds_it_ill() {
    KeeperHarness story = pool(
        4, HealthConfig.none().withLoadBalancers(true), LoadBalancingConfig.behind(WEB, ADMIN));
    story.cloud.shows(Optional.of(WEB), HealthVerdict.OK, ids(4));
    story.cloud.shows(Optional.of(ADMIN), HealthVerdict.OK, ids(3));
    story.cloud.shows(Optional.of(ADMIN), HealthVerdict.BAD, id(4));

    rounds(story, 4);

    assertThat(state(story, 1)).isEqualTo(ServiceState.IN_SERVICE);
    assertThat(story.machine(id(4)).health())
        .contains(new MachineHealth(
            HealthSource.LOAD_BALANCER, "load balancer north/admin: BAD by a test"));
  }

  @Test
  void a_machine_that_its_load_balancer_finds_ill_stays_behind_it_so_that_it_can_get_well() {
    KeeperHarness story = Source.LOAD_BALANCER.pool(4);
    Source.LOAD_BALANCER.shows(story, HealthVerdict.OK, ids(4));
    rounds(story, 3);
    Source.LOAD_BALANCER.shows(story, HealthVerdict.BAD, id(1));

    rounds(story, 5);

    assertThat(state(story, 1)).isEqualTo(ServiceState.UNHEALTHY);
    assertThat(Objects.requireNonNull(story.cloud.behind.get(WEB))).contains(id(1));
  }

  // ------------------------------------------------------------------------------- ranks

  @ParameterizedTest
  @EnumSource
  void a_callers_and_an_agents_word_stands_against_it(Source source) {
    KeeperHarness story = source.pool(4);
    source.shows(story, HealthVerdict.BAD, id(1), id(2));
    source.shows(story, HealthVerdict.OK, id(3), id(4));
    story.does(agent(HealthVerdict.OK));
    story.serviceState(id(2), ServiceState.IN_SERVICE);

    rounds(story, 10);

    assertThat(story.machine(id(1)).health())
        .contains(new MachineHealth(HealthSource.AGENT, "an agent"));
    assertThat(state(story, 2)).isEqualTo(ServiceState.IN_SERVICE);
    assertThat(story.machine(id(2)).health()).isEmpty();
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void the_load_balancers_view_stands_against_the_probe_and_the_probe_against_the_cloud() {
    KeeperHarness story = pool(
        4,
        HealthConfig.of(ProbeConfig.tcp(22)).withLoadBalancers(true).withCloudStatus(true),
        LoadBalancingConfig.behind(WEB));
    Source.CLOUD.shows(story, HealthVerdict.OK, ids(4));
    rounds(story, 3);
    assertThat(story.machine(id(1)).health().orElseThrow().source()).isEqualTo(HealthSource.CLOUD);

    story.does(probe(HealthVerdict.OK));
    Source.CLOUD.shows(story, HealthVerdict.BAD, id(1));
    rounds(story, 5);
    assertThat(state(story, 1)).as("the probe finds it well").isEqualTo(ServiceState.IN_SERVICE);

    Source.LOAD_BALANCER.shows(story, HealthVerdict.OK, ids(4));
    rounds(story, 3);
    story.does(probe(HealthVerdict.BAD));
    assertThat(state(story, 1)).as("its load balancer does").isEqualTo(ServiceState.IN_SERVICE);
    assertThat(story.machine(id(1)).health().orElseThrow().source())
        .isEqualTo(HealthSource.LOAD_BALANCER);
  }

  @Test
  void a_load_balancer_that_shows_a_machine_no_more_leaves_it_to_the_probe() {
    KeeperHarness story = pool(
        4,
        HealthConfig.of(ProbeConfig.tcp(22)).withLoadBalancers(true),
        LoadBalancingConfig.behind(WEB));
    Source.LOAD_BALANCER.shows(story, HealthVerdict.OK, ids(4));
    rounds(story, 3);

    Source.LOAD_BALANCER.shows(story, HealthVerdict.CANNOT_TELL, id(1));
    rounds(story, 2);
    story.does(probe(HealthVerdict.BAD));
    assertThat(state(story, 1)).as("after a moment").isEqualTo(ServiceState.IN_SERVICE);

    rounds(story, 3);
    story.does(probe(HealthVerdict.BAD));
    assertThat(state(story, 1)).isEqualTo(ServiceState.UNHEALTHY);
  }

  @ParameterizedTest
  @EnumSource(
      value = HealthSource.class,
      names = {"CALLER", "LOAD_BALANCER", "CLOUD"})
  void nothing_outside_reports_as_a_source_that_the_pool_reads_itself(HealthSource source) {
    KeeperHarness story = Source.CLOUD.pool(1);

    PoolException refused = story.refuses(new Command.ReportHealth(
        source, List.of(new HealthReport(new MachineId(id(1)), HealthVerdict.OK, ""))));

    assertThat(refused.reason()).isEqualTo(PoolException.Reason.INVALID);
    assertThat(refused).hasMessage("source must be agent or probe, was " + source.word());
  }

  // ------------------------------------------------------------------------------- trust

  @ParameterizedTest
  @EnumSource
  void a_machine_that_stays_unhealthy_is_replaced(Source source) {
    KeeperHarness story = source.pool(4);
    source.shows(story, HealthVerdict.OK, ids(4));
    rounds(story, 3);
    source.shows(story, HealthVerdict.BAD, id(1));

    story.run(Duration.ofMinutes(3));

    assertThat(story.cloud.terminations).containsOnly(id(1));
  }

  @ParameterizedTest
  @EnumSource
  void a_source_that_shows_all_machines_ill_at_once_costs_none(Source source) {
    KeeperHarness story = source.pool(10);
    source.shows(story, HealthVerdict.OK, ids(10));
    rounds(story, 3);

    source.shows(story, HealthVerdict.BAD, ids(10));
    story.run(Duration.ofMinutes(30));

    assertThat(state(story, 1)).isEqualTo(ServiceState.IN_SERVICE);
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.alarm(Alarm.Code.PROBES_SUSPENDED))
        .isEqualTo(
            (source == Source.CLOUD ? "the cloud's instance status" : "the load balancers' view")
                + " turns 10 of 10 machines UNHEALTHY at once; the pool does not trust it until that is at most 3");

    source.shows(story, HealthVerdict.OK, ids(10));
    rounds(story, 3);
    assertThat(story.alarms()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_source_that_cannot_be_read_costs_no_machine_and_raises_an_alarm_after_a_while(
      Source source) {
    KeeperHarness story = source.pool(4);
    source.shows(story, HealthVerdict.OK, ids(4));
    rounds(story, 3);
    source.shows(story, HealthVerdict.BAD, id(1));
    rounds(story, 4);
    assertThat(state(story, 1)).isEqualTo(ServiceState.UNHEALTHY);

    for (int i = 0; i < 200; i++) {
      story.cloud.nextHealthReads.add(unavailable());
    }
    rounds(story, 1);
    assertThat(story.alarms()).as("after one failure").isEmpty();
    story.run(Duration.ofMinutes(10));

    assertThat(story.cloud.terminations).isEmpty();
    assertThat(state(story, 1))
        .as("nothing stands by what was found before")
        .isEqualTo(ServiceState.UNKNOWN);
    assertThat(state(story, 2)).isEqualTo(ServiceState.IN_SERVICE);
    assertThat(story.alarm(Alarm.Code.PROBES_SUSPENDED))
        .isEqualTo(
            (source == Source.CLOUD ? "the cloud's instance status" : "load balancer north/web")
                + " cannot be read: UNAVAILABLE: come back later; the pool replaces no machine for what it has shown");

    story.cloud.nextHealthReads.clear();
    story.run(Duration.ofMinutes(5));
    assertThat(story.alarms()).isEmpty();
    assertThat(story.cloud.terminations).containsOnly(id(1));
  }

  @Test
  void a_throttled_read_waits_for_as_long_as_the_cloud_asks() {
    KeeperHarness story = Source.CLOUD.pool(2);
    story.cloud.nextHealthReads.add(
        CloudException.of(Kind.THROTTLED, CloudException.Effect.NONE, "slow down")
            .retryAfter(Duration.ofMinutes(5))
            .build());
    rounds(story, 1);
    int before = story.cloud.healthReads;

    story.run(Duration.ofMinutes(4));

    assertThat(story.cloud.healthReads).isEqualTo(before);
  }

  @Test
  void one_load_balancer_of_two_that_cannot_be_read_leaves_the_verdicts_as_they_are() {
    KeeperHarness story = pool(
        4, HealthConfig.none().withLoadBalancers(true), LoadBalancingConfig.behind(WEB, ADMIN));
    story.cloud.shows(Optional.of(WEB), HealthVerdict.BAD, id(1));
    story.cloud.shows(Optional.of(ADMIN), HealthVerdict.OK, ids(4));
    for (int i = 0; i < 200; i++) {
      story.cloud.nextHealthReads.add(unavailable());
    }

    story.run(Duration.ofMinutes(3));

    assertThat(state(story, 1)).isEqualTo(ServiceState.UNKNOWN);
    assertThat(state(story, 2)).isEqualTo(ServiceState.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void after_a_restart_an_earlier_finding_costs_no_machine_until_it_is_found_again(Source source) {
    KeeperHarness story = source.pool(4);
    source.shows(story, HealthVerdict.OK, ids(4));
    rounds(story, 3);
    source.shows(story, HealthVerdict.BAD, id(1));
    rounds(story, 4);
    assertThat(state(story, 1)).isEqualTo(ServiceState.UNHEALTHY);

    source.shows(story, HealthVerdict.CANNOT_TELL, id(1));
    story.crashAndRestart().run(Duration.ofMinutes(10));
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(state(story, 1)).isEqualTo(ServiceState.UNKNOWN);

    source.shows(story, HealthVerdict.BAD, id(1));
    story.run(Duration.ofMinutes(3));
    assertThat(story.cloud.terminations).containsOnly(id(1));
  }

  @ParameterizedTest
  @EnumSource
  void a_source_that_is_switched_off_leaves_nothing_unhealthy(Source source) {
    KeeperHarness story = source.pool(4);
    source.shows(story, HealthVerdict.OK, ids(4));
    rounds(story, 3);
    source.shows(story, HealthVerdict.BAD, id(1));
    rounds(story, 4);
    assertThat(state(story, 1)).isEqualTo(ServiceState.UNHEALTHY);

    story.restartWith(
        pool -> configured(pool, HealthConfig.none(), LoadBalancingConfig.behind(WEB)));
    story.run(Duration.ofMinutes(10));

    assertThat(state(story, 1)).isEqualTo(ServiceState.UNKNOWN);
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void machines_by_verdict_are_counted() {
    KeeperHarness story = Source.CLOUD.pool(3);
    Source.CLOUD.shows(story, HealthVerdict.OK, id(1), id(2));
    rounds(story, 3);

    assertThat(story.keeper().metrics().stream()
            .filter(metric -> metric.name().equals("cloudadapter_pool_health_source_machines"))
            .map(metric -> metric.labels().get("source") + " " + metric.labels().get("verdict")
                + " " + (int) metric.value()))
        .containsExactly("cloud ok 2", "cloud bad 0", "cloud cannot_tell 1");
  }

  // ------------------------------------------------------------------------------- the way in

  @Test
  void a_new_machine_enters_service_once_the_cloud_finds_it_well() {
    KeeperHarness story = pool(
        0,
        HealthConfig.none().withCloudStatus(true).withBeforeService(true),
        LoadBalancingConfig.none());
    story.resize(1).run(Duration.ofMinutes(2));
    assertThat(story.record(id(1)).entering()).isTrue();
    assertThat(story.plan().ongoing().get(0).waitsFor())
        .startsWith("the cloud's instance status to be well, since ");

    Source.CLOUD.shows(story, HealthVerdict.OK, id(1));
    rounds(story, 3);
    assertThat(story.record(id(1)).entering()).isFalse();
  }

  @Test
  void with_a_probe_the_clouds_word_alone_lets_no_new_machine_into_service() {
    KeeperHarness story = pool(
        0,
        HealthConfig.of(ProbeConfig.tcp(22)).withCloudStatus(true).withBeforeService(true),
        LoadBalancingConfig.none());
    Source.CLOUD.shows(story, HealthVerdict.OK, id(1));
    story.resize(1).run(Duration.ofMinutes(2));
    assertThat(state(story, 1)).isEqualTo(ServiceState.IN_SERVICE);
    assertThat(story.record(id(1)).entering()).isTrue();

    story.does(probe(HealthVerdict.OK));
    assertThat(story.record(id(1)).entering()).isFalse();
  }
}
