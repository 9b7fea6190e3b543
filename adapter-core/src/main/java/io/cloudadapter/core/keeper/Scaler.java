package io.cloudadapter.core.keeper;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.PlacementPlan;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.api.scaling.ScheduledSize;
import io.cloudadapter.core.keeper.refresh.ActiveRefresh;
import io.cloudadapter.core.keeper.state.CooldownTracker;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.ScalingRecord;
import io.cloudadapter.core.planning.ZoneCounts;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Scales as policies decide, and resizes within limits. It decides on the ledger's present values and carries the
 * decision out in the same atom, so that no decision rests on an old number. A refusal, or a decision that changes
 * nothing, leaves no trace but the answer.
 */
final class Scaler {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final SizeControl sizes;
  private final LaunchFailures launchFailures;
  private final ActiveRefresh refresh;
  private final CooldownTracker cooldowns;
  private final PolicyChooser policies;

  Scaler(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      PoolFreeze freeze,
      SizeControl sizes,
      LaunchFailures launchFailures,
      ActiveRefresh refresh) {
    this.settings = settings;
    this.ledger = ledger;
    this.sizes = sizes;
    this.launchFailures = launchFailures;
    this.refresh = refresh;
    this.cooldowns = new CooldownTracker(settings, ledger, step, freeze, sizes);
    this.policies = new PolicyChooser(settings, ledger, cooldowns);
  }

  void scale(Command.Scale command, PendingCommand pending) {
    if (!pending.requireActivePool()) {
      return;
    }
    List<PolicyChooser.Chosen> deciding = new ArrayList<>();
    try {
      deciding.addAll(policies.chosen(command.by(), command.request()));
    } catch (PoolException unknown) {
      pending.refuse(unknown.reason(), String.valueOf(unknown.getMessage()), unknown.detail());
      return;
    }
    ScalingView view = view();
    List<ScalingDecision> decisions = new ArrayList<>();
    for (PolicyChooser.Chosen chosen : deciding) {
      decisions.add(chosen.policy().decide(command.request(), view));
    }
    ScalingDecision largest = ScalingDecision.largest(decisions);
    ScalingDecision decision = placed(largest, command.request());
    if (decision.changes()) {
      ScalingDirection event = decision.event().orElseThrow();
      if (!requireMayGo(event, pending)) {
        return;
      }
      Optional<String> name = deciding.get(decisions.indexOf(largest)).name();
      ledger.decidedBy(name.map("policy:"::concat));
      carryOut(event, decision.count(), decision.desiredSize(), name.isPresent());
      ledger.decidedBy(Optional.empty());
      cooldowns.start(event);
    }
    answer(new CommandResult.Scaled(decision), decision.ok(), pending);
  }

  void resize(ResizeRequest resize, PendingCommand pending) {
    if (!pending.requireActivePool()) {
      return;
    }
    ResizeDecision decision = placed(resize.decide(view()));
    if (decision.ok() && decision.count() > 0 && !requireMayGo(decision.event(), pending)) {
      return;
    }
    if (decision.ok()
        && decision.desiredSize() > ledger.pool().desired()
        && pending.refusedFor(sizes.growth().reserve(decision.desiredSize()))) {
      return;
    }
    carryOut(resize, decision, false);
    if (decision.ok()) {
      launchFailures.tryNow();
    }
    answer(new CommandResult.Resized(decision), decision.ok(), pending);
  }

  /** Does the same without a caller; returns the reason if it was refused. */
  Optional<String> scheduled(ResizeRequest resize) {
    ResizeDecision decision = placed(resize.decide(view()));
    if (decision.ok() && decision.count() > 0 && !mayGo(decision.event())) {
      return Optional.of(String.valueOf(AttachCheck.unsupported().getMessage()));
    }
    carryOut(resize, decision, true);
    return decision.ok() ? Optional.empty() : Optional.of(decision.reason());
  }

  private void carryOut(ResizeRequest resize, ResizeDecision decision, boolean automatic) {
    if (!decision.ok()) {
      return;
    }
    limit(resize, decision);
    if (decision.count() > 0 || decision.desiredSize() != ledger.pool().desired()) {
      carryOut(decision.event(), decision.count(), decision.desiredSize(), automatic);
    }
  }

  /** What the resize names is a fact from now on; the other limit stays what it was. */
  private void limit(ResizeRequest resize, ResizeDecision decision) {
    ScalingRecord before = ledger.pool().scale();
    ScalingRecord after = before.limited(
        resize.minSize().isEmpty()
            ? before.minSize()
            : new ScalingRecord.Limit(
                decision.minSize(), settings.config().scaling().minSize()),
        resize.maxSize().isEmpty()
            ? before.maxSize()
            : new ScalingRecord.Limit(decision.maxSize(), settings.config().maxSize()));
    if (!after.equals(before)) {
      ledger.put(ledger.pool().edit(edit -> edit.scale = after));
    }
  }

  /** The limits that hold, the policies, and how long those have to wait that cool down. */
  PoolScaling settings(Map<String, ScheduledSize> schedules) {
    ScalingView view = view();
    Map<String, Policy> policies = settings.config().scaling().policies();
    Map<String, Duration> waits = new TreeMap<>();
    policies.forEach((name, policy) -> {
      if (policy instanceof AdjustmentPolicy adjustment && cooldowns.inCooldown(adjustment)) {
        waits.put(name, cooldowns.left(adjustment));
      }
    });
    return new PoolScaling(
        view.minSize(),
        view.maxSize(),
        view.perPoolCap(),
        settings.config().scaling().minSize(),
        settings.config().maxSize(),
        policies,
        waits,
        schedules);
  }

