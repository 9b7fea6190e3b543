package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.simulated.machine.StateTable;
import io.cloudadapter.simulated.request.LaunchKeyUse;
import io.cloudadapter.spi.ResourceSighting;

/**
 * All of the cloud's state, as its file holds it.
 *
 * @param identity the account, its time and its counter, under the only key {@code ""}
 * @param machines those that it still knows
 * @param keys the launch keys that it honours
 * @param late the requests that it will act upon later
 * @param creations the last machines that came to be
 * @param executions the last actions that were done
 * @param balancers the load balancers, by region and name
 * @param routes the routes, by cluster and name
 * @param sshKeys who may sign in
 * @param groups the groups that it sizes, by pool
 * @param resources the resources beside machines, by id
 */
record StoredState(
    StateTable<String, Identity> identity,
    StateTable<MachineId, SimulatedMachine> machines,
    StateTable<String, LaunchKeyUse> keys,
    StateTable<Long, Late> late,
    StateTable<Long, MachineCreation> creations,
    StateTable<Long, ActionExecution> executions,
    StateTable<String, SimulatedLoadBalancers.Balancer> balancers,
    StateTable<String, Route> routes,
    StateTable<Long, SshKey> sshKeys,
    StateTable<String, SimulatedGroups.Group> groups,
    StateTable<String, ResourceSighting> resources) {

  /**
   * The cloud itself.
   *
   * @param account its account number
   * @param now the latest moment that it has seen
   * @param serial the last number that it has given to anything
   */
  record Identity(String account, long now, long serial) {}

  /** A request that arrives at a moment. */
  record Late(long at, CloudRequest request) {}

  /** An empty state; it marks changes only if they will be saved. */
  static StoredState empty(boolean noting) {
    return new StoredState(
        new StateTable<>(noting),
        new StateTable<>(noting),
        new StateTable<>(noting),
        new StateTable<>(noting),
        new StateTable<>(noting),
        new StateTable<>(noting),
        new StateTable<>(noting),
        new StateTable<>(noting),
        new StateTable<>(noting),
        new StateTable<>(noting),
        new StateTable<>(noting));
  }

  boolean changed() {
    return !(machines.changed().isEmpty()
        && keys.changed().isEmpty()
        && late.changed().isEmpty()
        && creations.changed().isEmpty()
        && executions.changed().isEmpty()
        && balancers.changed().isEmpty()
        && routes.changed().isEmpty()
        && sshKeys.changed().isEmpty()
        && groups.changed().isEmpty()
        && resources.changed().isEmpty()
        && identity.changed().isEmpty());
  }

  void saved() {
    identity.changed().clear();
    machines.changed().clear();
    keys.changed().clear();
    late.changed().clear();
    creations.changed().clear();
    executions.changed().clear();
    balancers.changed().clear();
    routes.changed().clear();
    sshKeys.changed().clear();
    groups.changed().clear();
    resources.changed().clear();
  }
}
