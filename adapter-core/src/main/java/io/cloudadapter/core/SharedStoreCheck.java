package io.cloudadapter.core;

import io.cloudadapter.core.bootstrap.StoreDrivers;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterMemberStatus;
import io.cloudadapter.core.store.shared.ReplicaDirectory;
import io.cloudadapter.spi.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether a server could take part in a store: sends requests to the store's servers, and changes nothing
 * there.
 *
 * @param well what was found in order
 * @param warnings what may stand in the way
 * @param fault what does stand in the way; empty if nothing does
 */
public record SharedStoreCheck(List<String> well, List<String> warnings, Optional<String> fault) {
  /** Copies the lists. */
  public SharedStoreCheck {
    well = List.copyOf(well);
    warnings = List.copyOf(warnings);
  }

  /**
   * Checks a store. Takes seconds if its servers do not answer.
   *
   * @param address where it is, and how to be let in
   * @return what was found
   * @throws ConfigException if nothing on the path knows such servers, or a certificate cannot be used
   */
  public static SharedStoreCheck of(ClusterAddress address) {
    try (ClusterKv quorum = StoreDrivers.connect(address)) {
      return of(quorum, address.prefix());
    }
  }

  static SharedStoreCheck of(ClusterKv quorum, String prefix) {
    List<String> well = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    for (ClusterMemberStatus member : quorum.members()) {
      if (member.trouble().isEmpty()) {
        well.add(member.server() + " " + member.says());
      } else {
        warnings.add(member.server() + " " + member.trouble());
      }
    }
    try {
      well.add(ReplicaDirectory.look(quorum, prefix));
      return new SharedStoreCheck(well, warnings, Optional.empty());
    } catch (StoreException e) {
      return new SharedStoreCheck(well, warnings, Optional.of(String.valueOf(e.getMessage())));
    }
  }
}
