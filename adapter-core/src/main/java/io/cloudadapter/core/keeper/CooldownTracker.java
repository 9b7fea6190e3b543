package io.cloudadapter.core.keeper;

import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.Cooldowns;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.core.config.ScalingConfig.CooldownFrom;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cooldowns of one pool, for each direction. The ledger holds their beginnings, for the next process; within this
 * one only the monotonic clock counts, so that no cooldown ends early because the wall clock jumps (I11), or lasts
 * for days because it was set back.
 */
final class CooldownTracker {
  private final KeeperContext work;
  private final Map<ScalingDirection, Long> since = new EnumMap<>(ScalingDirection.class);

  CooldownTracker(KeeperContext work) {
    this.work = work;
    for (ScalingDirection event : ScalingDirection.values()) {
      Instant scaled = work.ledger.pool().scale().scaled(event);
      if (scaled != null) {
        Duration age = Duration.between(scaled, work.wall());
        since.put(event, work.now().nanos() - Math.max(0, atMost(age)));
      }
    }
  }

  /** No cooldown is longer than what an integer of seconds holds, and no clock counts much further. */
  private static long atMost(Duration age) {
    Duration longest = Duration.ofSeconds(Integer.MAX_VALUE);
    return (age.compareTo(longest) > 0 ? longest : age).toNanos();
  }

  /** Whether a policy is not to be asked yet. */
  boolean inCooldown(AdjustmentPolicy policy) {
    return !left(policy).isZero();
  }

  /** How long a policy has to wait yet; all its time if the cooldown has not begun. */
  Duration left(AdjustmentPolicy policy) {
    return cooldowns().left(policy, work.wall());
  }

  private Cooldowns cooldowns() {
    return new Cooldowns(startOf(ScalingDirection.SCALE_IN), startOf(ScalingDirection.SCALE_OUT));
  }

  private Optional<Instant> startOf(ScalingDirection event) {
    if (work.ledger.pool().scale().moves(event)) {
      return Optional.of(work.wall());
    }
    @Nullable Long began = since.get(event);
    return began == null
        ? Optional.empty()
        : Optional.of(work.wall().minusNanos(work.now().nanos() - began));
  }

  /** To be called in the atom that carries out a decision which changes something. */
  void start(ScalingDirection event) {
    if (work.settings.config().scaling().cooldownFrom() == CooldownFrom.READINESS) {
      work.ledger.put(work.ledger.pool().edit(edit -> edit.scale = edit.scale.moving(event)));
    } else {
      startNow(event);
    }
  }

  private void startNow(ScalingDirection event) {
    since.put(event, work.now().nanos());
    work.ledger.put(
        work.ledger.pool().edit(edit -> edit.scale = edit.scale.cooling(event, work.wall())));
  }

  /** Starts the cooldowns that have waited for the pool to come to its size. */
  void onStep() {
    if (!work.mayAct()) {
      return;
    }
    for (ScalingDirection event : ScalingDirection.values()) {
      if (work.ledger.pool().scale().moves(event) && isAtItsSize(event)) {
        work.ledger.atom();
        startNow(event);
      }
    }
  }

  /** Whether the pool has come to its size; what is promised beyond it has to come before it can go. */
  private boolean isAtItsSize(ScalingDirection event) {
    int desired = work.ledger.pool().desired();
    int open = work.ledger.open();
    if (event == ScalingDirection.SCALE_OUT && (open > 0 || work.ledger.effective() < desired)) {
      return false;
    }
    if (event == ScalingDirection.SCALE_IN && open > 0 && work.ledger.committed() > desired) {
      return false;
    }
    LifecycleTransition pause = event == ScalingDirection.SCALE_IN
        ? LifecycleTransition.TERMINATE
        : LifecycleTransition.LAUNCH;
    if (anyHookWaits(pause)) {
      return false;
    }
    for (MachineRecord machine : work.ledger.busyMachines()) {
      boolean leaving = machine.status() == Status.RETIRING
          || machine.status() == Status.DELETING
          || machine.status() == Status.DETACHING;
      if (event == ScalingDirection.SCALE_IN ? leaving : machine.effective() && !machine.ran()) {
        return false;
      }
    }
    return true;
  }

  /** Whether any machine pauses on its way in, or out. */
  private boolean anyHookWaits(LifecycleTransition transition) {
    for (HookRecord hook : work.ledger.hooks().waiting()) {
      if (hook.transition() == transition) {
        return true;
      }
    }
    return false;
  }
}
