package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A plan as people read it: what would be done, why, and what keeps the pool from doing more. */
final class Explanation {
  private final Work work;

  Explanation(Work work) {
    this.work = work;
  }

  PoolPlan of(Plan plan) {
    List<PoolPlan.Termination> terminations = new ArrayList<>();
    plan.cancels()
        .forEach(cancel -> terminations.add(new PoolPlan.Termination(
            Placeholder.id(cancel.intent(), cancel.slot()),
            "it is promised but not sent, and not wanted any more")));
    plan.victims()
        .forEach(victim ->
            terminations.add(new PoolPlan.Termination(Work.id(victim.machine()), victim.reason())));
    List<PoolPlan.Hold> holds = new ArrayList<>(plan.holds());
    if (!work.acting()) {
      holds.add(0, notActing());
    }
    pausing().ifPresent(holds::add);
    boolean acting = work.acting();
    return new PoolPlan(
        work.ledger.pool().desired(),
        plan.effective(),
        plan.open(),
        acting
            ? plan.launches().stream()
                .map(l -> new PoolPlan.Launch(l.k(), l.zone(), l.reason()))
                .toList()
            : List.of(),
        acting ? terminations : List.of(),
        holds);
  }

  /** That machines wait for their hooks. */
  private Optional<PoolPlan.Hold> pausing() {
    Collection<HookRecord> waiting = work.ledger.hooks().waiting();
    return waiting.stream()
        .map(HookRecord::deadline)
        .min(Comparator.naturalOrder())
        .map(next -> new PoolPlan.Hold(
            Alarm.Code.HOOK,
            waiting.size() + " machines pause for their hooks",
            Optional.of(next)));
  }

  private PoolPlan.Hold notActing() {
    Alarm.Code frozen = work.ledger.pool().frozen();
    if (frozen != null) {
      return new PoolPlan.Hold(
          frozen, String.valueOf(work.ledger.pool().frozenMessage()), Optional.empty());
    }
    if (work.ledger.pool().phase() == PoolRecord.Phase.OBSERVING) {
      return new PoolPlan.Hold(
          Alarm.Code.OBSERVING,
          "machines were found: adopt them, or disown them",
          Optional.empty());
    }
    if (!work.identified) {
      return new PoolPlan.Hold(
          Alarm.Code.CLOUD, "the cloud has not said yet whose account it is", Optional.empty());
    }
    return new PoolPlan.Hold(
        Alarm.Code.CLOUD, "the cloud has not been listed completely yet", Optional.empty());
  }
}
