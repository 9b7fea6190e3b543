package io.cloudadapter.api;

/**
 * The execution state of a machine as its cloud reports it (cloud adapter REST API 2.0, machine state
 * table).
 */
public enum MachineState {
  /** Asked for; the cloud has not begun to launch it. */
  REQUESTED,
  /** Asked for and refused by the cloud; it will never run. */
  REJECTED,
  /** Being launched. */
  PENDING,
  /** Launched. Whether its service works is told by the service state. */
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
