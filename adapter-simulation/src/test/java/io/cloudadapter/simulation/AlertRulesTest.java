package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.runtime.LocalPool;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.simulated.SimulatedCloudBuilder;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The alert rules in deploy/prometheus fire when they should, and not before: promtool plays the metrics of a simulated
 * pool, recorded each minute of virtual time, against the rules.
 */
class AlertRulesTest {
  private static final Path RULES =
      Path.of("").toAbsolutePath().getParent().resolve("deploy/prometheus");
  private static final String MISSING = "_";

  private final SimulatedClock clock =
      SimulatedClock.startingAt(Instant.parse("2026-11-29T05:00:00Z"));

  /** The series of a story by their names with labels, one value for each minute. */
  private final Map<String, List<String>> series = new TreeMap<>();

  private final StringBuilder expected = new StringBuilder();
  private int minutes;

  @TempDir
  private Path directory;

  @Test
  void nothing_fires_for_a_pool_that_is_well() throws Exception {
    try (ManualPool pool = pool(UnaryOperator.identity(), web -> web.initialSize(3))) {
      record(pool, 46);
    }

    expect("20m");
    expect("45m");
    play();
  }

  @Test
  void a_refused_launch_is_a_warning_once_it_has_stood_for_ten_minutes() throws Exception {
    try (ManualPool pool = pool(cloud -> cloud.quota(2), web -> web.initialSize(5))) {
      record(pool, 45);
    }

    expect("8m");
    expect("14m", "CloudAdapterAlarmWarning");
    expect(
        "20m", "CloudAdapterAlarmWarning", "CloudAdapterLaunchesFail", "CloudAdapterPoolTooSmall");
    play();
  }

  @Test
  void a_cloud_that_cannot_be_listed_is_critical_and_over_once_it_can() throws Exception {
    SimulatedCloud[] made = new SimulatedCloud[1];
    try (ManualPool pool = pool(made, UnaryOperator.identity(), web -> web.initialSize(2))) {
      record(pool, 10);
      made[0].faults().credentialsExpired(true);
      record(pool, 25);
      made[0].faults().heal();
      record(pool, 25);
    }

    expect("9m");
    expect("30m", "CloudAdapterAlarmCritical", "CloudAdapterPoolNotListed");
    expect("59m");
    play();
  }

  @Test
  void a_machine_that_waits_for_a_hook_for_an_hour_is_a_warning() throws Exception {
    LifecycleHook hook =
        LifecycleHook.onTerminate("drain", Duration.ofHours(3), HookTarget.listener());
    try (ManualPool pool =
        pool(UnaryOperator.identity(), web -> web.initialSize(2).hook(hook))) {
      record(pool, 10);
      pool.pool().setDesiredSize(1);
      record(pool, 70);
    }

    expect("60m");
    expect("78m", "CloudAdapterHookWaits");
    play();
  }

  @Test
  void a_pool_that_is_not_running_for_longer_than_its_notRunningAlarm_is_a_warning_of_its_own()
      throws Exception {
    try (ManualPool pool =
        pool(UnaryOperator.identity(), web -> web.notRunningAlarm(Duration.ofMinutes(30)))) {
      record(pool, 5);
      become(pool, OperatingState.SUSPENDED);
      record(pool, 45);
      become(pool, OperatingState.RUNNING);
      record(pool, 15);
    }

    expect("34m");
    expect("40m", "CloudAdapterPoolNotRunning");
    expect("49m", "CloudAdapterPoolNotRunning");
    expect("64m");
    play();
  }

  private static void become(ManualPool pool, OperatingState state) {
    var unused =
        ((LocalPool) pool.pool()).execute(new Command.SetState(state), WriteOptions.none());
  }

  @Test
  void growth_that_a_quota_holds_for_an_hour_after_its_alarm_is_a_warning_of_its_own()
      throws Exception {
    // Quotas need several pools, so the series of the alarm is written here; GrowthGuardTest raises
    // it.
    stands("TENANT_QUOTA", 10, 80);

    expect("60m");
    expect("71m", "CloudAdapterTenantQuota");
    expect("90m");
    play();
  }

