package io.cloudadapter.spi.feature;

import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;

/** The power to lead what is meant for some addresses to an instance. Tells of managed routes only. */
public interface Routes {

  /**
   * The routes of a cluster that were made here, whatever else the cloud's tables hold.
   *
   * @param cluster its name; one that nobody has made routes for has none
   * @param call time, cancellation, budget
   * @return the routes, in an order that stays the same
   * @throws CloudException if not all of them could be read
   */
  List<Route> routes(String cluster, CallContext call);

  /**
   * Makes a route. One of the same cluster, target and destination is left as it is and returned, whatever its
   * name, so repeating is harmless.
   *
   * @param cluster whose it is
   * @param name its name, if it is made
   * @param target the name of an instance
   * @param destination which addresses
   * @param call time, cancellation, budget
   * @return the route as it is
   * @throws CloudException NOT_FOUND if there is no such instance; CONFLICT with NAME_TAKEN if another route has
   *     the name; CONFLICT if another one overlaps
   */
  Route create(String cluster, String name, String target, Cidr destination, CallContext call);

  /**
   * Deletes a route; one that is not there is no error.
   *
   * @param cluster whose it is
   * @param name which
   * @param call time, cancellation, budget
   * @throws CloudException if the cloud did not accept, or if that cannot be told
   */
  void delete(String cluster, String name, CallContext call);
}
