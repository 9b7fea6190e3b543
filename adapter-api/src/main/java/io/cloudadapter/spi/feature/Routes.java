package io.cloudadapter.spi.feature;

import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;

/** The feature that leads addresses to an instance. It returns only routes that it manages. */
public interface Routes {

  /**
   * Returns the routes of a cluster that were made through this feature; other routes in the cloud's tables do not
   * appear.
   *
   * @param cluster its name; a cluster without such routes has an empty list
   * @param call deadline, rate limit and cancellation of this call
   * @return the routes, in an order that stays the same
   * @throws CloudException if not all of them could be read
   */
  List<Route> routes(String cluster, CallContext call);

  /**
   * Makes a route. If there is one of the same cluster, target and destination, the call leaves it as it is and
   * returns it, also under another name, so a repetition is harmless.
   *
   * @param cluster the cluster's name
   * @param name the name for a new route
   * @param target the name of an instance
   * @param destination the addresses
   * @param call deadline, rate limit and cancellation of this call
   * @return the route as it is
   * @throws CloudException NOT_FOUND if there is no such instance; CONFLICT with NAME_TAKEN if another route has
   *     the name; CONFLICT if another one overlaps
   */
  Route create(String cluster, String name, String target, Cidr destination, CallContext call);

  /**
   * Deletes a route; a missing one is not an error.
   *
   * @param cluster the cluster's name
   * @param name the route's name
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException if the cloud did not accept the request, or if the outcome is unknown
   */
  void delete(String cluster, String name, CallContext call);
}
