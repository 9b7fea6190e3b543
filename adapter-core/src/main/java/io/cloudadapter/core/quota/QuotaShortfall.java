package io.cloudadapter.core.quota;

import io.cloudadapter.api.QuotaResource;
import java.time.Duration;
import java.util.Optional;

/**
 * The quota that does not allow what was asked for.
 *
 * @param tenant the tenant whose quota it is
 * @param resource what the quota limits
 * @param text the quota, its limit, what is used and what was asked for, for people
 * @param after how long it takes until some of it is free without a person's help; empty if time does not help
 */
public record QuotaShortfall(
    String tenant, QuotaResource resource, String text, Optional<Duration> after) {}
