package io.cloudadapter.core.keeper.state;

import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.quota.PoolQuota;
import io.cloudadapter.core.quota.PoolUse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a ledger has that counts for quotas: each machine that exists as far as is known, members or not, and each one
 * that a launch may still make. A machine that is presumed gone does not count, so that it can be replaced.
 *
 * @param members machines, without those that are being attached, and promised ones
 * @param attaching machines that are being attached
 * @param cpus the processors of all of these
 * @param cpusEach those of a machine that is to be launched; 0 if that is not known
 * @param launching machines of launches that are planned, or whose outcome is not known
 * @param leaving members that end, or that a launch may still make and that end then
 * @param leavingCpus the processors of these
 */
record QuotaUseCounter(
    int members,
    int attaching,
    long cpus,
    long cpusEach,
    int launching,
    int leaving,
    long leavingCpus) {
  static final QuotaUseCounter NOTHING = new QuotaUseCounter(0, 0, 0, 0, 0, 0, 0);

  /**
   * Counts.
   *
   * @param size of machines that are to be launched
   */
  static QuotaUseCounter of(Ledger ledger, String account, Optional<String> size, PoolQuota quota) {
    OptionalInt each = quota.cpus(account, size);
    int members = 0;
    int attaching = 0;
    long cpus = 0;
    int leaving = 0;
    long leavingCpus = 0;
    for (MachineRecord machine : ledger.machines()) {
      if (machine.status() == MachineRecord.Status.PRESUMED_GONE) {
        continue;
      }
      boolean joins = machine.status() == MachineRecord.Status.ATTACHING;
      attaching += joins ? 1 : 0;
      members += joins ? 0 : 1;
      // A size that is not in the catalog counts as that of the pool, and as one processor at
      // least.
      long own = quota
          .cpus(account, Optional.ofNullable(machine.size()))
          .orElse(Math.max(1, each.orElse(1)));
      cpus += own;
      leaving += machine.leaving() ? 1 : 0;
      leavingCpus += machine.leaving() ? own : 0;
    }
    int launching = 0;
    for (LaunchRecord launch : ledger.unresolved()) {
      members += launch.possible();
      cpus += (long) launch.possible() * each.orElse(1);
      int ending = launch.possible() - launch.awaited();
      leaving += ending;
      leavingCpus += (long) ending * each.orElse(1);
      launching +=
          launch.status() == LaunchRecord.Status.PLANNED ? launch.possible() : launch.asked();
    }
    return new QuotaUseCounter(
        members, attaching, cpus, each.orElse(0), launching, leaving, leavingCpus);
  }

  /** The same once all that leaves has left. */
  QuotaUseCounter staying() {
    return new QuotaUseCounter(
        members - leaving, attaching, cpus - leavingCpus, cpusEach, launching, 0, 0);
  }

  /** The use of a pool that keeps room for so many members. */
  PoolUse with(int wanted, int held) {
    int machines = members + attaching;
    int reserved = Math.max(members, wanted) + attaching;
    return new PoolUse(
        machines, reserved, cpus, cpus + (reserved - machines) * cpusEach, launching, held);
  }

  /**
   * What a pool uses that no keeper keeps yet.
   *
   * @param size of machines that are to be launched
   */
  static PoolUse stored(
      Ledger ledger, String account, Optional<String> size, PoolQuota quota, boolean kept) {
    PoolRecord pool = ledger.pool();
    int wanted =
        kept && pool.desiredSet() && !pool.state().ends() ? pool.desired() - pool.heldGrowth() : 0;
    return of(ledger, account, size, quota).with(wanted, kept ? pool.heldGrowth() : 0);
  }

  /** Launches whose outcome became known within a time before now. */
  static List<PoolQuota.EndedLaunch> endedWithin(Duration time, Ledger ledger, Moment now) {
    List<PoolQuota.EndedLaunch> ended = new ArrayList<>();
    for (LaunchRecord launch : ledger.resolved()) {
      Instant at = launch.endedAt();
      Duration age = at == null ? Duration.ZERO : Duration.between(at, now.wall());
      if (launch.attempts() > 0 && age.compareTo(time) < 0) {
        ended.add(
            new PoolQuota.EndedLaunch(launch.asked(), now.nanos() - Math.max(0, age.toNanos())));
      }
    }
    ended.sort(Comparator.comparingLong(launch -> launch.at() - now.nanos()));
    return ended;
  }
}
