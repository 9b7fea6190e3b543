package io.cloudadapter.core.keeper;

import io.cloudadapter.api.hook.Transition;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.Cooldowns;
import io.cloudadapter.api.scaling.ScalingEvent;
import io.cloudadapter.core.ScalingConfig.CooldownFrom;
import io.cloudadapter.core.keeper.MachineRecord.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Since when each direction cools down. The ledger holds the instants, for the next life; within this one
 * only the monotonic clock counts, so that no cooldown ends early because the wall clock leaps (I11), or
 * lasts for days because it was set back.
 */
final class CoolingClock {
  private final Work work;
  private final Map<ScalingEvent, Long> since = new EnumMap<>(ScalingEvent.class);

  CoolingClock(Work work) {
    this.work = work;
    for (ScalingEvent event : ScalingEvent.values()) {
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
  boolean lasts(AdjustmentPolicy policy) {
    return !left(policy).isZero();
  }

  /** How long a policy has to wait yet; all its time if the cooldown has not begun. */
  Duration left(AdjustmentPolicy policy) {
    return times().left(policy, work.wall());
  }

  private Cooldowns times() {
    return new Cooldowns(at(ScalingEvent.SCALE_IN), at(ScalingEvent.SCALE_OUT));
  }

  private Optional<Instant> at(ScalingEvent event) {
    if (work.ledger.pool().scale().moves(event)) {
      return Optional.of(work.wall());
    }
    @Nullable Long began = since.get(event);
    return began == null
        ? Optional.empty()
        : Optional.of(work.wall().minusNanos(work.now().nanos() - began));
  }

  /** To be called in the atom that carries out a decision which changes something. */
  void begins(ScalingEvent event) {
    if (work.setup.config().scaling().cooldownFrom() == CooldownFrom.READINESS) {
      work.ledger.put(work.ledger.pool().edit(edit -> edit.scale = edit.scale.moving(event)));
    } else {
      starts(event);
    }
  }

  private void starts(ScalingEvent event) {
    since.put(event, work.now().nanos());
    work.ledger.put(
        work.ledger.pool().edit(edit -> edit.scale = edit.scale.cooling(event, work.wall())));
  }

  /** Starts the cooldowns that have waited for the pool to come to its size. */
  void pulse() {
    if (!work.acting()) {
      return;
    }
    for (ScalingEvent event : ScalingEvent.values()) {
      if (work.ledger.pool().scale().moves(event) && arrived(event)) {
        work.ledger.atom();
        starts(event);
      }
    }
  }

  /** Whether the pool has come to its size; what is promised beyond it has to come before it can go. */
  private boolean arrived(ScalingEvent event) {
    int desired = work.ledger.pool().desired();
    int open = work.ledger.open();
    if (event == ScalingEvent.SCALE_OUT && (open > 0 || work.ledger.effective() < desired)) {
      return false;
    }
    if (event == ScalingEvent.SCALE_IN && open > 0 && work.ledger.committed() > desired) {
      return false;
    }
    Transition pause = event == ScalingEvent.SCALE_IN ? Transition.TERMINATE : Transition.LAUNCH;
    if (pauses(pause)) {
      return false;
    }
    for (MachineRecord machine : work.ledger.busyMachines()) {
      boolean leaving = machine.status() == Status.RETIRING
          || machine.status() == Status.DELETING
          || machine.status() == Status.DETACHING;
      if (event == ScalingEvent.SCALE_IN ? leaving : machine.effective() && !machine.ran()) {
        return false;
      }
    }
    return true;
  }

  /** Whether any machine pauses on its way in, or out. */
  private boolean pauses(Transition transition) {
    for (HookRecord hook : work.ledger.hooks().waiting()) {
      if (hook.transition() == transition) {
        return true;
      }
    }
    return false;
  }
}
