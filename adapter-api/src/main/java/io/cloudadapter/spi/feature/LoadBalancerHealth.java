package io.cloudadapter.spi.feature;

import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;

/**
 * The feature that reads what a load balancer has found out about the machines behind it. The core asks at its own
 * pace, for pools that have their load balancers report health.
 */
public interface LoadBalancerHealth {

  /**
   * Returns what a load balancer shows of the machines behind it at this moment. OK means that the load balancer has
   * checked a machine and sends it connections, BAD that it has checked the machine and finds it ill. Anything else,
   * such as a machine whose first check is not over, one that drains, or one that is not checked at all, is
   * CANNOT_TELL or left out. Each call reads the cloud.
   *
   * @param balancer the load balancer
   * @param call deadline, rate limit and cancellation of this call
   * @return the machines behind it, in any order, also ended ones; a machine that serves on several ports may be there
   *     several times; each reason has the cloud's words
   * @throws CloudException NOT_FOUND if there is no such load balancer; or if reading failed
   */
  List<HealthReport> health(LoadBalancerName balancer, CallContext call);
}
