package io.cloudadapter.core.planning;

import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.ledger.MachineRecord;
import java.util.Optional;

/** What the pool's account of disruption allows a plan: which machines that are too many may go at present. */
public interface ShrinkLimit {

  /**
   * Takes a machine from the account, if that allows it.
   *
   * @param machine that is to go without an explicit command
   * @return whether it may go
   */
  boolean take(MachineRecord machine);

  /**
   * Takes a machine from the account that goes by an explicit command, also where the account allows none.
   *
   * @param machine that goes
   */
  void note(MachineRecord machine);

  /**
   * What held machines back that were to be taken.
   *
   * @return the budget or the window, and until when; empty if none was held back
   */
  Optional<PoolPlan.Hold> hold();

  /** Of a pool without limits and windows. */
  static ShrinkLimit none() {
    return new ShrinkLimit() {
      @Override
      public boolean take(MachineRecord machine) {
        return true;
      }

      @Override
      public void note(MachineRecord machine) {}

      @Override
      public Optional<PoolPlan.Hold> hold() {
        return Optional.empty();
      }
    };
  }
}
