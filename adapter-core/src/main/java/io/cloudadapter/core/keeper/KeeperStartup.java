package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.LedgerFormat;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.ScalingRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Restores a keeper: from the stored ledger or a fresh one, with the changes of the configuration since, and with
 * budgets and alarms as they were.
 */
final class KeeperStartup {
  private KeeperStartup() {}

  static KeeperContext of(KeeperConfig settings, LedgerSnapshot stored, Moment now) {
    Ledger ledger = stored.take().orElseGet(() -> fresh(settings));
    KeeperContext work = new KeeperContext(settings, ledger, now);
    upgrade(work);
    configure(work);
    remember(work);
    return work;
  }

  private static Ledger fresh(KeeperConfig settings) {
    return Ledger.fresh(
        settings.config().name(),
        new PoolRecord(
            KeeperContext.token(settings),
            PoolRecord.Phase.FRESH,
            settings.config().account(),
            null,
            0,
            false,
            0,
            null,
            null,
            null,
            0,
            "",
            0,
            null,
            null,
            List.of(),
            ScalingRecord.NONE,
            Map.of(),
            LedgerFormat.CURRENT));
  }

  /**
   * Records of an earlier format are read as they are, and written as the current one. They do not hold whether the
   * command that makes a machine leave has lowered the desired size: it is taken to have, so that its repetition after
   * the upgrade is answered as before.
   */
  private static void upgrade(KeeperContext work) {
    if (work.ledger.pool().format() < LedgerFormat.CURRENT) {
      for (MachineRecord machine : List.copyOf(work.ledger.machines())) {
        if (leavesByCommand(machine)) {
          work.ledger.put(machine.edit(edit -> edit.lowered = true));
        }
      }
      work.ledger.put(work.ledger.pool().edit(edit -> edit.format = LedgerFormat.CURRENT));
    }
  }

  private static boolean leavesByCommand(MachineRecord machine) {
    return switch (machine.status()) {
      case RETIRING, DELETING -> machine.byCommand();
      case DETACHING -> true;
      case ATTACHING, LIVE, PRESUMED_GONE, QUARANTINED, GONE, DETACHED -> false;
    };
  }

  /** A changed launch configuration gets a number of its own; open promises keep theirs. */
  private static void configure(KeeperContext work) {
    String hash = Integer.toHexString((work.settings.config().launch().toString()
            + work.settings.config().launch().userData().map(s -> s.reveal()).orElse(""))
        .hashCode());
    PoolRecord pool = work.ledger.pool();
    if (!pool.profileHash().equals(hash)) {
      work.ledger.put(pool.edit(edit -> {
        edit.profile++;
        edit.profileHash = hash;
        // What failed may be what has changed: one machine is tried at once.
        edit.parkedUntil = null;
      }));
    }
    ScalingRecord scale = pool.scale()
        .under(
            work.settings.config().scaling().minSize(), work.settings.config().maxSize());
    if (!scale.equals(pool.scale())) {
      work.ledger.put(work.ledger.pool().edit(edit -> edit.scale = scale));
    }
    if (!pool.account().equals(work.settings.config().account())) {
      work.ledger.put(work.ledger.pool().edit(edit -> {
        edit.account = work.settings.config().account();
        edit.identity = null;
      }));
    }
  }

  /** Budgets and alarms as they were when the process ended. */
  private static void remember(KeeperContext work) {
    List<LaunchRecord> all = new ArrayList<>(work.ledger.unresolved());
    all.addAll(work.ledger.resolved());
    all.sort(java.util.Comparator.comparing(LaunchRecord::plannedAt));
    for (LaunchRecord launch : all) {
      if (launch.attempts() > 0) {
        spentBefore(work, work.launchBudget, launch.plannedAt(), launch.k());
      }
    }
    List<MachineRecord> ends = new ArrayList<>(work.ledger.machines());
    ends.addAll(work.ledger.endedMachines());
    ends.removeIf(machine -> machine.closedAt() == null || machine.byCommand());
    ends.sort(java.util.Comparator.comparing(MachineRecord::closedAt));
    ends.forEach(machine -> spentBefore(work, work.deleteBudget, machine.closedAt(), 1));
    PoolRecord pool = work.ledger.pool();
    Alarm.Code frozen = pool.frozen();
    String message = pool.frozenMessage();
    Instant since = pool.frozenSince();
    if (frozen != null && message != null && since != null) {
      work.alarms.raise(frozen, message, since);
    }
    work.launchFailures.restore();
  }

  private static void spentBefore(
      KeeperContext work, HourlyQuota budget, @Nullable Instant at, int count) {
    Duration age = at == null ? Duration.ZERO : Duration.between(at, work.wall());
    if (age.compareTo(Duration.ofHours(1)) < 0) {
      budget.spend(work.now().nanos() - Math.max(0, age.toNanos()), count);
    }
  }
}
