package io.cloudadapter.cli;

import io.cloudadapter.core.AccountConfig;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.simulated.SimulatedCloud;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The accounts of a configuration that live in a simulated cloud. */
final class Simulated {
  static final String PROVIDER = "simulated";
  private static final String FILE = "file";

  private Simulated() {}

  /** The account with its cloud in a file of the data directory, unless it names another. */
  static AccountConfig keptIn(Path data, AccountConfig account) {
    if (!account.provider().equals(PROVIDER) || account.config().containsKey(FILE)) {
      return account;
    }
    Map<String, String> values = new TreeMap<>(account.config());
    Path file = data.toAbsolutePath().normalize().resolve("cloud-" + account.name());
    values.put(FILE, file.toString());
    return new AccountConfig(account.name(), PROVIDER, values);
  }

  /** The simulated cloud of the first such account, while it is open. */
  static Optional<SimulatedCloud> cloud(AdapterConfig config) {
    return config.accounts().stream()
        .filter(account -> account.provider().equals(PROVIDER))
        .map(account -> account.config().get(FILE))
        .flatMap(file -> SimulatedCloud.opened(Path.of(file)).stream())
        .findFirst();
  }
}