  /** The fewest machines that scaling leaves at present. */
  int minSize() {
    ScalingRecord.Limit min = ledger.pool().scale().minSize();
    int least = min == null ? settings.config().scaling().minSize() : min.value();
    return Math.min(least, sizes.maxSize());
  }

  /** The pool as policies see it. */
  private ScalingView view() {
    // Policies build neither on the surge of a refresh, which is on its way out, nor on the
    // headroom.
    int above = Math.max(0, ledger.committed() - ledger.pool().desired());
    int committed = ledger.committed() - Math.min(above, refresh.above());
    ScalingRecord.Limit max = ledger.pool().scale().maxSize();
    return new ScalingView(
        committed,
        ledger.pool().desired(),
        minSize(),
        max == null ? settings.config().maxSize() : max.value(),
        settings.config().maxSizeLimit(),
        Math.min(warming(), committed),
        leaving());
  }

  /** Machines that count and carry no load yet: promised, not seen running, or said to be booting. */
  private int warming() {
    int warming = ledger.open();
    for (MachineRecord machine : ledger.machines()) {
      warming += machine.effective() && !machine.ready() ? 1 : 0;
    }
    return warming;
  }

  /** Machines that do not count any more and may carry load until they are gone. */
  private int leaving() {
    int leaving = 0;
    for (MachineRecord machine : ledger.machines()) {
      boolean going = switch (machine.status()) {
        case RETIRING, DELETING, DETACHING -> machine.ran();
        case ATTACHING, LIVE, PRESUMED_GONE, QUARANTINED, GONE, DETACHED -> false;
      };
      leaving += going && machine.serviceState() != ServiceState.OUT_OF_SERVICE ? 1 : 0;
    }
    return leaving;
  }

  /** A decision to grow for which the zones have no room is refused (scaling, then zone). */
  private ScalingDecision placed(ScalingDecision decision, ScalingRequest request) {
    boolean grows = decision.changes()
        && decision.event().filter(ScalingDirection.SCALE_OUT::equals).isPresent();
    return noRoom(grows ? decision.count() : 0)
        .map(reason -> new RefusingPolicy(reason, List.of()).decide(request, decision.view()))
        .orElse(decision);
  }

  private ResizeDecision placed(ResizeDecision decision) {
    boolean grows = decision.ok() && decision.event() == ScalingDirection.SCALE_OUT;
    return noRoom(grows ? decision.count() : 0)
        .map(reason -> new ResizeDecision(
            decision.request(),
            decision.view(),
            ScalingDecision.Status.ERROR,
            reason,
            decision.view().committed(),
            decision.view().desiredSize(),
            decision.view().minSize(),
            decision.view().maxSize()))
        .orElse(decision);
  }

  private Optional<String> noRoom(int count) {
    Optional<PlacementPolicy> placement = settings.config().scaling().placement();
    if (count == 0 || placement.isEmpty()) {
      return Optional.empty();
    }
    PlacementPlan plan = placement
        .get()
        .grow(
            ZoneCounts.committed(ledger.machines(), ledger.unresolved()),
            settings.config().zones(),
            count);
    return plan.ok() ? Optional.empty() : Optional.of(plan.reason());
  }

  /** Machines that are to live on need an adapter that can let them go. */
  private boolean mayGo(ScalingDirection event) {
    boolean destroys =
        settings.config().scaling().deletion().map(policy -> policy.destroy()).orElse(true);
    return event == ScalingDirection.SCALE_OUT || destroys || settings.adoption();
  }

  private boolean requireMayGo(ScalingDirection event, PendingCommand pending) {
    if (mayGo(event)) {
      return true;
    }
    PoolException unsupported = AttachCheck.unsupported();
    pending.refuse(
        unsupported.reason(), String.valueOf(unsupported.getMessage()), unsupported.detail());
    return false;
  }

  /**
   * Allows as many ends as were decided, and no more; what grows allows none.
   *
   * @param automatic whether a policy or a schedule has decided, so that ends wait for the account of disruption
   */
  private void carryOut(ScalingDirection event, int count, int desired, boolean automatic) {
    if (desired != ledger.pool().desired()) {
      sizes.setDesired(desired);
    }
    int surplus = Math.max(0, ledger.committed() - desired - refresh.above());
    boolean shrinks = event == ScalingDirection.SCALE_IN;
    long lot = shrinks ? settings.random().nextLong() : 0;
    ledger.put(ledger.pool().edit(edit -> {
      int allowed = edit.shrinkAllowance + (shrinks ? count : 0);
      edit.automaticShrink += shrinks && automatic ? count : 0;
      edit.shrinkAllowance = Math.min(allowed, surplus);
      edit.scale = shrinks ? edit.scale.seeded(lot) : edit.scale;
    }));
  }

  /** A refusal is no acceptance: its key stays free, as with every command. */
  private static void answer(CommandResult outcome, boolean ok, PendingCommand pending) {
    if (ok) {
      pending.accept(outcome);
    } else {
      pending.answerUnstored(outcome);
    }
  }

  void onStep() {
    cooldowns.onStep();
  }
}
