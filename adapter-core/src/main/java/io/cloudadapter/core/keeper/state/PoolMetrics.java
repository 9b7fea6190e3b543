package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.LaunchCounts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/** The metrics of a pool. */
public final class PoolMetrics {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final AlarmRegistry alarms;
  private final KeeperCounters counters;
  private final SizeControl sizes;
  private final IntSupplier headroom;
  private final IntSupplier refreshShareLeft;
  private final DisruptionAccount disruption;
  private final HealthTrust trust;

  public PoolMetrics(
      KeeperConfig settings,
      Ledger ledger,
      AlarmRegistry alarms,
      KeeperCounters counters,
      SizeControl sizes,
      IntSupplier headroom,
      IntSupplier refreshShareLeft,
      DisruptionAccount disruption,
      HealthTrust trust) {
    this.settings = settings;
    this.ledger = ledger;
    this.alarms = alarms;
    this.counters = counters;
    this.sizes = sizes;
    this.headroom = headroom;
    this.refreshShareLeft = refreshShareLeft;
    this.disruption = disruption;
    this.trust = trust;
  }

  /** What launches have come to since the keeper began. */
  public LaunchCounts launches() {
    return new LaunchCounts(
        counters.value(KeeperCounters.Counter.MACHINES_LAUNCHED),
        counters.value(KeeperCounters.Counter.LAUNCHES_FAILED)
            + counters.value(KeeperCounters.Counter.LAUNCHES_LAPSED));
  }

  public List<Metric> of(int minSize, boolean active) {
    Map<String, String> labels = new TreeMap<>();
    labels.put("pool", settings.config().name().value());
    List<Metric> metrics = new ArrayList<>();
    for (KeeperCounters.Counter count : KeeperCounters.Counter.values()) {
      metrics.add(new Metric(
          "cloudadapter_" + count.name().toLowerCase(Locale.ROOT) + "_total",
          count.help(),
          Metric.Type.COUNTER,
          labels,
          counters.value(count)));
    }
    metrics.add(gauge("desired_size", "The desired size.", ledger.pool().desired(), labels));
    metrics.add(gauge(
        "headroom",
        "Machines that the pool keeps in service above the desired size.",
        headroom.getAsInt(),
        labels));
    metrics.add(gauge("min_size", "The fewest machines that scaling leaves.", minSize, labels));
    metrics.add(
        gauge("max_size", "The most machines that scaling asks for.", sizes.maxSize(), labels));
    metrics.add(gauge("effective_size", "Machines that count.", ledger.effective(), labels));
    metrics.add(
        gauge("open_launches", "Promised machines that are not known yet.", ledger.open(), labels));
    metrics.add(gauge(
        "pauses", "Machines that wait for a hook.", ledger.hooks().waiting().size(), labels));
    metrics.add(gauge(
        "open_actions",
        "Actions of machines that have not ended.",
        ledger.actions().open().size(),
        labels));
    Map<ActionPhase, Long> phases = ledger.actions().open().stream()
        .collect(Collectors.groupingBy(ActionRecord::phase, TreeMap::new, Collectors.counting()));
    phases.forEach((phase, count) -> {
      Map<String, String> byPhase = new TreeMap<>(labels);
      byPhase.put("phase", phase.name().toLowerCase(Locale.ROOT));
      metrics.add(
          gauge("actions", "Actions of machines that have not ended, by phase.", count, byPhase));
    });
    metrics.add(Metric.timer(
        "cloudadapter_pool_launch_to_running_seconds",
        "From the plan of a launch to the moment when its machine is seen running.",
        labels,
        counters.launchNanos(),
        counters.launchesTimed()));
    metrics.add(gauge(
        "quarantined_machines",
        "Machines with the pool's mark that are not in its ledger.",
        ledger.quarantined().size(),
        labels));
    metrics.add(gauge(
        "held_growth",
        "Machines of the desired size that no quota of the pool's tenants allows.",
        ledger.pool().heldGrowth(),
        labels));
    metrics.add(gauge(
        "refresh_active",
        "Whether a refresh is under way (1), or not (0).",
        ledger.refresh().filter(RefreshRecord::active).isPresent() ? 1 : 0,
        labels));
    metrics.add(gauge(
        "refresh_share_left",
        "Machines that refreshes may still replace by themselves within a day; 0 if none starts by itself.",
        refreshShareLeft.getAsInt(),
        labels));
    disruption(metrics, labels);
    health(metrics, labels);
    warm(metrics, labels);
    metrics.add(gauge("alarms", "Alarms that stand.", alarms.all().size(), labels));
    Map<String, String> state = new TreeMap<>(labels);
    state.put("state", ledger.pool().state().word());
    metrics.add(gauge("operating_state", "1, with what an operator lets the pool do.", 1, state));
    metrics.add(gauge(
        "active",
        "Whether the pool keeps its size (1), or observes, is frozen, suspended or being deleted (0).",
        active ? 1 : 0,
        labels));
    return metrics;
  }

  /** Of the sources that the pool itself reads; its prober has metrics of its own. */
  private void health(List<Metric> metrics, Map<String, String> labels) {
    for (HealthSource source : HealthSource.values()) {
      if (source.reports() || !settings.config().health().hears(source)) {
        continue;
      }
      for (HealthVerdict verdict : HealthVerdict.values()) {
        Map<String, String> byVerdict = new TreeMap<>(labels);
        byVerdict.put("source", source.word());
        byVerdict.put("verdict", verdict.name().toLowerCase(Locale.ROOT));
        metrics.add(gauge(
            "health_source_machines",
            "Machines by the present verdict of the load balancers or of the cloud's instance status.",
            trust.verdicts(source).count(verdict),
            byVerdict));
      }
    }
  }

  /** Of a pool without a warm pool only what it still has of one. */
  private void warm(List<Metric> metrics, Map<String, String> labels) {
    Map<WarmState, Integer> counts = new EnumMap<>(WarmState.class);
    if (settings.config().warm().enabled()) {
      for (WarmState state : WarmState.values()) {
        counts.put(state, 0);
      }
    }
    for (MachineRecord machine : ledger.machines()) {
      for (WarmState state : WarmState.values()) {
        if (machine.isWarm(state) && machine.status().member()) {
          counts.merge(state, 1, Integer::sum);
        }
      }
    }
    counts.forEach((state, count) -> {
      Map<String, String> byState = new TreeMap<>(labels);
      byState.put("state", state.word());
      metrics.add(gauge(
          "warm_machines",
          "Machines of the warm pool, by how far they are: warming, warm, waking or cooling.",
          count,
          byState));
    });
  }

  private void disruption(List<Metric> metrics, Map<String, String> labels) {
    metrics.add(gauge(
        "disruption_unavailable",
        "Machines on their way out or disrupted, or healthy ones that the pool lacks.",
        Math.max(0, disruption.unavailable()),
        labels));
    disruption
        .limit()
        .ifPresent(limit -> metrics.add(gauge(
            "disruption_limit",
            "Machines that may be unavailable before the pool disrupts another one.",
            limit,
            labels)));
    for (DisruptionReason reason : DisruptionReason.values()) {
      Map<String, String> byReason = new TreeMap<>(labels);
      byReason.put("reason", reason.word());
      metrics.add(gauge(
          "disruption_debits",
          "Machines that are unavailable for a reason of the pool itself.",
          disruption.debits(reason),
          byReason));
    }
  }

  private static Metric gauge(String name, String help, double value, Map<String, String> labels) {
    return new Metric("cloudadapter_pool_" + name, help, Metric.Type.GAUGE, labels, value);
  }
}
