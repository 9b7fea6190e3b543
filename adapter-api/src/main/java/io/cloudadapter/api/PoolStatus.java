package io.cloudadapter.api;

/** What a pool's keeper does at present. */
public enum PoolStatus {
  /** The keeper keeps the pool at its desired size. */
  ACTIVE,
  /**
   * A fresh ledger met machines that carry the pool's mark, or the ledger was restored from a backup. The pool accepts
   * sizes, but launches and ends nothing until {@link MachinePool#adopt}, {@link MachinePool#disown} or {@link
   * MachinePool#acceptRestore} is called.
   */
  OBSERVING,
  /** The pool launches and ends nothing until the cause of its alarm ends or a person thaws it. It accepts commands. */
  FROZEN
}
