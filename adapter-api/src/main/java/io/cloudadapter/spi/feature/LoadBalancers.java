package io.cloudadapter.spi.feature;

import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The power to spread connections over hosts. Every write may be repeated: it says what shall be. A host is
 * called by the name of an instance, or by one that it answers to. One that is behind a load balancer already may
 * be gone meanwhile, and stays until a write leaves it out.
 */
public interface LoadBalancers {

  /**
   * What its listeners can speak.
   *
   * @return at least one; the same at each call, without I/O
   */
  Set<Protocol> protocols();

  /**
   * Looks a load balancer up.
   *
   * @param region where
   * @param name which
   * @param call time, cancellation, budget
   * @return the load balancer, or empty if there is none, be it that there is no such region
   * @throws CloudException if it could not be asked
   */
  Optional<LoadBalancer> find(String region, String name, CallContext call);

  /**
   * Makes a load balancer, or brings one of that name to what the spec says, hosts included.
   *
   * @param spec what it shall be
   * @param call time, cancellation, budget
   * @return the load balancer; without ingress while the cloud prepares it
   * @throws CloudException NOT_FOUND if there is no such region, or no instance of a host's name, which the
   *     error tells, and which is not behind it already: then nothing has changed; UNSUPPORTED for a protocol that is
   *     not spoken here; CONFLICT if the address is taken, or cannot be changed
   */
  LoadBalancer ensure(LoadBalancerSpec spec, CallContext call);

  /**
   * Puts these hosts behind a load balancer, and no other. What else it is stays.
   *
   * @param region where
   * @param name which
   * @param hosts the names of all hosts, possibly none
   * @param call time, cancellation, budget
   * @return the load balancer
   * @throws CloudException NOT_FOUND if there is no such load balancer, or no instance of a host's name, as
   *     with {@link #ensure}
   */
  LoadBalancer setHosts(String region, String name, List<String> hosts, CallContext call);

  /**
   * Deletes a load balancer; one that is not there is no error.
   *
   * @param region where
   * @param name which
   * @param call time, cancellation, budget
   * @throws CloudException if the cloud did not accept, or if that cannot be told
   */
  void delete(String region, String name, CallContext call);
}
