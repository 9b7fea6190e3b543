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
 * The feature that makes load balancers, which spread connections over hosts. Every write states the desired result,
 * so it may be repeated. A host is named by an instance's name or host name. A host that is behind a load balancer
 * already may have ended meanwhile; it stays until a write leaves it out.
 */
public interface LoadBalancers {

  /**
   * Returns the protocols that its listeners support.
   *
   * @return at least one; the same at each call, without I/O
   */
  Set<Protocol> protocols();

  /**
   * Finds a load balancer.
   *
   * @param region its region
   * @param name its name
   * @param call deadline, rate limit and cancellation of this call
   * @return the load balancer, or empty if there is none, also if there is no such region
   * @throws CloudException if it could not be read
   */
  Optional<LoadBalancer> find(String region, String name, CallContext call);

  /**
   * Makes a load balancer, or changes the one of that name to match the spec, hosts included.
   *
   * @param spec the desired state
   * @param call deadline, rate limit and cancellation of this call
   * @return the load balancer; without ingress while the cloud prepares it
   * @throws CloudException NOT_FOUND if there is no such region, or if a host is neither an instance nor behind it
   *     already; the error names the host, and nothing has changed; UNSUPPORTED for a protocol that is not supported
   *     here; CONFLICT if the address is taken, or cannot be changed
   */
  LoadBalancer ensure(LoadBalancerSpec spec, CallContext call);

  /**
   * Puts these hosts behind a load balancer, and no others. Its other settings stay.
   *
   * @param region its region
   * @param name its name
   * @param hosts the names of all hosts, possibly none
   * @param call deadline, rate limit and cancellation of this call
   * @return the load balancer
   * @throws CloudException NOT_FOUND if there is no such load balancer, or no instance of a host's name, as
   *     with {@link #ensure}
   */
  LoadBalancer setHosts(String region, String name, List<String> hosts, CallContext call);

  /**
   * Deletes a load balancer; a missing one is not an error.
   *
   * @param region its region
   * @param name its name
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException if the cloud did not accept the request, or if the outcome is unknown
   */
  void delete(String region, String name, CallContext call);
}
