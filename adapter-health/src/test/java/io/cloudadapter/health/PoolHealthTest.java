package io.cloudadapter.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.ProbeConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When machines are probed, and what results amount to. */
class PoolHealthTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final HealthConfig CONFIG =
      HealthConfig.of(ProbeConfig.tcp(22)).withGrace(Duration.ofSeconds(60));
  private static final ProbeResult OK = ProbeResult.ok("fine");
  private static final ProbeResult BAD = ProbeResult.bad("refused");
  private static final ProbeResult UNTOLD = ProbeResult.cannotTell("no route");

  private final PoolHealth health = new PoolHealth(new PoolName("web"), CONFIG, new Random(7));
  private long now;

  private static PoolView view(Machine... machines) {
    return new PoolView(
        new PoolName("web"),
        Instant.EPOCH,
        1,
        machines.length,
        PoolStatus.ACTIVE,
        List.of(machines),
        List.of());
  }

  /** Lets time pass; each probe that comes due has this result at once. */
  private int passes(PoolView view, Duration time, ProbeResult result) {
    int probes = 0;
    long until = now + time.toNanos();
    for (; now < until; now += SECOND / 4) {
      for (ProbeTarget target : health.begin(view, now, 100)) {
        health.end(target, result, now);
        probes++;
      }
    }
    return probes;
  }

  private Optional<List<HealthReport>> reports(PoolView view) {
    return health.reports(view, now);
  }

  private static HealthVerdict verdict(Optional<List<HealthReport>> reports) {
    assertThat(reports).isPresent();
    assertThat(reports.get()).hasSize(1);
    return reports.get().get(0).verdict();
  }

  @Test
  void a_machine_is_probed_once_an_interval_with_some_jitter() {
    int probes = passes(view(Machines.running("a", "10.0.0.1")), Duration.ofSeconds(1000), OK);

    assertThat(probes).isBetween(95, 106);
  }

  @Test
  void a_machine_that_does_not_run_or_has_no_address_that_may_be_probed_is_left_out() {
    PoolView view = view(
        Machines.running("loopback", "127.0.0.1"),
        Machines.running("metadata", "169.254.169.254"),
        Machines.running("name", "localhost"),
        Machines.machine(
            "boots", MachineState.PENDING, ServiceState.UNKNOWN, "10.0.0.1", Optional.empty()));

    assertThat(passes(view, Duration.ofSeconds(60), OK)).isZero();
  }

  @Test
  void a_machine_is_well_after_two_successes_in_a_row() {
    PoolView view = view(Machines.running("a", "10.0.0.1"));
    passes(view, Duration.ofSeconds(5), OK);
    assertThat(reports(view)).isEmpty();

    passes(view, Duration.ofSeconds(12), OK);

    assertThat(verdict(reports(view))).isEqualTo(HealthVerdict.OK);
  }

  @Test
  void a_machine_is_unhealthy_after_three_failures_in_a_row_and_no_fewer() {
    PoolView view = view(Machines.running("a", "10.0.0.1"));
    passes(view, Duration.ofSeconds(20), OK);
    reports(view);
    PoolView well = view(Machines.machine(
        "a",
        MachineState.RUNNING,
        ServiceState.IN_SERVICE,
        "10.0.0.1",
        Optional.of(new MachineHealth(HealthSource.PROBE, ""))));

    passes(well, Duration.ofSeconds(20), BAD);
    assertThat(health.count(HealthVerdict.OK)).isOne();
    passes(well, Duration.ofSeconds(10), OK);
    passes(well, Duration.ofSeconds(20), BAD);
    assertThat(health.count(HealthVerdict.OK))
        .as("a success between counts anew")
        .isOne();

    passes(well, Duration.ofSeconds(12), BAD);
    Optional<List<HealthReport>> reports = reports(well);
    assertThat(verdict(reports)).isEqualTo(HealthVerdict.BAD);
    assertThat(reports.orElseThrow().get(0).reason()).isEqualTo("refused");
  }

  @Test
  void failures_of_a_new_machine_do_not_count_until_its_grace_is_over() {
    PoolView view = view(Machines.running("a", "10.0.0.1"));
    passes(view, Duration.ofSeconds(59), BAD);
    assertThat(health.count(HealthVerdict.BAD)).isZero();

    passes(view, Duration.ofSeconds(35), BAD);
    assertThat(health.count(HealthVerdict.BAD)).isOne();
  }

  @Test
  void the_grace_ends_with_the_first_success() {
    PoolView view = view(Machines.running("a", "10.0.0.1"));
    passes(view, Duration.ofSeconds(5), OK);

    passes(view, Duration.ofSeconds(33), BAD);

    assertThat(health.count(HealthVerdict.BAD)).isOne();
  }

  @Test
  void a_probe_that_cannot_tell_counts_neither_way() {
    PoolView view = view(Machines.running("a", "10.0.0.1"));
    passes(view, Duration.ofSeconds(20), OK);
    passes(view, Duration.ofSeconds(100), UNTOLD);

    assertThat(verdict(reports(view))).isEqualTo(HealthVerdict.CANNOT_TELL);
    passes(view, Duration.ofSeconds(11), OK);
    assertThat(verdict(reports(view))).isEqualTo(HealthVerdict.OK);
  }

  private static PoolView inService(HealthSource source) {
    return view(Machines.machine(
        "a",
        MachineState.RUNNING,
        ServiceState.IN_SERVICE,
        "10.0.0.1",
        Optional.of(new MachineHealth(source, "well"))));
  }

  @Test
  void what_the_cloud_has_found_well_is_reported_once_the_probe_finds_it_well_too() {
    passes(inService(HealthSource.CLOUD), Duration.ofSeconds(20), OK);
    assertThat(reports(inService(HealthSource.CLOUD))).isPresent();

    passes(inService(HealthSource.CLOUD), Duration.ofSeconds(60), OK);
    assertThat(verdict(reports(inService(HealthSource.CLOUD)))).isEqualTo(HealthVerdict.OK);
    passes(inService(HealthSource.PROBE), Duration.ofSeconds(60), OK);
    reports(inService(HealthSource.PROBE));
    assertThat(reports(inService(HealthSource.PROBE))).isEmpty();
  }

  @Test
  void a_failure_is_reported_also_while_a_load_balancer_finds_the_machine_well() {
    PoolView well = inService(HealthSource.LOAD_BALANCER);
    passes(well, Duration.ofSeconds(20), OK);
    reports(well);
    assertThat(reports(well)).as("both find it well").isEmpty();

    passes(well, Duration.ofSeconds(40), BAD);
    assertThat(verdict(reports(well))).isEqualTo(HealthVerdict.BAD);
  }

  @Test
  void what_the_pool_shows_already_is_not_reported_again() {
    PoolView fresh = view(Machines.running("a", "10.0.0.1"));
    passes(fresh, Duration.ofSeconds(20), OK);
    assertThat(reports(fresh)).isPresent();
    PoolView well = view(Machines.machine(
        "a",
        MachineState.RUNNING,
        ServiceState.IN_SERVICE,
        "10.0.0.1",
        Optional.of(new MachineHealth(HealthSource.PROBE, "fine"))));
    reports(well);

    passes(well, Duration.ofSeconds(60), OK);

    assertThat(reports(well)).isEmpty();
  }

  @Test
  void what_a_caller_has_set_is_not_contradicted() {
    PoolView held = view(Machines.machine(
        "a", MachineState.RUNNING, ServiceState.OUT_OF_SERVICE, "10.0.0.1", Optional.empty()));
    passes(held, Duration.ofSeconds(20), OK);
    reports(held);

    passes(held, Duration.ofSeconds(60), OK);

    assertThat(reports(held)).isEmpty();
  }

  @Test
  void a_report_that_the_pool_did_not_take_is_repeated() {
    PoolView view = view(Machines.running("a", "10.0.0.1"));
    passes(view, Duration.ofSeconds(20), OK);
    assertThat(reports(view)).isPresent();
    assertThat(reports(view)).isEmpty();

    health.repeat();

    assertThat(reports(view)).isPresent();
  }

  @Test
  void the_first_report_waits_until_each_machine_has_a_verdict() {
    PoolView both = view(Machines.running("a", "10.0.0.1"), Machines.running("b", "10.0.0.2"));
    for (now = 0; now < 70 * SECOND; now += SECOND / 4) {
      for (ProbeTarget target : health.begin(both, now, 100)) {
        health.end(target, target.machine().value().equals("a") ? OK : BAD, now);
      }
      if (now > 61 * SECOND) {
        assertThat(reports(both)).as("at %s s", now / SECOND).isEmpty();
      }
    }

    List<ProbeTarget> asked = new ArrayList<>();
    for (; now < 95 * SECOND; now += SECOND / 4) {
      for (ProbeTarget target : health.begin(both, now, 100)) {
        health.end(target, target.machine().value().equals("a") ? OK : BAD, now);
        asked.add(target);
      }
    }
    assertThat(reports(both).orElseThrow())
        .extracting(HealthReport::verdict)
        .containsExactly(HealthVerdict.OK, HealthVerdict.BAD);
  }

  @Test
  void a_late_result_of_an_earlier_address_changes_nothing() {
    PoolView before = view(Machines.running("a", "10.0.0.1"));
    List<ProbeTarget> asked = new ArrayList<>();
    for (; asked.isEmpty(); now += SECOND / 4) {
      asked.addAll(health.begin(before, now, 100));
    }
    PoolView after = view(Machines.running("a", "10.0.0.2"));
    health.begin(after, now, 0);

    health.end(asked.get(0), UNTOLD, now);

    assertThat(health.count(HealthVerdict.CANNOT_TELL)).isZero();
  }

  @Test
  void no_probe_of_a_machine_begins_while_another_one_is_under_way() {
    PoolView view = view(Machines.running("a", "10.0.0.1"));
    int begun = 0;
    for (; now < 100 * SECOND; now += SECOND / 4) {
      begun += health.begin(view, now, 100).size();
    }

    assertThat(begun).isOne();
  }

  @Test
  void no_more_probes_begin_than_there_is_room_for() {
    PoolView view = view(
        Machines.running("a", "10.0.0.1"),
        Machines.running("b", "10.0.0.2"),
        Machines.running("c", "10.0.0.3"));
    now = 10 * SECOND;
    health.begin(view, 0, 0);

    assertThat(health.begin(view, now, 2)).hasSize(2);
    assertThat(health.begin(view, now, 2)).hasSize(1);
  }

  @Test
  void a_machine_that_has_waited_longest_is_probed_first() {
    PoolView three = view(
        Machines.running("a", "10.0.0.1"),
        Machines.running("b", "10.0.0.2"),
        Machines.running("c", "10.0.0.3"));
    Set<MachineId> asked = new HashSet<>();
    health.begin(three, now, 0);
    for (int round = 0; round < 3; round++) {
      now += 100 * SECOND;
      ProbeTarget one = health.begin(three, now, 1).get(0);
      health.end(one, BAD, now);
      asked.add(one.machine());
    }

    assertThat(asked).hasSize(3);
  }

  @Test
  void a_machine_that_is_ill_is_reported_each_interval_as_the_pool_may_have_forgotten_its_trust() {
    PoolView fresh = view(Machines.running("a", "10.0.0.1"));
    passes(fresh, Duration.ofSeconds(95), BAD);
    assertThat(verdict(reports(fresh))).isEqualTo(HealthVerdict.BAD);
    PoolView ill = view(Machines.machine(
        "a",
        MachineState.RUNNING,
        ServiceState.UNHEALTHY,
        "10.0.0.1",
        Optional.of(new MachineHealth(HealthSource.PROBE, "refused"))));

    passes(ill, Duration.ofSeconds(5), BAD);
    assertThat(reports(ill)).as("within the interval").isEmpty();
    passes(ill, Duration.ofSeconds(6), BAD);
    assertThat(verdict(reports(ill))).isEqualTo(HealthVerdict.BAD);
    assertThat(reports(ill)).isEmpty();
  }

  @Test
  void of_a_machine_without_an_address_that_may_be_probed_the_probe_cannot_tell() {
    PoolView view = view(Machines.running("a", "127.0.0.1"));
    passes(view, Duration.ofSeconds(59), OK);
    assertThat(reports(view)).as("its address may come").isEmpty();

    passes(view, Duration.ofSeconds(2), OK);

    Optional<List<HealthReport>> reports = reports(view);
    assertThat(verdict(reports)).isEqualTo(HealthVerdict.CANNOT_TELL);
    assertThat(reports.orElseThrow().get(0).reason())
        .isEqualTo("it has no address that a probe may reach");
  }

  @Test
  void a_failure_is_tried_again_soon_until_the_machine_is_unhealthy() {
    HealthConfig eager = CONFIG
        .withTimes(Duration.ofSeconds(60), Duration.ofSeconds(1))
        .withRetryInterval(Duration.ofSeconds(3));
    PoolHealth eagerly = new PoolHealth(new PoolName("web"), eager, new Random(7));
    PoolView view = view(Machines.running("a", "10.0.0.1"));
    List<Long> begun = new ArrayList<>();
    for (; now < 300 * SECOND; now += SECOND / 4) {
      for (ProbeTarget target : eagerly.begin(view, now, 100)) {
        begun.add(now / SECOND);
        eagerly.end(target, now < 90 * SECOND ? OK : BAD, now);
      }
    }

    long first = begun.stream().filter(at -> at >= 90).findFirst().orElseThrow();
    assertThat(begun.stream().filter(at -> at >= first).limit(3))
        .containsExactly(first, first + 3, first + 6);
    assertThat(begun.stream().filter(at -> at > first + 6).findFirst().orElseThrow())
        .as("one that is unhealthy is asked each interval again")
        .isGreaterThan(first + 50);
  }

  @Test
  void another_host_is_asked_about_a_machine_with_any_address() {
    HealthConfig elsewhere =
        HealthConfig.of(ProbeConfig.http(80, "/").withHost("health.example.com"));
    PoolHealth asking = new PoolHealth(new PoolName("web"), elsewhere, new Random(7));
    Machine machine = Machines.publicOnly("a", "203.0.113.7");

    assertThat(asking.begin(view(machine), 0, 100)).isEmpty();
    assertThat(asking.begin(view(machine), 60 * SECOND, 100)).hasSize(1);
  }

  @Test
  void a_warm_machine_is_probed_once_the_pool_takes_it_into_service_with_a_grace_of_its_own() {
    PoolView warm = view(Machines.warm("a", "10.0.0.1", WarmState.WARM));
    PoolView waking = view(Machines.warm("a", "10.0.0.1", WarmState.WAKING));

    assertThat(passes(warm, Duration.ofSeconds(300), BAD)).isZero();
    assertThat(reports(warm)).isEmpty();

    assertThat(passes(waking, Duration.ofSeconds(50), BAD)).isPositive();
    assertThat(health.count(HealthVerdict.BAD)).as("within its grace").isZero();
    passes(waking, Duration.ofSeconds(60), BAD);
    assertThat(health.count(HealthVerdict.BAD)).isOne();
  }
}
