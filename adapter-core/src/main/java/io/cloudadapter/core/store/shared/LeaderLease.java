package io.cloudadapter.core.store.shared;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lease of one replica at the servers: while it lasts, this replica may lead. It counts from when it was asked for,
 * since that is before the servers count, and a tenth less than the servers count, for clocks that do not run alike.
 */
final class LeaderLease {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderLease.class);

  private final ClusterKv quorum;
  private final String name;
  private final Duration lease;
  private final Ticker ticker;
  private volatile long deadline;
  private long id;

  LeaderLease(ClusterKv quorum, String name, Duration lease, Ticker ticker) {
    this.quorum = quorum;
    this.name = name;
    this.lease = lease;
    this.ticker = ticker;
  }

  /** Its id at the servers; 0 if there is none. */
  long id() {
    return id;
  }

  /** How many nanoseconds it surely lasts; 0 or less if it may be over. */
  long left() {
    return deadline - ticker.nanos();
  }

  /** Whether it surely lasts for that long. */
  boolean lasts(Duration time) {
    return id != 0 && left() > time.toNanos();
  }

  void grant() {
    long asked = ticker.nanos();
    id = quorum.grant(lease);
    deadline = asked + lasting();
  }

  /** Keeps it alive; returns whether it holds. */
  boolean keep() {
    long asked = ticker.nanos();
    if (id != 0 && quorum.keepAlive(id)) {
      deadline = asked + lasting();
      return true;
    }
    id = 0;
    deadline = asked;
    return false;
  }

  void giveUp() {
    long last = id;
    id = 0;
    try {
      if (last != 0) {
        quorum.revoke(last);
      }
    } catch (StoreException e) {
      LOG.debug("the lease of {} was not revoked and ends later", name, e);
    }
  }

  /** From the leader key that was won until the lease may be over. */
  LeaderTerm term(String leaderKey, long won) {
    return new LeaderTerm() {
      @Override
      public ClusterTransaction on(ClusterTransaction attempt) {
        return attempt.require(leaderKey, won);
      }

      @Override
      public Optional<String> over() {
        return left() > 0
            ? Optional.empty()
            : Optional.of(name + " leads no more: its lease of " + lease.toSeconds()
                + " s could not be kept alive");
      }
    };
  }

  private long lasting() {
    return lease.toNanos() - lease.toNanos() / 10;
  }
}
