package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Event;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks what follows from reads of load balancers and of the cloud's instance status (I20): a machine becomes
 * UNHEALTHY or IN_SERVICE only after so many reads as the pool asks for, never against a higher source, few at once,
 * a source that could not be read costs no machine, and none stays UNHEALTHY by a source that shows it no more.
 */
final class HealthReadChecker {
  private static final String RULE = "I20";

  /** After so many intervals without a result a source does not stand by what it has found. */
  private static final int SILENT = 3;

  private final InvariantChecker judge;

  /** How often each source has shown each verdict of a machine to the present keeper. */
  private final Map<HealthSource, Map<String, Integer>> shown = new EnumMap<>(HealthSource.class);

  /** Sources of one answer whose last read has failed. */
  private final Map<HealthSource, Boolean> failed = new EnumMap<>(HealthSource.class);

  /** When each source last had a result about each machine, for the present keeper. */
  private final Map<String, Long> heardAt = new HashMap<>();

  /** When the present keeper had its first answer of each source: silence is counted from then on. */
  private final Map<HealthSource, Long> firstAt = new EnumMap<>(HealthSource.class);

  private int turned;
  private int most;

  HealthReadChecker(InvariantChecker judge) {
    this.judge = judge;
  }

  /** Another keeper begins, which has read nothing. */
  void newLife() {
    shown.clear();
    failed.clear();
    heardAt.clear();
    firstAt.clear();
  }

  /** Whether the present step may change service states because of a read. */
  static boolean reads(List<Event> events, InvariantChecker judge) {
    return !own(events, judge).isEmpty();
  }

  /** The answers to what the present keeper has asked; it pays no heed to those of an earlier one. */
  private static List<Event.HealthRead> own(List<Event> events, InvariantChecker judge) {
    return events.stream()
        .filter(Event.HealthRead.class::isInstance)
        .map(Event.HealthRead.class::cast)
        .filter(read -> read.asker() == judge.lifeBegan())
        .toList();
  }

  /** The keeper that leads has taken these events in; the records are those before. */
  void begins(List<Event> events) {
    turned = 0;
    most =
        (int) Math.max(1, Math.floor(judge.config().health().suspendShare() * judge.effective()));
    for (Event.HealthRead read : own(events, judge)) {
      HealthSource source =
          read.balancer().isPresent() ? HealthSource.LOAD_BALANCER : HealthSource.CLOUD;
      failed.put(source, read.error().isPresent());
      firstAt.putIfAbsent(source, judge.decidedAt());
      read.reports().forEach(report -> count(source, report));
    }
  }

  private void count(HealthSource source, HealthReport report) {
    shown
        .computeIfAbsent(source, key -> new HashMap<>())
        .merge(report.machine() + " " + report.verdict(), 1, Integer::sum);
    if (report.verdict() != HealthVerdict.CANNOT_TELL) {
      heardAt.put(source + " " + report.machine(), judge.decidedAt());
    }
  }

  /** All that follows from the present step of the keeper that leads is durable. */
  void ends(List<Event> events) {
    for (Event.HealthRead read : own(events, judge)) {
      judge.present().forEach(machine -> isCurrent(machine, read));
    }
  }

  private void isCurrent(MachineRecord machine, Event.HealthRead read) {
    HealthSource source =
        read.balancer().isPresent() ? HealthSource.LOAD_BALANCER : HealthSource.CLOUD;
    boolean follows = machine.status() == MachineRecord.Status.LIVE
        && machine.serviceState() == ServiceState.UNHEALTHY
        && machine.serviceSource() == source;
    if (!follows || !isWhole(source)) {
      return;
    }
    long first = firstAt.getOrDefault(source, judge.decidedAt());
    long heard = heardAt.getOrDefault(source + " " + machine.id(), first);
    long silence = judge.decidedAt() - Math.max(heard, first);
    rule(
        silence <= judge.config().health().interval().multipliedBy(SILENT).toNanos(),
        RULE,
        () -> "shown by its source no more for " + Duration.ofNanos(silence) + " is " + machine);
  }

  /** Whether one answer is all that a source is asked for. */
  private boolean isWhole(HealthSource source) {
    return source == HealthSource.CLOUD
        || judge.config().loadBalancing().behind().size() == 1;
  }

  private int shown(HealthSource source, String machine, HealthVerdict verdict) {
    return shown.getOrDefault(source, Map.of()).getOrDefault(machine + " " + verdict, 0);
  }

  private static boolean isRead(MachineRecord machine) {
    return machine.serviceSource() == HealthSource.LOAD_BALANCER
        || machine.serviceSource() == HealthSource.CLOUD;
  }

  /** The record of a machine has changed. */
  void changes(MachineRecord before, MachineRecord now) {
    boolean same = before.serviceState() == now.serviceState()
        && before.serviceSource() == now.serviceSource();
    if (same || !isRead(now)) {
      return;
    }
    HealthSource was = before.serviceSource();
    boolean unset = before.health() == null && before.serviceState() == ServiceState.UNKNOWN;
    rule(
        unset || was == HealthSource.LOAD_BALANCER || !was.outranks(now.serviceSource()),
        RULE,
        () -> "a lower source has made of " + before + " " + now);
    HealthConfig health = judge.config().health();
    boolean ill = now.serviceState() == ServiceState.UNHEALTHY;
    HealthVerdict verdict = ill ? HealthVerdict.BAD : HealthVerdict.OK;
    int seen = shown(now.serviceSource(), now.id(), verdict);
    rule(
        seen >= (ill ? health.failures() : health.successes()),
        RULE,
        () -> "after " + seen + " reads that show " + verdict + " is " + now);
    // One that has not run yet was never well.
    boolean wasWell =
        before.serviceState() != ServiceState.UNHEALTHY && before.effective() && before.ran();
    if (ill && wasWell) {
      turned++;
      rule(
          turned <= most,
          RULE,
          () -> "more than " + most + " machines turn UNHEALTHY at once, the last is " + now);
    }
  }

  /** It is decided that a machine goes as it was unhealthy. */
  void replaces(MachineRecord before) {
    if (!isRead(before)) {
      return;
    }
    HealthSource source = before.serviceSource();
    rule(
        !isWhole(source) || !failed.getOrDefault(source, true),
        RULE,
        () -> "for a source that could not be read goes " + before);
    int seen = shown(source, before.id(), HealthVerdict.BAD);
    rule(
        seen >= judge.config().health().failures(),
        RULE,
        () -> "this keeper has read " + seen + " times that it is ill, and so goes " + before);
  }
}
