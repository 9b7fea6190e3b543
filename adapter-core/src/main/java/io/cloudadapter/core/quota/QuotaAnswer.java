package io.cloudadapter.core.quota;

import java.util.Optional;

/**
 * How many machines the quotas of a pool's tenants allow.
 *
 * @param machines the number; no more than were asked for
 * @param shortfall what allows no more; empty if all were allowed
 */
public record QuotaAnswer(int machines, Optional<QuotaShortfall> shortfall) {
  static QuotaAnswer all(int machines) {
    return new QuotaAnswer(machines, Optional.empty());
  }
}
