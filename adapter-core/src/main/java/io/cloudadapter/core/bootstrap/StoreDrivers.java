package io.cloudadapter.core.bootstrap;

import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterKvFactory;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.util.List;
import java.util.ServiceLoader;

/** The drivers for the servers of a shared store, as far as their libraries are on the path. */
public final class StoreDrivers {
  private StoreDrivers() {}

  public static ClusterKv connect(ClusterAddress address) {
    ClusterKvFactory factory = ServiceLoader.load(ClusterKvFactory.class).stream()
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
    return new ConfigException(List.of(new ConfigError("store", problem)));
  }
}
