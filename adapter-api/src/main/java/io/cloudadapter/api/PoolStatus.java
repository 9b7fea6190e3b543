package io.cloudadapter.api;

/** What a pool's keeper does at present. */
public enum PoolStatus {
  /** Keeps the pool at its desired size. */
  ACTIVE,
  /**
   * A fresh ledger met machines that carry the pool's mark. Sizes are accepted, but nothing is launched
   * or ended until {@link MachinePool#adopt} or {@link MachinePool#disown} is called.
   */
  OBSERVING,
  /** Launches and ends nothing until its alarm is resolved; commands are accepted. */
  FROZEN
}
