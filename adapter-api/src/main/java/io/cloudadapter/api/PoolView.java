package io.cloudadapter.api;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A pool at one moment: everything in it fits together. Own writes are read at once; what the cloud
 * does by itself shows after the next list.
 *
 * @param pool the pool
 * @param timestamp the start of the last complete list of the cloud, which the machines are true for
 * @param revision raised by every change of anything shown here but the timestamp
 * @param desiredSize what was asked for last
 * @param status what the keeper does at present
 * @param machines all machines: promised, live, on their way out, or just ended; sorted by id
 * @param alarms what a person should look at
 */
public record PoolView(
    PoolName pool,
    Instant timestamp,
    long revision,
    int desiredSize,
    PoolStatus status,
    List<Machine> machines,
    List<Alarm> alarms) {

  /** Copies the collections, so that a view never changes. */
  public PoolView {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(timestamp, "timestamp");
    Objects.requireNonNull(status, "status");
    machines = List.copyOf(machines);
    alarms = List.copyOf(alarms);
  }

  /**
   * The pool's size, counted from the machines of this view.
   *
   * @return desired, allocated and out of service
   */
  public PoolSize size() {
    int allocated = 0;
    int outOfService = 0;
    for (Machine machine : machines) {
      if (machine.allocated()) {
        allocated++;
        if (machine.outOfService()) {
          outOfService++;
        }
      }
    }
    return new PoolSize(desiredSize, allocated, outOfService);
  }

  /**
   * Whether nothing is left to do: as many machines run as are desired, none is merely promised or being
   * launched, and none is on its way out.
   *
   * @return true if the pool is at rest at its size
   */
  public boolean settled() {
    int running = 0;
    for (Machine machine : machines) {
      if (machine.machineState() == MachineState.TERMINATING) {
        return false;
      }
      if (machine.effective()) {
        if (machine.machineState() != MachineState.RUNNING) {
          return false;
        }
        running++;
      }
    }
    return running == desiredSize;
  }
}
