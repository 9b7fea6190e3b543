package io.cloudadapter.simulation.process;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ProbeConfig;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.RemediationResponse;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Machines that fall ill and get well, a probe that finds that out, lies, flaps and hangs, and agents beside it. */
public final class HealthUsers {
  private static final int SHORT = 1;
  private static final int LONG = 10;

  /** How a round of probes goes. */
  private enum Round {
    TRUE,
    LYING,
    ALL_BAD,
    DEAF,
    HANGING
  }

  private static final List<Round> ROUNDS = List.of(
      Round.TRUE,
      Round.TRUE,
      Round.TRUE,
      Round.TRUE,
      Round.LYING,
      Round.ALL_BAD,
      Round.DEAF,
      Round.HANGING);

  private final SeededRandom dice;
  private final InvariantChecker judge;
  private final Consumer<Event> pool;
  private final Set<String> ill = new HashSet<>();

  public HealthUsers(SeededRandom dice, InvariantChecker judge, Consumer<Event> pool) {
    this.dice = dice;
    this.judge = judge;
    this.pool = pool;
  }

  /** The same pool with a probe, and something that follows from it. */
  public static PoolConfig configured(PoolConfig plain, SeededRandom dice) {
    RemediationConfig remediation = RemediationConfig.builder()
        .enabled(dice.chance(0.8))
        .after(Duration.ofMinutes(dice.between(SHORT, LONG)))
        .massUnhealthyShare(dice.pick(List.of(0.3, 0.6, 1.0)))
        .response(dice.pick(List.of(RemediationResponse.values())))
        .build();
    HealthConfig health = HealthConfig.of(ProbeConfig.tcp(22))
        .withSuspendShare(dice.pick(List.of(0.1, 0.3, 0.5)))
        .withBeforeService(dice.chance(0.4));
    return plain.toBuilder()
        .remediation(remediation)
        .health(health.withGrace(plain.bootDeadline()))
        .build();
  }

  /** The same pool with its load balancers, the cloud, or both as sources of health, and maybe without its probe. */
  public static PoolConfig reading(PoolConfig probed, SeededRandom dice) {
    boolean balancers = !probed.loadBalancing().behind().isEmpty() && dice.chance(0.7);
    boolean status = !balancers || dice.chance(0.6);
    HealthConfig health = probed.health();
    HealthConfig asked = dice.chance(0.5)
        ? health
        : health.withProbe(ProbeConfig.none()).withBeforeService(health.beforeService() && status);
    return probed.toBuilder()
        .health(asked
            .withLoadBalancers(balancers)
            .withCloudStatus(status)
            .withTimes(Duration.ofSeconds(dice.between(20, 120)), Duration.ofSeconds(5))
            .withThresholds((int) dice.between(1, 3), (int) dice.between(1, 2)))
        .build();
  }

  /** One round of probes over all machines that run, and now and then an agent. */
  public void happen() {
    List<MachineRecord> running = running();
    for (MachineRecord machine : running) {
      if (dice.chance(0.05)) {
        ill.add(machine.id());
      } else if (dice.chance(0.2)) {
        ill.remove(machine.id());
      }
    }
    Round round = dice.pick(ROUNDS);
    List<HealthReport> reports = new ArrayList<>();
    for (MachineRecord machine : running) {
      reports.add(report(machine, verdict(round, ill.contains(machine.id()))));
    }
    if (round != Round.HANGING && !reports.isEmpty()) {
      ask(HealthSource.PROBE, reports);
    }
    if (!running.isEmpty() && dice.chance(0.1)) {
      HealthVerdict word = dice.pick(List.of(HealthVerdict.values()));
      ask(HealthSource.AGENT, List.of(report(dice.pick(running), word)));
    }
  }

  private HealthVerdict verdict(Round round, boolean isIll) {
    HealthVerdict found = isIll ? HealthVerdict.BAD : HealthVerdict.OK;
    return switch (round) {
      case TRUE, HANGING -> dice.chance(0.03) ? HealthVerdict.CANNOT_TELL : found;
      case LYING -> dice.chance(0.2) ? HealthVerdict.BAD : found;
      case ALL_BAD -> HealthVerdict.BAD;
      case DEAF -> dice.chance(0.7) ? HealthVerdict.CANNOT_TELL : found;
    };
  }

  /** All machines are well, the agents leave, and the probe finds that out, so that none waits for ever. */
  public void attend() {
    ill.clear();
    List<MachineRecord> running = running();
    for (MachineRecord machine : running) {
      if (machine.serviceSource() == HealthSource.AGENT) {
        ask(HealthSource.AGENT, List.of(report(machine, HealthVerdict.CANNOT_TELL)));
      }
    }
    if (!running.isEmpty()) {
      ask(
          HealthSource.PROBE,
          running.stream().map(machine -> report(machine, HealthVerdict.OK)).toList());
    }
  }

  private List<MachineRecord> running() {
    return judge.present().stream()
        .filter(machine -> machine.status() == MachineRecord.Status.LIVE
            && machine.state() == MachineState.RUNNING)
        .toList();
  }

  private static HealthReport report(MachineRecord machine, HealthVerdict verdict) {
    return new HealthReport(machine.machineId(), verdict, verdict + " by a story");
  }

  private void ask(HealthSource source, List<HealthReport> reports) {
    pool.accept(new Event.Asked(
        new Command.ReportHealth(source, reports), CommandSender.under(Optional.empty())));
  }
}
