package io.cloudadapter.api;

import java.util.Objects;

/**
 * How much of one limit a tenant's pools use.
 *
 * @param resource what is limited
 * @param limit the most that is allowed; 0 or more
 * @param used what there is at present; more than the limit if that was lowered
 * @param reserved the same with what accepted sizes still ask for; at least {@code used}
 */
public record QuotaUsage(QuotaResource resource, long limit, long used, long reserved) {
  /** Checks that nothing is missing. */
  public QuotaUsage {
    Objects.requireNonNull(resource, "resource");
  }
}
