package io.cloudadapter.core;

import io.cloudadapter.core.store.shared.ElectedStore;
import io.cloudadapter.core.store.shared.ReplicaDirectory;
import java.util.List;
import java.util.Optional;

/**
 * Approves the next key of the ledger for the replicas of a store: once each registered replica holds it, the store
 * demands it, so that no replica without it takes part any more.
 */
final class ReplicaKeyApproval implements KeyRotation.Approval {
  private final ReplicaDirectory directory;

  ReplicaKeyApproval(ReplicaDirectory directory) {
    this.directory = directory;
  }

  @Override
  public Optional<String> hindrance(String present, String next) {
    List<String> lacking = directory.replicas().stream()
        .filter(replica -> !replica.keys().contains(next))
        .map(ElectedStore.Replica::name)
        .toList();
    if (!lacking.isEmpty()) {
      return Optional.of("the replicas " + String.join(", ", lacking)
          + " do not have it; copy ledger.key.next to their data directories, and restart them");
    }
    return directory.reseal(present, next)
        ? Optional.empty()
        : Optional.of("the store demands another key than " + present);
  }

  @Override
  public boolean demandsKeys() {
    return true;
  }
}
