package io.cloudadapter.core.planning;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the keeper does next to reach the desired size.
 *
 * @param effective machines that count
 * @param open slots that count, and warm machines that are on their way into service
 * @param launches new promises
 * @param taken what is taken from the warm pool
 * @param cancels slots of unsent promises to take back
 * @param victims machines to end
 * @param holds what keeps the plan from doing more
 */
public record Plan(
    int effective,
    int open,
    List<Launch> launches,
    WarmSupply.Choice taken,
    List<Cancel> cancels,
    List<Victim> victims,
    List<PoolPlan.Hold> holds) {

  /** A new launch of k machines in one zone. */
  public record Launch(int k, Optional<String> zone, String reason) {}

  /** A slot of a pending launch to cancel. */
  public record Cancel(LaunchRecord launch, int slot) {}

  /**
   * A machine to end.
   *
   * @param byCommand whether a command or a policy has decided that one goes, so that it needs no budget of an hour
   * @param explicit whether a caller has asked for the size, so that it does not wait for the account of disruption
   */
  public record Victim(MachineRecord machine, boolean byCommand, boolean explicit, String reason) {}

  /** Whether there is nothing to do, and nothing that waits. */
  public boolean nothing() {
    return launches.isEmpty()
        && taken.machines() == 0
        && cancels.isEmpty()
        && victims.isEmpty()
        && holds.isEmpty();
  }

  /** Returns the same plan without victims that no command allows: a group may have replaced machines. */
  public Plan withoutVictims() {
    List<Victim> allowed = victims.stream().filter(Victim::byCommand).toList();
    if (allowed.size() == victims.size()) {
      return this;
    }
    List<PoolPlan.Hold> more = new ArrayList<>(holds);
    more.add(new PoolPlan.Hold(
        Alarm.Code.RATE_LIMITED,
        (victims.size() - allowed.size())
            + " machines too many may be in place of some that have ended; they stay until lists surely"
            + " show who has",
        Optional.empty()));
    return new Plan(effective, open, launches, taken, cancels, allowed, more);
  }

  /** What counts: the machines that are there and those that are promised. */
  public int committed() {
    return effective + open;
  }
}
