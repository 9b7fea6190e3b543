package io.cloudadapter.api.health;

/** What a probe or an agent has found out about a machine's service. */
public enum HealthVerdict {
  /** The service works: the machine is to be IN_SERVICE. */
  OK,
  /** The service does not work: the machine is to be UNHEALTHY. */
  BAD,
  /**
   * There is no result, as when the prober has no route to the machine. A probe's CANNOT_TELL leaves the service state
   * as it is. An agent's withdraws what the agent has reported before.
   */
  CANNOT_TELL
}
