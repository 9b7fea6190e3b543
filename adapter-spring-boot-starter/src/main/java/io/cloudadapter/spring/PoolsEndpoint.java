package io.cloudadapter.spring;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.Pools;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * The actuator's endpoint {@code pools}. Its write sets the size of a pool; it is closed unless {@code
 * management.endpoint.pools.access} is {@code unrestricted}.
 */
@Endpoint(id = "pools", defaultAccess = Access.READ_ONLY)
public class PoolsEndpoint {
  private static final int NO_CONTENT = WebEndpointResponse.STATUS_NO_CONTENT;
  private static final int CONFLICT = 409;

  private final Pools pools;

  PoolsEndpoint(Pools pools) {
    this.pools = pools;
  }

  /**
   * Shows each pool in a few words.
   *
   * @return a summary by the pool's name
   */
  @ReadOperation
  public Map<String, Object> pools() {
    Map<String, Object> all = new LinkedHashMap<>();
    for (MachinePool pool : pools.all()) {
      all.put(pool.name().value(), PoolSummary.of(pool.view()));
    }
    return all;
  }

  /**
   * Shows a pool with its machines.
   *
   * @param name the pool's name
   * @return its view, or 404
   */
  @ReadOperation
  public WebEndpointResponse<Map<String, Object>> pool(@Selector String name) {
    return pools
        .find(name)
        .map(pool -> new WebEndpointResponse<>(PoolSummary.whole(pool.view())))
        .orElseGet(() -> unknown(name));
  }

  /**
   * Sets the desired size of a pool.
   *
   * @param name the pool's name
   * @param desiredSize the size, 0 to the pool's maxSize
   * @return 204; 404 if there is no such pool; with the reason, 400 for a size that is not allowed, 409 if the pool's
   *     state forbids it, or 503
   */
  @WriteOperation
  public WebEndpointResponse<Map<String, Object>> resize(@Selector String name, int desiredSize) {
    Optional<MachinePool> pool = pools.find(name);
    if (pool.isEmpty()) {
      return unknown(name);
    }
    try {
      pool.get().setDesiredSize(desiredSize);
      return new WebEndpointResponse<>(NO_CONTENT);
    } catch (PoolException e) {
      return new WebEndpointResponse<>(
          Map.of("message", String.valueOf(e.getMessage())),
          switch (e.reason()) {
            case INVALID -> WebEndpointResponse.STATUS_BAD_REQUEST;
            case CONFLICT -> CONFLICT;
            default -> WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE;
          });
    }
  }

  private WebEndpointResponse<Map<String, Object>> unknown(String name) {
    return new WebEndpointResponse<>(
        Map.of(
            "message",
            "there is no pool " + name + "; there are "
                + String.join(
                    ", ", pools.all().stream().map(pool -> pool.name().value()).toList())),
        WebEndpointResponse.STATUS_NOT_FOUND);
  }
}
