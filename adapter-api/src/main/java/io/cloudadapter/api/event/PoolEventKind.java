package io.cloudadapter.api.event;

/**
 * The kind of a pool event. Later versions may add kinds, so a program handles a kind that it does not know as {@link
 * #OTHER}.
 */
public enum PoolEventKind {
  /** A process has begun to keep the pool. */
  LEADERSHIP_TAKEN,
  /** The pool's launch configuration, limits or account in the configuration differ from the last ones. */
  CONFIGURATION_CHANGED,
  /** The secrets in the ledger are encrypted under another key. */
  LEDGER_KEY_ROTATED,
  /** The pool has judged its first complete list and keeps its size from now on. */
  POOL_ACTIVATED,
  /** The pool has met machines that it does not know, and waits for a person. */
  POOL_OBSERVING,
  /** The pool launches and ends nothing until a person or the cloud explains why. */
  POOL_FROZEN,
  /** The pool acts again. */
  POOL_THAWED,
  /** An operator has set the pool to observe, suspended or resumed it, or deletes it; or its deletion is done. */
  POOL_STATE_CHANGED,
  /** The desired size has changed. */
  SIZE_CHANGED,
  /** A resize has set or lifted the limits of the size. */
  LIMITS_CHANGED,
  /** A quota of the pool's tenant does not allow all of the desired size; the rest waits for room. */
  GROWTH_HELD,
  /** The quotas of the pool's tenants allow the whole desired size again. */
  GROWTH_RESUMED,
  /** An alarm stands that did not stand before. */
  ALARM_RAISED,
  /** The cause of an alarm is gone. */
  ALARM_CLEARED,
  /** The pool has decided to launch machines. */
  LAUNCH_REQUESTED,
  /** The pool has sent a launch again under its launch key, since its outcome was unknown. */
  LAUNCH_REPEATED,
  /** The cloud has accepted a launch, and works on it as an operation. */
  LAUNCH_ACCEPTED,
  /** A launch has ended with fewer machines than it was for. */
  LAUNCH_FAILED,
  /** The pool has taken a launch back before it was sent. */
  LAUNCH_CANCELLED,
  /** The cloud has made a machine. */
  MACHINE_LAUNCHED,
  /** The cloud has shown a machine as running for the first time. */
  MACHINE_RUNNING,
  /** A machine serves: it runs and its launch hooks have ended. */
  MACHINE_IN_SERVICE,
  /** The cloud shows that a machine exists and neither runs nor ends. */
  MACHINE_STOPPED,
  /** A machine that did not run counts again. */
  MACHINE_STARTED,
  /** A machine is on its way into the warm pool, ready there, on its way into service, or returns. */
  WARM_STATE_CHANGED,
  /** The cloud has not shown a machine for so long that it counts no more. */
  MACHINE_MISSING,
  /** A missing machine is back. */
  MACHINE_FOUND,
  /** A machine has ended without a request of the pool. */
  MACHINE_DIED,
  /** The pool has too many machines, and has chosen this one to go. */
  VICTIM_CHOSEN,
  /** The pool has decided to end a machine for another reason than its size. */
  TERMINATION_DECIDED,
  /** The pool asks the cloud to end a machine. */
  TERMINATION_REQUESTED,
  /** A refresh of the pool has begun, waits, goes on or has ended. */
  REFRESH_CHANGED,
  /** A machine has ended as the pool requested. */
  MACHINE_TERMINATED,
  /** A machine that existed has joined the pool. */
  MACHINE_ATTACHED,
  /** A machine leaves the pool and lives on. */
  MACHINE_DETACHING,
  /** A machine has left the pool and lives on. */
  MACHINE_DETACHED,
  /** A machine carries the pool's mark and is not in its ledger. */
  MACHINE_QUARANTINED,
  /** A person has decided about a machine in quarantine. */
  QUARANTINE_SETTLED,
  /** A machine was protected from shrinking, or is no longer. */
  PROTECTION_CHANGED,
  /** The membership status of a machine has changed: whether it counts, and whether the pool may end it. */
  MEMBERSHIP_CHANGED,
  /** The reported health of a machine's service has changed. */
  SERVICE_STATE_CHANGED,
  /** A lifecycle hook waits for an answer. */
  HOOK_WAITING,
  /** A waiting hook was completed or abandoned. */
  HOOK_ANSWERED,
  /** A waiting hook got no answer in time. */
  HOOK_TIMED_OUT,
  /** A waiting hook has become pointless, since its machine went another way. */
  HOOK_CANCELLED,
  /** The oldest events were dropped, by age or by size. */
  HISTORY_TRUNCATED,
  /** Events could not be recorded, or cannot be read. */
  EVENTS_LOST,
  /** A kind that this version does not know. */
  OTHER
}
