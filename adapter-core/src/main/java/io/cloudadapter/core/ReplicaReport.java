package io.cloudadapter.core;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.runtime.FollowerPool;
import io.cloudadapter.core.store.shared.ElectedStore;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Describes a replica and those that share its store: who leads, and how old the answers of this one may be. */
final class ReplicaReport {
  private final ElectedStore shared;
  private final ReplicaLead lead;
  private final FollowedPools pools;
  private final Ticker ticker;
  private final Duration lease;

  ReplicaReport(
      ElectedStore shared, ReplicaLead lead, FollowedPools pools, Ticker ticker, Duration lease) {
    this.shared = shared;
    this.lead = lead;
    this.pools = pools;
    this.ticker = ticker;
    this.lease = lease;
  }

  /** How old answers may be: as old as the oldest of what pools show, or the copy. */
  Duration age() {
    if (lead.leader().isPresent()) {
      return Duration.ZERO;
    }
    long asOf = shared.copyAsOf();
    for (FollowerPool copy : pools.shown().copies().values()) {
      long shown = copy.asOf();
      asOf = shown - asOf < 0 ? shown : asOf;
    }
    return Duration.ofNanos(Math.max(0, ticker.nanos() - asOf));
  }

  ReplicaRole role() {
    return new ReplicaRole(
        shared.name(),
        lead.leader().isPresent(),
        shared.leader().map(ReplicaReport::shown),
        age(),
        lease,
        shared.left(),
        shared.trouble());
  }

  /** All replicas that have been seen, this one among them. */
  List<ReplicaInfo> replicas() {
    try {
      return shared.directory().replicas().stream().map(ReplicaReport::shown).toList();
    } catch (StoreException e) {
      throw new PoolException(
          Reason.UNAVAILABLE,
          "the replicas of the store could not be read: " + e.getMessage(),
          "",
          e);
    }
  }

  private static ReplicaInfo shown(ElectedStore.Replica replica) {
    return new ReplicaInfo(
        replica.name(),
        Optional.of(replica.url()).filter(url -> !url.isEmpty()),
        replica.leads(),
        replica.revision());
  }
}