  /** As the metrics of a pool show an alarm that stands for some minutes. */
  private void stands(String code, int from, int until) {
    List<String> values = new ArrayList<>(Collections.nCopies(from, MISSING));
    values.addAll(Collections.nCopies(until - from, "1"));
    values.addAll(Collections.nCopies(20, "stale"));
    series.put("cloudadapter_pool_alarm{pool=\"web\",code=\"" + code + "\"}", values);
  }

  private ManualPool pool(
      UnaryOperator<SimulatedCloudBuilder> cloud, UnaryOperator<PoolConfigBuilder> web) {
    return pool(new SimulatedCloud[1], cloud, web);
  }

  private ManualPool pool(
      SimulatedCloud[] made,
      UnaryOperator<SimulatedCloudBuilder> cloud,
      UnaryOperator<PoolConfigBuilder> web) {
    made[0] = cloud.apply(SimulatedCloud.builder(1, clock)).build();
    PoolConfig config = web.apply(PoolConfig.named("web", "here", 20)).build();
    return new ManualPool(
        made[0].provider(),
        config,
        new SimulatedProviderFactory().template().parse(config.launch().template()),
        clock,
        1);
  }

  private void record(ManualPool pool, int count) {
    for (int i = 0; i < count; i++) {
      Map<String, String> now = new TreeMap<>();
      ((LocalPool) pool.pool()).metrics().forEach(metric -> put(now, metric));
      now.keySet()
          .forEach(name -> series.computeIfAbsent(
              name, first -> new ArrayList<>(Collections.nCopies(minutes, MISSING))));
      series.forEach((name, values) -> values.add(now.getOrDefault(name, MISSING)));
      minutes++;
      pool.pass(Duration.ofMinutes(1));
    }
  }

  private static void put(Map<String, String> now, Metric metric) {
    String labels = metric.labels().entrySet().stream()
        .map(label -> label.getKey() + "=\"" + label.getValue() + "\"")
        .collect(Collectors.joining(",", "{", "}"));
    if (metric.type() == Metric.Type.TIMER) {
      now.put(metric.name() + "_sum" + labels, Double.toString(metric.value()));
      now.put(metric.name() + "_count" + labels, Long.toString(metric.count()));
    } else {
      now.put(metric.name() + labels, Double.toString(metric.value()));
    }
  }

  /** At a time of the story, these alerts fire and no others. */
  private void expect(String at, String... alerts) {
    expected
        .append("    - expr: 'count by (alertname) (ALERTS{alertstate=\"firing\"})'\n")
        .append("      eval_time: " + at + "\n")
        .append(alerts.length == 0 ? "      exp_samples: []\n" : "      exp_samples:\n");
    for (String alert : alerts) {
      expected.append("      - labels: '{alertname=\"" + alert + "\"}'\n        value: 1\n");
    }
  }

  private void play() throws Exception {
    StringBuilder test = new StringBuilder("rule_files:\n");
    test.append("- " + RULES.resolve("alerts.yml") + "\n- " + RULES.resolve("recording.yml"));
    test.append("\nevaluation_interval: 1m\ntests:\n- interval: 1m\n  input_series:\n");
    series.forEach((name, values) -> test.append("  - series: '" + name + "'\n")
        .append("    values: '" + String.join(" ", values) + "'\n"));
    test.append("  promql_expr_test:\n").append(expected);
    Path file = Files.writeString(directory.resolve("test.yml"), test);
    assertThat(promtool("check", "rules", RULES + "/alerts.yml", RULES + "/recording.yml"))
        .contains("SUCCESS");
    assertThat(promtool("test", "rules", file.toString())).contains("SUCCESS");
  }

  private String promtool(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Path output = directory.resolve("output");
    Process promtool;
    try {
      promtool = new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .start();
    } catch (IOException e) {
      if (Boolean.getBoolean("promtool.required")) {
        throw e;
      }
      Assumptions.abort("there is no promtool here");
      return "";
    }
    promtool.waitFor();
    return Files.readString(output);
  }
}
