package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.keeper.refresh.TemplateUpdate;
import io.cloudadapter.core.keeper.state.HourlyQuota;
import io.cloudadapter.core.keeper.state.RandomIds;
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
import org.jspecify.annotations.Nullable;

/**
 * Restores a keeper: from the stored ledger or a fresh one, with the changes of the configuration since, and with
 * budgets and alarms as they were.
 */
final class KeeperStartup {
  private KeeperStartup() {}

  static SharedState of(KeeperConfig settings, LedgerSnapshot stored, Moment now) {
    Ledger ledger = stored.take().orElseGet(() -> fresh(settings));
    SharedState state = new SharedState(settings, ledger, now);
    upgrade(state);
    configure(state);
    remember(state);
    return state;
  }

  private static Ledger fresh(KeeperConfig settings) {
    return Ledger.fresh(
        settings.config().name(),
        PoolRecord.fresh(RandomIds.token(settings.random()), settings.config().account()));
  }

  /**
   * Records of an earlier format are read as they are, and written as the current one. They do not hold whether the
   * command that makes a machine leave has lowered the desired size: it is taken to have, so that its repetition after
   * the upgrade is answered as before.
   */
  private static void upgrade(SharedState state) {
    if (state.ledger.pool().format() < LedgerFormat.CURRENT) {
      for (MachineRecord machine : List.copyOf(state.ledger.machines())) {
        if (leavesByCommand(machine)) {
          state.ledger.put(machine.edit(edit -> edit.lowered = true));
        }
      }
      state.ledger.put(state.ledger.pool().edit(edit -> edit.format = LedgerFormat.CURRENT));
    }
  }

  private static boolean leavesByCommand(MachineRecord machine) {
    return switch (machine.status()) {
      case RETIRING, DELETING -> machine.byCommand();
      case DETACHING -> true;
      case ATTACHING, LIVE, PRESUMED_GONE, QUARANTINED, GONE, DETACHED -> false;
    };
  }

  private static void configure(SharedState state) {
    if (!state.settings.reads()) {
      TemplateUpdate.apply(state.settings, state.ledger, state.step.wall());
    }
    PoolRecord pool = state.ledger.pool();
    ScalingRecord scale = pool.scale()
        .under(
            state.settings.config().scaling().minSize(), state.settings.config().maxSize());
    if (!scale.equals(pool.scale())) {
      state.ledger.put(state.ledger.pool().edit(edit -> edit.scale = scale));
    }
    if (!pool.account().equals(state.settings.config().account())) {
      state.ledger.put(state.ledger.pool().edit(edit -> {
        edit.account = state.settings.config().account();
        edit.identity = null;
      }));
    }
  }

  /** Budgets and alarms as they were when the process ended. */
  private static void remember(SharedState state) {
    List<LaunchRecord> all = new ArrayList<>(state.ledger.unresolved());
    all.addAll(state.ledger.resolved());
    all.sort(java.util.Comparator.comparing(LaunchRecord::plannedAt));
    for (LaunchRecord launch : all) {
      if (launch.attempts() > 0) {
        spentBefore(state, state.launchBudget, launch.plannedAt(), launch.k());
      }
    }
    List<MachineRecord> ends = new ArrayList<>(state.ledger.machines());
    ends.addAll(state.ledger.endedMachines());
    ends.removeIf(machine -> machine.closedAt() == null || machine.byCommand());
    ends.sort(java.util.Comparator.comparing(MachineRecord::closedAt));
    ends.forEach(machine -> spentBefore(state, state.terminateBudget, machine.closedAt(), 1));
    PoolRecord pool = state.ledger.pool();
    Alarm.Code frozen = pool.frozen();
    String message = pool.frozenMessage();
    Instant since = pool.frozenSince();
    if (frozen != null && message != null && since != null) {
      state.alarms.raise(frozen, message, since);
    }
    state.launchFailures.restore();
  }

  private static void spentBefore(
      SharedState state, HourlyQuota budget, @Nullable Instant at, int count) {
    Duration age = at == null ? Duration.ZERO : Duration.between(at, state.step.wall());
    if (age.compareTo(Duration.ofHours(1)) < 0) {
      budget.spend(state.step.now().nanos() - Math.max(0, age.toNanos()), count);
    }
  }
}
