package io.cloudadapter.cli.support;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.api.notification.ReceiverStatus;
import io.cloudadapter.api.reload.ReloadResult;
import io.cloudadapter.cli.server.DoctorReport;
import io.cloudadapter.cli.terminal.PoolFormatter;
import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.client.RemotePools;
import io.cloudadapter.spi.config.ConfigError;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Checks a running server by what it answers: its replicas, its configuration file, its receivers, and each pool. */
public final class ServerChecks {
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(2);

  private final DoctorReport findings;
  private final InstantSource clock;

  /**
   * Checks.
   *
   * @param findings gets what is found
   * @param clock the time of this machine
   */
  public ServerChecks(DoctorReport findings, InstantSource clock) {
    this.findings = findings;
    this.clock = clock;
  }

  /**
   * Checks a server.
   *
   * @param pools the pools of the server
   * @throws PoolException if it does not answer at all
   */
  public void check(RemotePools pools) {
    List<MachinePool> all = pools.all();
    findings.ok("server: answers, and has " + all.size() + (all.size() == 1 ? " pool" : " pools"));
    part("replicas", () -> replicas(pools.replica(), pools.replicas()));
    part("reload", () -> reload(pools.configReload().last()));
    part("notifications", () -> pools.notifications().receivers().forEach(this::receiver));
    all.forEach(this::readable);
  }

  /** One part of the whole server, which it may not have, or not show to a caller of some pools. */
  private void part(String key, Runnable check) {
    try {
      check.run();
    } catch (PoolException e) {
      if (e.reason() != Reason.NOT_FOUND && e.reason() != Reason.UNSUPPORTED) {
        findings.warn(key + ": cannot be read: " + e.getMessage());
      }
    }
  }

  private void readable(MachinePool pool) {
    try {
      pool(pool);
    } catch (PoolException e) {
      findings.fault(new ConfigError("pools." + pool.name(), "cannot be read: " + e.getMessage()));
    }
  }

  private void replicas(Optional<ReplicaRole> part, List<ReplicaInfo> all) {
    if (part.isEmpty()) {
      return;
    }
    if (all.stream().noneMatch(ReplicaInfo::leads)) {
      findings.fault(new ConfigError(
          "replicas", "none of " + all.size() + " leads, so nothing is launched or ended"));
    } else {
      findings.ok("replicas: " + all.size() + ", and one leads");
    }
    if (!part.get().trouble().isEmpty()) {
      findings.warn("replicas: " + part.get().name() + " " + part.get().trouble());
    }
  }

  private void reload(ReloadResult last) {
    if (last.successful()) {
      findings.ok("reload: the configuration file is in effect since " + last.time());
    } else {
      findings.warn("reload: the configuration file is not in effect since " + last.time() + ": "
          + String.join("; ", last.errors()));
    }
    if (!last.restart().isEmpty()) {
      findings.warn("reload: a restart is needed for " + String.join(", ", last.restart()));
    }
  }

  private void receiver(ReceiverStatus receiver) {
    if (receiver.failing()) {
      findings.warn(
          "notifications." + receiver.name() + ": has failed for long: " + receiver.error());
    } else {
      findings.ok("notifications." + receiver.name() + ": takes notifications");
    }
  }

  private void pool(MachinePool pool) {
    PoolView view = pool.view();
    String key = "pools." + view.pool();
    if (view.status() == PoolStatus.ACTIVE && view.listStatus() == ListStatus.RECENT) {
      findings.ok(key + ": " + view.status() + ", desired " + view.desiredSize()
          + (view.headroom() == 0 ? "" : ", headroom " + view.headroom())
          + (view.settled()
              ? ", settled"
              : ", not settled; " + ProgramName.text() + " plan --pool " + view.pool()
                  + " shows what it waits for"));
    } else {
      findings.warn(key + ": " + view.status()
          + switch (view.listStatus()) {
            case RECENT -> "";
            case NOT_LISTED -> ", and its cloud has not been listed yet";
            case STALE -> ", and the last list of its cloud is old";
          });
    }
    for (Alarm alarm : view.alarms()) {
      findings.warn(key + ": alarm " + alarm.code() + " since " + alarm.since() + ": "
          + alarm.message() + "; see " + PoolFormatter.runbook(alarm));
    }
    clock(key, view.timestamp());
  }

  /** A list that began in the future shows clocks that differ. */
  private void clock(String key, Instant listed) {
    Duration ahead = Duration.between(clock.instant(), listed);
    if (ahead.compareTo(CLOCKS_DIFFER) > 0) {
      findings.warn(
          key + ": the server's clock is ahead of this machine's by " + ahead.toSeconds() + " s");
    }
  }
}
