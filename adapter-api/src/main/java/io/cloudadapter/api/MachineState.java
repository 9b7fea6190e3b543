package io.cloudadapter.api;

/**
 * The execution state of a machine as its cloud reports it (cloud adapter REST API 2.0, machine state
 * table).
 */
public enum MachineState {
  /** Requested; the cloud has not begun to launch it. */
  REQUESTED,
  /** Requested and refused by the cloud; it will never run. */
  REJECTED,
  /** Being launched. */
  PENDING,
  /** Launched. The service state shows whether its service works. */
  RUNNING,
  /** Being stopped or ended. */
  TERMINATING,
  /** Stopped or ended. */
  TERMINATED;

  /**
   * Whether a machine in this state counts as allocated.
   *
   * @return true for REQUESTED, PENDING and RUNNING
   */
  public boolean allocated() {
    return this == REQUESTED || this == PENDING || this == RUNNING;
  }

  /**
   * Whether a machine in this state is executing (an <em>active</em> state).
   *
   * @return true for PENDING and RUNNING
   */
  public boolean active() {
    return this == PENDING || this == RUNNING;
  }
}
