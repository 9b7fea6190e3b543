package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.Set;

/**
 * The power to put machines behind a load balancer that exists, and to take them out, some at a time: what else
 * is behind it stays, whoever put it there. Every write may be repeated: it says what shall be of the machines
 * that it names.
 */
public interface LoadBalancerRegistration {

  /**
   * Which machines are behind a load balancer. One that gets no new connections any more and still has old ones is
   * behind it until they have ended, or the cloud has ended them.
   *
   * @param balancer which load balancer
   * @param call time, cancellation, budget
   * @return the ids of all that are, ended machines too if the cloud still has them there
   * @throws CloudException NOT_FOUND if there is no such load balancer
   */
  Set<MachineId> registered(LoadBalancerName balancer, CallContext call);

  /**
   * Puts machines behind a load balancer. Passes over those that are not there any more.
   *
   * @param balancer which load balancer
   * @param machines 1 to 100, each with the load balancer already or not
   * @param call time, cancellation, budget
   * @throws CloudException NOT_FOUND if there is no such load balancer
   */
  void register(LoadBalancerName balancer, Set<MachineId> machines, CallContext call);

  /**
   * Takes machines out from behind a load balancer: no new connections from now on. Old ones may end in peace, as
   * long as the cloud lets them; this does not wait for it.
   *
   * @param balancer which load balancer
   * @param machines 1 to 100, each behind the load balancer or not, ended ones too
   * @param call time, cancellation, budget
   * @throws CloudException NOT_FOUND if there is no such load balancer
   */
  void deregister(LoadBalancerName balancer, Set<MachineId> machines, CallContext call);
}
