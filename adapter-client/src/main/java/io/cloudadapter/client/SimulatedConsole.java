package io.cloudadapter.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.client.message.MessageFields;
import io.cloudadapter.client.message.PoolMessages;
import java.util.Objects;

/**
 * The console of a server's simulated cloud: what happens to machines there without their pool's doing.
 * Needs role admin; NOT_FOUND if the server has no simulated cloud. Safe for use by any number of
 * threads.
 */
public final class SimulatedConsole {
  private static final String MACHINES = "/simulated/machines";

  private final WriteRetry writes;

  SimulatedConsole(WriteRetry writes) {
    this.writes = writes;
  }

  /**
   * Makes a running machine that belongs to no pool, to be attached to one for example.
   *
   * @return its id
   * @throws io.cloudadapter.api.PoolException as the writes of a pool
   */
  public MachineId create() {
    return PoolMessages.id(writes.write(MACHINES, WriteOptions.none()).fields(), "id");
  }

  /**
   * Ends a machine at once, as a host that burns down does.
   *
   * @param machine which one
   * @throws io.cloudadapter.api.PoolException NOT_FOUND if the cloud has no such machine, CONFLICT if it has ended
   *     already
   */
  public void kill(MachineId machine) {
    writes.write(MACHINES + "/" + machine + "/kill", WriteOptions.none());
  }

  /**
   * Stops a machine, as its own shutdown does: it exists, but does nothing any more.
   *
   * @param machine which one
   * @throws io.cloudadapter.api.PoolException NOT_FOUND if the cloud has no such machine, CONFLICT if it does not run
   */
  public void stop(MachineId machine) {
    writes.write(MACHINES + "/" + machine + "/stop", WriteOptions.none());
  }

  /**
   * Sets what the checks of all load balancers find of a machine from now on. The server's end forgets it.
   *
   * @param machine which one
   * @param verdict OK, BAD, or CANNOT_TELL for a machine that they do not check
   * @throws io.cloudadapter.api.PoolException NOT_FOUND if the cloud has no such machine, CONFLICT if it has ended
   */
  public void setLoadBalancerHealth(MachineId machine, HealthVerdict verdict) {
    setHealth(machine, "loadBalancerHealth", verdict);
  }

  /**
   * Sets the instance status of a machine from now on: what the cloud's own checks find. The server's end forgets it.
   *
   * @param machine which one
   * @param verdict OK, BAD for an impaired machine, or CANNOT_TELL for one whose checks are not over
   * @throws io.cloudadapter.api.PoolException NOT_FOUND if the cloud has no such machine, CONFLICT if it has ended
   */
  public void setInstanceStatus(MachineId machine, HealthVerdict verdict) {
    setHealth(machine, "instanceStatus", verdict);
  }

  private void setHealth(MachineId machine, String what, HealthVerdict verdict) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(verdict, "verdict");
    writes.write(
        MACHINES + "/" + machine + "/" + what,
        MessageFields.of("verdict", verdict),
        WriteOptions.none());
  }

  /**
   * Has a fault strike a share of the requests of a kind, until {@link #heal} or the end of the server.
   *
   * @param fault the fault's name, for example NO_CAPACITY; those of the simulated adapter's {@code CloudFault}
   * @param request which requests, for example LAUNCH
   * @param percent the share of them, 0 to 100; 0 ends the fault
   * @throws io.cloudadapter.api.PoolException BAD_REQUEST if there is no such fault, or it cannot strike such requests
   */
  public void fault(String fault, String request, int percent) {
    writes.write(
        "/simulated/faults",
        MessageFields.of("fault", fault, "request", request, "percent", percent),
        WriteOptions.none());
  }

  /**
   * Ends all faults of requests. What they have done stays.
   *
   * @throws io.cloudadapter.api.PoolException as the writes of a pool
   */
  public void heal() {
    writes.write("/simulated/heal", WriteOptions.none());
  }
}
