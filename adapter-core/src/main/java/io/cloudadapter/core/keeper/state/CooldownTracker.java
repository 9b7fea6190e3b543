package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.Cooldowns;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.core.config.ScalingConfig.CooldownFrom;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.KeeperConfig;
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
public final class CooldownTracker {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final PoolFreeze freeze;
  private final SizeControl sizes;
  private final Map<ScalingDirection, Long> since = new EnumMap<>(ScalingDirection.class);

  public CooldownTracker(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      PoolFreeze freeze,
      SizeControl sizes) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.freeze = freeze;
    this.sizes = sizes;
    for (ScalingDirection event : ScalingDirection.values()) {
      Instant scaled = ledger.pool().scale().scaled(event);
      if (scaled != null) {
        Duration age = Duration.between(scaled, step.wall());
        since.put(event, step.now().nanos() - Math.max(0, atMost(age)));
      }
    }
  }

  /** No cooldown is longer than what an integer of seconds holds, and no clock counts much further. */
  private static long atMost(Duration age) {
    Duration longest = Duration.ofSeconds(Integer.MAX_VALUE);
    return (age.compareTo(longest) > 0 ? longest : age).toNanos();
  }

  /** Whether a policy is not to be asked yet. */
  public boolean inCooldown(AdjustmentPolicy policy) {
    return !left(policy).isZero();
  }

  /** How long a policy has to wait yet; all its time if the cooldown has not begun. */
  public Duration left(AdjustmentPolicy policy) {
    return cooldowns().left(policy, step.wall());
  }

  private Cooldowns cooldowns() {
    return new Cooldowns(startOf(ScalingDirection.SCALE_IN), startOf(ScalingDirection.SCALE_OUT));
  }

  private Optional<Instant> startOf(ScalingDirection event) {
    if (ledger.pool().scale().moves(event)) {
      return Optional.of(step.wall());
    }
    @Nullable Long began = since.get(event);
    return began == null
        ? Optional.empty()
        : Optional.of(step.wall().minusNanos(step.now().nanos() - began));
  }

  /** To be called in the atom that carries out a decision which changes something. */
  public void start(ScalingDirection event) {
    if (settings.config().scaling().cooldownFrom() == CooldownFrom.READINESS) {
      ledger.put(ledger.pool().edit(edit -> edit.scale = edit.scale.moving(event)));
    } else {
      startNow(event);
    }
  }

  private void startNow(ScalingDirection event) {
    since.put(event, step.now().nanos());
    ledger.put(ledger.pool().edit(edit -> edit.scale = edit.scale.cooling(event, step.wall())));
  }

  /** Starts the cooldowns that have waited for the pool to come to its size. */
  public void onStep() {
    if (!freeze.mayAct()) {
      return;
    }
    for (ScalingDirection event : ScalingDirection.values()) {
      if (ledger.pool().scale().moves(event) && isAtItsSize(event)) {
        ledger.atom();
        startNow(event);
      }
    }
  }

  /** Whether the pool has come to its size; what is promised beyond it has to come before it can go. */
  private boolean isAtItsSize(ScalingDirection event) {
    int desired = ledger.pool().desired();
    int open = ledger.open();
    if (event == ScalingDirection.SCALE_OUT && (open > 0 || ledger.effective() < desired)) {
      return false;
    }
    int target = desired + sizes.headroom(desired);
    if (event == ScalingDirection.SCALE_IN && open > 0 && ledger.committed() > target) {
      return false;
    }
    LifecycleTransition pause = event == ScalingDirection.SCALE_IN
        ? LifecycleTransition.TERMINATE
        : LifecycleTransition.LAUNCH;
    if (anyHookWaits(pause)) {
      return false;
    }
    for (MachineRecord machine : ledger.busyMachines()) {
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
    for (HookRecord hook : ledger.hooks().waiting()) {
      if (hook.transition() == transition) {
        return true;
      }
    }
    return false;
  }
}
