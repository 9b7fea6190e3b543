package io.cloudadapter.api;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A pool at one moment: everything in it fits together. Own writes are read at once; what the cloud
 * does by itself shows after the next list.
 *
 * @param pool the pool
 * @param timestamp the start of the last complete list of the cloud, which the machines are true for;
 *     {@link Instant#EPOCH} if there has never been one
 * @param revision raised by every change of anything shown here but the timestamp
 * @param desiredSize what was asked for last
 * @param status what the keeper does at present
 * @param machines all machines: promised, live, on their way out, or just ended; sorted by id
 * @param alarms what a person should look at
 * @param listStatus whether the last complete list is recent
 */
public record PoolView(
    PoolName pool,
    Instant timestamp,
    long revision,
    int desiredSize,
    PoolStatus status,
    List<Machine> machines,
    List<Alarm> alarms,
    ListStatus listStatus) {

  /** Copies the collections, so that a view never changes. */
  public PoolView {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(timestamp, "timestamp");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(listStatus, "listStatus");
    machines = List.copyOf(machines);
    alarms = List.copyOf(alarms);
  }

  /**
   * A view of a recent complete list.
   *
   * @param pool the pool
   * @param timestamp the start of that list
   * @param revision raised by every change of anything shown here but the timestamp
   * @param desiredSize what was asked for last
   * @param status what the keeper does at present
   * @param machines all machines, sorted by id
   * @param alarms what a person should look at
   */
  public PoolView(
      PoolName pool,
      Instant timestamp,
      long revision,
      int desiredSize,
      PoolStatus status,
      List<Machine> machines,
      List<Alarm> alarms) {
    this(pool, timestamp, revision, desiredSize, status, machines, alarms, ListStatus.RECENT);
  }

  /**
   * Whether the cloud has ever been listed completely for this pool, be it before the pool was opened.
   *
   * @return false if nothing is known of the cloud yet
   */
  public boolean everListed() {
    return listStatus != ListStatus.NOT_LISTED || !timestamp.equals(Instant.EPOCH);
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
   * Whether nothing is left to do: the pool is active, a recent complete list shows as many running machines
   * as are desired, none is merely promised or being launched, and none is on its way out.
   *
   * @return true if the pool is at rest at its size; false if its machines are not known by a recent list
   */
  public boolean settled() {
    if (status != PoolStatus.ACTIVE || listStatus != ListStatus.RECENT) {
      return false;
    }
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
