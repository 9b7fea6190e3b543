package io.cloudadapter.api.health;

/** What a source of health, such as a probe or an agent, has found out about a machine. */
public enum HealthVerdict {
  /** The service works: the machine is to be IN_SERVICE. */
  OK,
  /** The service does not work: the machine is to be UNHEALTHY. */
  BAD,
  /**
   * There is no result, as when the prober has no route to the machine, or a load balancer has not checked it yet. It
   * leaves the service state as it is. An agent's withdraws what the agent has reported before.
   */
  CANNOT_TELL
}
