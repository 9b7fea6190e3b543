package io.cloudadapter.core.store.shared;

import io.cloudadapter.core.store.quorum.ClusterTransaction;
import java.util.Optional;

/** The time for which an opening of a {@link QuorumStore} serves: for ever, or while its process leads. */
interface LeaderTerm {
  LeaderTerm ENDLESS = new LeaderTerm() {
    @Override
    public ClusterTransaction on(ClusterTransaction attempt) {
      return attempt;
    }

    @Override
    public Optional<String> over() {
      return Optional.empty();
    }
  };

  /** Adds what else must hold when it begins. */
  ClusterTransaction on(ClusterTransaction attempt);

  /** Why it is over, once it is. */
  Optional<String> over();
}
