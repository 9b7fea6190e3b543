package io.cloudadapter.api.event;

import java.util.Objects;
import java.util.Optional;

/**
 * The caller whose request led to a pool event.
 *
 * @param principal the configured name of the caller; {@code java} for a program that gave none; {@code policy:NAME}
 *     or {@code schedule:NAME} for what the pool has decided by itself; {@code cloud} for a notice of the cloud
 * @param api the way in: {@code java}, {@code rest}, {@code senlin}, {@code cloudprovider}, {@code kubernetes},
 *     {@code schedule}, {@code metric} or {@code cloud}
 * @param requestId the id that the server gave the request, if it came through a server
 * @param traceId the request's trace, 32 hexadecimal digits, if it is traced
 */
public record EventCaller(
    String principal, String api, Optional<String> requestId, Optional<String> traceId) {

  /** Checks that nothing is missing. */
  public EventCaller {
    Objects.requireNonNull(principal, "principal");
    Objects.requireNonNull(api, "api");
    Objects.requireNonNull(requestId, "requestId");
    Objects.requireNonNull(traceId, "traceId");
  }
}
