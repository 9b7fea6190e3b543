package io.cloudadapter.core;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.core.store.shared.ElectedStore;
import java.util.Optional;

/** Words what a follower refuses, and where the caller gets it. */
final class FollowerRefusals {
  private final ElectedStore shared;

  FollowerRefusals(ElectedStore shared) {
    this.shared = shared;
  }

  /** The refusal of what only the leader does. */
  PoolException elsewhere() {
    Optional<ElectedStore.Replica> other =
        shared.leader().filter(replica -> !replica.name().equals(shared.name()));
    return new PoolException(
        Reason.ELSEWHERE,
        "this replica follows and only answers reads",
        other
                .map(replica -> "Ask the leader, " + replica.name()
                    + (replica.url().isEmpty() ? "." : ", at " + replica.url() + "."))
                .orElse("No replica leads at present. Repeat the request in a moment.")
            + (shared.trouble().isEmpty() ? "" : " " + shared.trouble() + "."));
  }

  /** The refusal of reads before the store was read; empty once it was. */
  Optional<PoolException> unreadable() {
    return shared.readable()
        ? Optional.empty()
        : Optional.of(new PoolException(
            Reason.UNAVAILABLE, "the store was not read yet", shared.trouble() + "."));
  }
}
