package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.HealthTrust;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.keeper.state.SourceVerdicts;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.CloudException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads one source of health of the cloud for all machines at once, each interval of the pool's health settings, and
 * reports what it shows as a probe reports. A read that fails gives no verdict about any machine.
 */
final class HealthReader {
  /** After how many failures in a row an alarm stands. */
  private static final int FAILURES = 3;

  /** What there is to ask. */
  @FunctionalInterface
  interface Questions {
    /** Asks about some machines: one load balancer each, or the cloud. There is an answer for each. */
    Map<Optional<LoadBalancerName>, ? extends Effect> about(Set<MachineId> machines);
  }

  private final HealthSource source;
  private final Questions questions;
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final CloudContact cloud;
  private final HealthTrust trust;
  private final ServiceStates states;
  private final SourceVerdicts verdicts;
  private final RetryBackoff retry = new RetryBackoff();
  private final List<HealthReport> found = new ArrayList<>();
  private Optional<Event.HealthRead> failure = Optional.empty();
  private final Set<Optional<LoadBalancerName>> unanswered = new HashSet<>();
  private long dueAt;

  /**
   * A reader that begins with its keeper.
   *
   * @param questions what to ask
   */
  HealthReader(
      HealthSource source,
      Questions questions,
      SharedState state,
      HealthTrust trust,
      ServiceStates states) {
    this.source = source;
    this.questions = questions;
    this.settings = state.settings;
    this.ledger = state.ledger;
    this.step = state.step;
    this.cloud = state.cloud;
    this.trust = trust;
    this.states = states;
    this.verdicts = trust.verdicts(source);
    HealthConfig health = settings.config().health();
    double delay =
        settings.random().nextDouble() * health.jitter() * health.interval().toNanos();
    this.dueAt = step.startedAt() + (long) delay;
  }

  HealthSource source() {
    return source;
  }

  /** Asks once it is time. Machines that do not run have no health; those of the warm pool do not serve. */
  void onStep() {
    if (!unanswered.isEmpty() || !cloud.identified || !cloud.listed) {
      return;
    }
    if (!step.now().reached(dueAt)) {
      step.wakeAt(dueAt);
      return;
    }
    Set<MachineId> machines = running().stream()
        .map(MachineRecord::machineId)
        .collect(Collectors.toCollection(LinkedHashSet::new));
    if (machines.isEmpty()) {
      dueAt = step.now().nanos() + jittered();
      step.wakeAt(dueAt);
      return;
    }
    found.clear();
    failure = Optional.empty();
    questions.about(machines).forEach((balancer, effect) -> {
      unanswered.add(balancer);
      step.emit(effect);
    });
  }

  /**
   * Machines that have a health. A load balancer checks none before its launch hooks are over, and so its grace begins
   * then.
   */
  private List<MachineRecord> running() {
    return ledger.machines().stream()
        .filter(machine -> machine.status() == Status.LIVE
            && machine.state() == MachineState.RUNNING
            && !(machine.entering() && source == HealthSource.LOAD_BALANCER)
            && (machine.warm() == null || machine.waking()))
        .toList();
  }

  /** Takes one answer; the reports of all answers count together. */
  void onRead(Event.HealthRead event) {
    if (event.asker() != step.startedAt() || !unanswered.remove(event.balancer())) {
      return; // An earlier keeper of this process has asked.
    }
    event.reports().forEach(report -> found.add(worded(event.balancer(), report)));
    if (event.error().isPresent()) {
      failure = Optional.of(event);
    }
    if (unanswered.isEmpty()) {
      conclude();
    }
  }

  private static HealthReport worded(Optional<LoadBalancerName> balancer, HealthReport report) {
    String reason = balancer.map(name -> "load balancer " + name + ": ").orElse("instance status: ")
        + report.reason();
    return new HealthReport(report.machine(), report.verdict(), MachineHealth.shortened(reason));
  }

  private void conclude() {
    dueAt = step.now().nanos() + jittered();
    if (failure.isPresent()) {
      fails(failure.get());
    } else {
      retry.reset();
      List<MachineRecord> running = running();
      verdicts.read(
          ids(ledger.machines().stream().filter(machine -> machine.status() == Status.LIVE)),
          ids(running.stream()),
          found);
      states.report(source, verdicts.reports(running));
    }
    states.withdraw();
  }

  private static Set<String> ids(Stream<MachineRecord> machines) {
    return machines.map(MachineRecord::id).collect(Collectors.toSet());
  }

  private void fails(Event.HealthRead event) {
    CloudException error = event.error().orElseThrow();
    retry.failed(step.now(), error.retryAfter(), settings.random());
    if (retry.at() - dueAt > 0) {
      dueAt = retry.at();
    }
    verdicts.expire();
    if (retry.failures() < FAILURES) {
      trust.withhold(source);
      return;
    }
    trust.doubt(
        source,
        event.balancer().map(name -> "load balancer " + name).orElse("the cloud's instance status")
            + " cannot be read: " + ErrorText.of(error)
            + "; the pool replaces no machine for what it has shown");
  }

  private long jittered() {
    HealthConfig health = settings.config().health();
    double share = 1 + health.jitter() * (settings.random().nextDouble() - 0.5);
    return (long) (health.interval().toNanos() * share);
  }
}
