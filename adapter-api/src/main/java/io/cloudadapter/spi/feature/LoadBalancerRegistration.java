package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.Set;

/**
 * The feature that registers machines with a load balancer that exists, and deregisters them. Hosts that a call does
 * not name stay as they are, including those of other users. Every write states the desired result for the machines
 * that it names, so it may be repeated.
 */
public interface LoadBalancerRegistration {

  /**
   * Returns the machines behind a load balancer. A machine that gets no new connections but still has old ones
   * counts, until these have ended or the cloud has ended them.
   *
   * @param balancer the load balancer
   * @param call deadline, rate limit and cancellation of this call
   * @return their ids, also of ended machines if the cloud still lists them there
   * @throws CloudException NOT_FOUND if there is no such load balancer
   */
  Set<MachineId> registered(LoadBalancerName balancer, CallContext call);

  /**
   * Registers machines with a load balancer. Skips those that no longer exist.
   *
   * @param balancer the load balancer
   * @param machines 1 to 100, registered already or not
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException NOT_FOUND if there is no such load balancer
   */
  void register(LoadBalancerName balancer, Set<MachineId> machines, CallContext call);

  /**
   * Deregisters machines from a load balancer: they get no new connections from now on. Old ones may finish for as
   * long as the cloud allows; the call does not wait for that.
   *
   * @param balancer the load balancer
   * @param machines 1 to 100, registered or not, ended ones included
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException NOT_FOUND if there is no such load balancer
   */
  void deregister(LoadBalancerName balancer, Set<MachineId> machines, CallContext call);
}
