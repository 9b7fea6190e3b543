package io.cloudadapter.core;

import io.cloudadapter.core.store.shared.ElectedStore;
import io.cloudadapter.core.store.shared.QuorumStore;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the pools while this replica leads: begins when it has come to lead, and stops when it leads no more. One
 * thread at a time may begin or end a lead; any number may ask for the leader.
 */
final class ReplicaLead {
  private static final Logger LOG = LoggerFactory.getLogger(Replica.class);
  private static final Duration ABSTAIN = Duration.ofSeconds(30);

  /** The running leader, and the store on which it leads. */
  private record Lead(QuorumStore store, CloudAdapter adapter) {}

  private final AdapterSetup setup;
  private final ElectedStore shared;
  private final ReplicaKeys keys;
  private volatile @Nullable Lead lead;

  ReplicaLead(AdapterSetup setup, ElectedStore shared, ReplicaKeys keys) {
    this.setup = setup;
    this.shared = shared;
    this.keys = keys;
  }

  /** The pools that this replica keeps, if it leads. */
  Optional<CloudAdapter> leader() {
    Lead now = lead;
    return now != null && now.store().mayAct() ? Optional.of(now.adapter()) : Optional.empty();
  }

  /** Whether a lead has begun and was not ended, though its time may be over. */
  boolean begun() {
    return lead != null;
  }

  /** Ends the lead unless it is the one on this store. */
  void endUnlessOn(Optional<QuorumStore> store) {
    Lead now = lead;
    if (now != null && now.store() != store.orElse(null)) {
      end();
    }
  }

  /** Begins to keep the pools, unless that has begun; if it cannot, lets other replicas lead for a while. */
  void beginOn(QuorumStore store) {
    if (lead != null) {
      return;
    }
    try {
      lead = new Lead(
          store, setup.openOver(store, keys.held(), new ReplicaKeyApproval(shared.directory())));
    } catch (RuntimeException | Error e) {
      if (!store.mayAct()) {
        LOG.info("{} has lost its lead before it could begin: {}", shared.name(), e.toString());
        return;
      }
      // The cause may lie in this process, so another replica may succeed.
      LOG.error("{} cannot keep the pools, and lets others lead", shared.name(), e);
      shared.abstain(ABSTAIN, String.valueOf(e.getMessage()));
    }
  }

  /** Stops keeping the pools. */
  void end() {
    Lead last = lead;
    lead = null;
    if (last != null) {
      last.adapter().close();
    }
  }
}
