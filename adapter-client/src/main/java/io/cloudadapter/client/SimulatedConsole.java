package io.cloudadapter.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.client.message.PoolMessages;

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
}
