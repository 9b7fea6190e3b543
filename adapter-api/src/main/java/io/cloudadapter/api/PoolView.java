package io.cloudadapter.api;

import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.warm.WarmState;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An immutable, consistent picture of a pool at one moment, for readers. It contains the caller's own writes at once,
 * and changes in the cloud after the next list.
 *
 * @param pool the pool
 * @param timestamp when the last complete list of the cloud began, which showed these machines; {@link Instant#EPOCH}
 *     if there has been none
 * @param revision grows with every change of anything in the view except the timestamp
 * @param desiredSize the number of machines that was asked for last
 * @param status what the keeper does at present
 * @param machines all machines: pending, live, ending, or just ended; sorted by id
 * @param alarms the conditions that a person should look at
 * @param listStatus whether the last complete list is recent
 * @param template the launch template of machines that are launched now; empty if it is unknown
 * @param refresh the state of the refresh that is under way; empty if there is none
 * @param headroom how many machines the pool keeps in service above the desired size at present, without those for
 *     which the quotas of its tenants have no room; 0 or more
 */
public record PoolView(
    PoolName pool,
    Instant timestamp,
    long revision,
    int desiredSize,
    PoolStatus status,
    List<Machine> machines,
    List<Alarm> alarms,
    ListStatus listStatus,
    Optional<LaunchTemplate> template,
    Optional<RefreshState> refresh,
    int headroom) {

  /** Copies the collections, so that a view never changes. */
  public PoolView {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(timestamp, "timestamp");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(listStatus, "listStatus");
    Objects.requireNonNull(template, "template");
    Objects.requireNonNull(refresh, "refresh");
    machines = List.copyOf(machines);
    alarms = List.copyOf(alarms);
  }

  /**
   * Makes a view of a recent complete list.
   *
   * @param pool the pool
   * @param timestamp the start of that list
   * @param revision grows with every change of anything in the view except the timestamp
   * @param desiredSize the number of machines that was asked for last
   * @param status what the keeper does at present
   * @param machines all machines, sorted by id
   * @param alarms the conditions that a person should look at
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
   * Makes a view of a pool whose launch template is unknown, and that has no refresh under way.
   *
   * @param pool the pool
   * @param timestamp the start of the last complete list
   * @param revision grows with every change of anything in the view except the timestamp
   * @param desiredSize the number of machines that was asked for last
   * @param status what the keeper does at present
   * @param machines all machines, sorted by id
   * @param alarms the conditions that a person should look at
   * @param listStatus whether the last complete list is recent
   */
  public PoolView(
      PoolName pool,
      Instant timestamp,
      long revision,
      int desiredSize,
      PoolStatus status,
      List<Machine> machines,
      List<Alarm> alarms,
      ListStatus listStatus) {
    this(
        pool,
        timestamp,
        revision,
        desiredSize,
        status,
        machines,
        alarms,
        listStatus,
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Makes a view of a pool without headroom.
   *
   * @param pool the pool
   * @param timestamp the start of the last complete list
   * @param revision grows with every change of anything in the view except the timestamp
   * @param desiredSize the number of machines that was asked for last
   * @param status what the keeper does at present
   * @param machines all machines, sorted by id
   * @param alarms the conditions that a person should look at
   * @param listStatus whether the last complete list is recent
   * @param template the launch template of machines that are launched now; empty if it is unknown
   * @param refresh the state of the refresh that is under way; empty if there is none
   */
  public PoolView(
      PoolName pool,
      Instant timestamp,
      long revision,
      int desiredSize,
      PoolStatus status,
      List<Machine> machines,
      List<Alarm> alarms,
      ListStatus listStatus,
      Optional<LaunchTemplate> template,
      Optional<RefreshState> refresh) {
    this(
        pool,
        timestamp,
        revision,
        desiredSize,
        status,
        machines,
        alarms,
        listStatus,
        template,
        refresh,
        0);
  }

  /**
   * Counts the allocated machines whose launch template differs from the present one.
   *
   * @return 0 or more
   */
  public int drifted() {
    return (int) machines.stream().filter(m -> m.allocated() && m.drifted()).count();
  }

  /**
   * Counts the allocated machines that are UNHEALTHY. A plan names those that count, with what the pool does about
   * each.
   *
   * @return 0 or more
   */
  public int unhealthy() {
    return (int) machines.stream()
        .filter(m -> m.allocated() && m.serviceState() == ServiceState.UNHEALTHY)
        .count();
  }

  /**
   * Counts the allocated machines whose launch template is unknown. They do not count as drifted.
   *
   * @return 0 or more
   */
  public int unknownTemplates() {
    return (int)
        machines.stream().filter(m -> m.allocated() && m.template().isEmpty()).count();
  }

  /**
   * Returns whether the pool has ever had a complete list of the cloud, in this process or an earlier one.
   *
   * @return false if nothing is known of the cloud yet
   */
  public boolean everListed() {
    return listStatus != ListStatus.NOT_LISTED || !timestamp.equals(Instant.EPOCH);
  }

  /**
   * Counts the machines that run and count: neither out of service, nor kept warm.
   *
   * @return 0 or more
   */
  public int inService() {
    int count = 0;
    for (Machine machine : machines) {
      if (machine.machineState() == MachineState.RUNNING && machine.effective()) {
        count++;
      }
    }
    return count;
  }

  /**
   * Counts the machines that are in one state of the warm pool.
   *
   * @param state which state
   * @return 0 or more
   */
  public int warm(WarmState state) {
    return (int) machines.stream()
        .filter(m -> m.warm().filter(state::equals).isPresent())
        .count();
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
   * Returns whether the pool has nothing left to do by itself: it is active, a recent complete list shows as many
   * running machines as desired and as its headroom, no machine is pending, booting or ending, none is on its way into
   * the warm pool or out of it, and no refresh is under way. A refresh that is PAUSED waits for a person, and does not
   * count.
   *
   * @return true if the pool rests at its size; false if no recent list shows its machines
   */
  public boolean settled() {
    boolean refreshes = refresh.filter(state -> state != RefreshState.PAUSED).isPresent();
    if (status != PoolStatus.ACTIVE || listStatus != ListStatus.RECENT || refreshes) {
      return false;
    }
    int running = 0;
    for (Machine machine : machines) {
      if (machine.machineState() == MachineState.TERMINATING
          || machine.warm().filter(state -> state != WarmState.WARM).isPresent()) {
        return false;
      }
      if (machine.effective()) {
        if (machine.machineState() != MachineState.RUNNING) {
          return false;
        }
        running++;
      }
    }
    return running == desiredSize + headroom;
  }
}
