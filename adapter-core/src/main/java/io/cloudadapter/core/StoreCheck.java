package io.cloudadapter.core;

import io.cloudadapter.core.store.SharedStore;
import io.cloudadapter.core.store.StoreException;
import io.cloudadapter.core.store.quorum.Quorum;
import io.cloudadapter.core.store.quorum.QuorumAddress;
import io.cloudadapter.core.store.quorum.QuorumMember;
import io.cloudadapter.spi.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a server could take part in a store: asks its servers, and changes nothing there.
 *
 * @param well what was found in order
 * @param doubts what may stand in the way
 * @param fault what does stand in the way; empty if nothing does
 */
public record StoreCheck(List<String> well, List<String> doubts, Optional<String> fault) {
  /** Copies the lists. */
  public StoreCheck {
    well = List.copyOf(well);
    doubts = List.copyOf(doubts);
  }

  /**
   * Looks at a store. Takes seconds if nobody answers.
   *
   * @param address where it is, and how to be let in
   * @return what was found
   * @throws ConfigException if nothing on the path knows such servers, or a certificate cannot be used
   */
  public static StoreCheck of(QuorumAddress address) {
    try (Quorum quorum = Quorums.connect(address)) {
      return of(quorum, address.prefix());
    }
  }

  static StoreCheck of(Quorum quorum, String prefix) {
    List<String> well = new ArrayList<>();
    List<String> doubts = new ArrayList<>();
    for (QuorumMember member : quorum.members()) {
      if (member.trouble().isEmpty()) {
        well.add(member.server() + " " + member.says());
      } else {
        doubts.add(member.server() + " " + member.trouble());
      }
    }
    try {
      well.add(SharedStore.look(quorum, prefix));
      return new StoreCheck(well, doubts, Optional.empty());
    } catch (StoreException e) {
      return new StoreCheck(well, doubts, Optional.of(String.valueOf(e.getMessage())));
    }
  }
}
