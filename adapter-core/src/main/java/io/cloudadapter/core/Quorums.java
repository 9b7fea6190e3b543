package io.cloudadapter.core;

import io.cloudadapter.core.store.quorum.Quorum;
import io.cloudadapter.core.store.quorum.QuorumAddress;
import io.cloudadapter.core.store.quorum.QuorumFactory;
import io.cloudadapter.spi.ConfigException;
import io.cloudadapter.spi.ConfigFault;
import java.util.List;
import java.util.ServiceLoader;

/** The kinds of servers that a store may lie on, as far as their libraries are on the path. */
final class Quorums {
  private Quorums() {}

  static Quorum connect(QuorumAddress address) {
    QuorumFactory factory = ServiceLoader.load(QuorumFactory.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(found -> found.scheme().equals(address.scheme()))
        .findFirst()
        .orElseThrow(() -> fault("nothing on the path knows " + address.scheme()
            + "://; etcd:// comes with the library adapter-etcd"));
    try {
      return factory.connect(address);
    } catch (IllegalArgumentException e) {
      throw fault(String.valueOf(e.getMessage()));
    }
  }

  private static ConfigException fault(String problem) {
    return new ConfigException(List.of(new ConfigFault("store", problem)));
  }
}
