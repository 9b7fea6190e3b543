package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.ledger.MachineRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a source that the keeper itself reads has found out about the pool's machines. A restart loses it: the keeper
 * then counts anew, and replaces nothing for what an earlier one has found.
 */
public final class SourceVerdicts {
  /** After how many intervals without a result a source does not stand by a verdict any more. */
  public static final int SILENT_INTERVALS = 3;

  private final HealthConfig config;
  private final CurrentStep step;
  private final Map<String, MachineVerdict> machines = new HashMap<>();

  SourceVerdicts(HealthConfig config, CurrentStep step) {
    this.config = config;
    this.step = step;
  }

  /**
   * A read of the source has ended.
   *
   * @param live the machines of the pool; what was found out about others is forgotten
   * @param running those of them that run
   * @param found what it shows of them; a machine may be there several times
   */
  public void read(Set<String> live, Set<String> running, List<HealthReport> found) {
    // A list may show a machine in another state for once: its source goes on from where it was.
    machines.keySet().retainAll(live);
    Map<String, HealthReport> merged = merge(running, found);
    for (String id : running) {
      MachineVerdict machine = track(id);
      HealthReport report = merged.get(id);
      if (report == null) {
        machine.reads(HealthVerdict.CANNOT_TELL, "", step.now().nanos());
      } else {
        machine.reads(report.verdict(), report.reason(), step.now().nanos());
      }
    }
    expire();
  }

  /** A machine is as ill as the worst that is shown of it: it may serve at several places. */
  private static Map<String, HealthReport> merge(Set<String> running, List<HealthReport> found) {
    Map<String, HealthReport> merged = new HashMap<>();
    for (HealthReport report : found) {
      String id = report.machine().value();
      if (running.contains(id)) {
        merged.merge(id, report, (one, other) -> weight(other) > weight(one) ? other : one);
      }
    }
    return merged;
  }

  private static int weight(HealthReport report) {
    return switch (report.verdict()) {
      case CANNOT_TELL -> 0;
      case OK -> 1;
      case BAD -> 2;
    };
  }

  private MachineVerdict track(String id) {
    return machines.computeIfAbsent(
        id, key -> new MachineVerdict(config, step.now().nanos(), step.startedAt()));
  }

  /** Forgets verdicts for which the source has shown nothing for too long. */
  public void expire() {
    for (MachineVerdict machine : machines.values()) {
      if (isStale(machine.heardAt())) {
        machine.expire();
      }
    }
  }

  private boolean isStale(long heardAt) {
    Duration silence = config.interval().multipliedBy(SILENT_INTERVALS);
    return step.now().reached(heardAt + silence.toNanos());
  }

  /** The verdicts that the last read bears out. */
  public List<HealthReport> reports(List<MachineRecord> running) {
    List<HealthReport> reports = new ArrayList<>();
    for (MachineRecord record : running) {
      MachineVerdict machine = track(record.id());
      machine
          .verdict()
          .or(machine::unsaid)
          .ifPresent(verdict ->
              reports.add(new HealthReport(record.machineId(), verdict, machine.reason())));
    }
    return reports;
  }

  /** Whether the source has had a result about a machine lately, or this keeper is too young to miss one. */
  boolean standsBy(String id) {
    MachineVerdict machine = machines.get(id);
    return !isStale(machine == null ? step.startedAt() : machine.heardAt());
  }

  /** Whether the source has found a machine ill in the life of this keeper, and stands by it. */
  boolean confirmsBad(String id) {
    MachineVerdict machine = machines.get(id);
    return machine != null && machine.isBad() && standsBy(id);
  }

  /** How many running machines have a verdict. */
  int count(HealthVerdict verdict) {
    int count = 0;
    for (MachineVerdict machine : machines.values()) {
      count += machine.verdict().orElse(HealthVerdict.CANNOT_TELL) == verdict ? 1 : 0;
    }
    return count;
  }
}
