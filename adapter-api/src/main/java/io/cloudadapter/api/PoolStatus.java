package io.cloudadapter.api;

/** What a pool's keeper does at present. */
public enum PoolStatus {
  /** The keeper keeps the pool at its desired size. */
  ACTIVE,
  /**
   * The pool accepts sizes, but launches and ends nothing: a fresh ledger met machines that carry the pool's mark, and
   * waits for {@link MachinePool#adopt} or {@link MachinePool#disown}; or the ledger was restored from a backup, and
   * waits for {@link MachinePool#acceptRestore}; or an operator has set the pool to observe.
   */
  OBSERVING,
  /** The pool launches and ends nothing until the cause of its alarm ends or a person thaws it. It accepts commands. */
  FROZEN,
  /** An operator has suspended the pool: it launches and ends nothing. It accepts commands. */
  SUSPENDED,
  /** The pool is being deleted: it ends its machines or lets them go, and launches nothing. */
  DELETING
}
