package io.cloudadapter.simulation.fault;

/**
 * What can go wrong in a simulation. Each kind names one thing that real clouds, networks, disks and
 * processes have been seen to do.
 */
public enum FaultKind {
  /** A launch never reaches the cloud; the caller sees an error with an unknown outcome. */
  LOST_REQUEST("launch"),
  /** A launch is done, but the caller sees an error with an unknown outcome. */
  LOST_REPLY("launch"),
  /** A launch is accepted long after its caller has given up waiting. */
  LATE_ACCEPTANCE("launch"),
  /** The network delivers a launch twice, to a cloud that absorbs that. */
  DUPLICATE_REQUEST("launch"),
  /** The cloud refuses a launch, for any of its reasons. */
  REFUSED_LAUNCH("launch"),
  /** The cloud makes fewer machines than it was asked for. */
  PARTIAL_LAUNCH("launch"),
  /** The cloud accepts a launch later than it has promised. */
  BROKEN_PROMISE("launch"),
  /** A request cannot be frozen. */
  REFUSED_PREPARE("prepare"),
  /** A call takes as long as it may. */
  SLOW_CALL("any call"),
  /** A call takes longer than it may. */
  OVERDUE_CALL("launch, list"),
  /** A machine is accepted and then rejected. */
  REJECTED_MACHINE("machine"),
  /** A machine never leaves REQUESTED. */
  STUCK_MACHINE("machine"),
  /** A machine dies without a word. */
  MACHINE_DIES("machine"),
  /** A machine stops, and may start again. */
  MACHINE_STOPS("machine"),
  /** Another user ends a machine. */
  ENDED_BY_OTHERS("machine"),
  /** A list or a look fails. */
  LIST_FAILS("list"),
  /** A list or a look has gaps, and says so. */
  LIST_GAPS("list"),
  /** A row is as old as lists may be. */
  STALE_ROW("list"),
  /** A machine shows twice in one list, as it moves between pages. */
  DOUBLE_ROW("list"),
  /** A row has an unknown state. */
  OPAQUE_STATE("list"),
  /** Terminating fails, with or without effect. */
  TERMINATE_FAILS("terminate"),
  /** The right to terminate is taken away for a while. */
  TERMINATE_DENIED("terminate"),
  /** Some of the machines that a call is to end do end; the reply names them, or is lost. */
  TERMINATE_PART("terminate"),
  /** Setting or taking off marks fails, with or without effect. */
  MARK_FAILS("mark"),
  /** The credentials expire for a while; every call is refused. */
  CREDENTIALS_EXPIRE("any call"),
  /** The cloud's control plane is away for a while; what was under way is lost. */
  CLOUD_RESTARTS("cloud"),
  /** After a restart the credentials reach another account for a while. */
  WRONG_ACCOUNT("process"),
  /** The process dies in the middle of a step, before or after any of its effects. */
  CRASH("process"),
  /** The wall clock jumps while the process is down, or while it runs. */
  CLOCK_JUMP("process"),
  /** The process stands still for minutes, between any two things that it does. */
  PAUSE("process"),
  /** A second keeper takes over while the first one lives. */
  SECOND_KEEPER("process"),
  /** A commit ends in doubt: it may be durable or not. */
  COMMIT_UNKNOWN("store"),
  /** The store cannot be reached for a while. */
  STORE_AWAY("store"),
  /** Writing or forcing fails; the store must stop and be opened again. */
  DISK_ERROR("disk"),
  /** The disk is full for a while. */
  DISK_FULL("disk"),
  /** The power goes: of what was not forced any subset survives, reordered and torn. */
  POWER_LOSS("disk"),
  /** The receiver of a hook cannot be reached. */
  RECEIVER_FAILS("hook"),
  /** The receiver of a hook gets the message, but the keeper gets an error. */
  RECEIVER_REPLY_LOST("hook"),
  /** The cloud refuses an action, for any of its reasons. */
  ACTION_REFUSED("action"),
  /** A request for an action never arrives; the caller sees an error with an unknown outcome. */
  ACTION_LOST("action"),
  /** An action is done long after its caller has given up waiting. */
  ACTION_LATE("action"),
  /** An action is done, but the caller sees an error with an unknown outcome. */
  ACTION_REPLY_LOST("action"),
  /** What became of an action cannot be asked. */
  ACTION_PROBE_FAILS("action"),
  /** Putting machines behind a load balancer, or taking them out, fails: with effect, at once or late, or without. */
  REGISTRATION_FAILS("load balancer"),
  /** The machines behind a load balancer cannot be read. */
  REGISTRATION_LOOK_FAILS("load balancer"),
  /** The cloud accepts a launch as an operation, which fails later; its machines vanish, or never have a row. */
  OPERATION_FAILS("operation"),
  /** The cloud loses an operation: its machines may come all the same. */
  OPERATION_LOST("operation"),
  /** A call that completes a machine fails: before, between or after the requests that make its resources. */
  COMPLETION_FAILS("resource"),
  /** A list of resources fails, or has gaps. */
  RESOURCE_LIST_FAILS("resource"),
  /** A call that releases a resource fails, with or without effect. */
  RELEASE_FAILS("resource"),
  /** A launch makes its disk, and then no machine. */
  DISK_LEFT_OVER("resource"),
  /** The cloud refuses to start or to stop a machine, for any of its reasons. */
  POWER_REFUSED("start or stop"),
  /** A request to start or stop a machine never arrives; the caller sees an error with an unknown outcome. */
  POWER_LOST("start or stop"),
  /** A machine is started or stopped long after the caller has given up waiting. */
  POWER_LATE("start or stop"),
  /** A machine is started or stopped, but the caller sees an error with an unknown outcome. */
  POWER_REPLY_LOST("start or stop"),
  /** A stopped machine does not start again, though the cloud accepts the request. */
  START_STUCK("start or stop");

  private final String where;

  FaultKind(String where) {
    this.where = where;
  }

  /** Whether it strikes only where machines pause for hooks. */
  boolean ofHooks() {
    return this == RECEIVER_FAILS || this == RECEIVER_REPLY_LOST;
  }

  /** Whether it strikes only where the cloud runs launches as operations. */
  public boolean ofOperations() {
    return where.equals("operation");
  }

  /** Whether it strikes only where machines have resources beside them. */
  public boolean ofResources() {
    return where.equals("resource");
  }

  /** Whether it strikes only where several machines end by one call. */
  public boolean ofBatches() {
    return this == TERMINATE_PART;
  }

  /** Whether it strikes only where machines are started and stopped for a warm pool. */
  public boolean ofPower() {
    return where.equals("start or stop");
  }

  /** Whether it strikes only where machines are acted upon. */
  boolean ofActions() {
    return where.equals("action");
  }

  /**
   * Where it strikes.
   *
   * @return one or a few words
   */
  public String where() {
    return where;
  }
}
