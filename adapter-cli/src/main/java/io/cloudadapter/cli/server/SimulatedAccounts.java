package io.cloudadapter.cli.server;

import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.store.embedded.DirectoryProbe;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.config.ConfigError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The accounts of a configuration that use a simulated cloud. */
public final class SimulatedAccounts {
  public static final String PROVIDER = "simulated";
  private static final String FILE = "file";

  private SimulatedAccounts() {}

  /**
   * The account with its cloud in a file of the data directory, unless it names another, which is relative
   * to the configuration's directory as all its paths are.
   */
  static AccountConfig keptIn(Path data, Path base, AccountConfig account) {
    if (!account.provider().equals(PROVIDER)) {
      return account;
    }
    Map<String, String> values = new TreeMap<>(account.config());
    Path file = file(account)
        .map(base::resolve)
        .orElse(data.toAbsolutePath().resolve("cloud-" + account.name()));
    values.put(FILE, file.normalize().toString());
    return new AccountConfig(account.name(), PROVIDER, values, account.longestRetryAfter());
  }

  /** What is wrong with the files that the accounts' clouds are kept in. */
  static List<ConfigError> faults(AdapterConfig config) {
    List<ConfigError> faults = new ArrayList<>();
    for (AccountConfig account : config.accounts()) {
      file(account)
          .flatMap(file -> DirectoryProbe.file(file)
              .map(p -> file + " " + p)
              .or(() -> SimulatedCloud.problemOf(file)))
          .ifPresent(problem ->
              faults.add(new ConfigError("accounts." + account.name() + "." + FILE, problem)));
    }
    return faults;
  }

  private static Optional<Path> file(AccountConfig account) {
    return account.provider().equals(PROVIDER)
        ? Optional.ofNullable(account.config().get(FILE)).map(Path::of)
        : Optional.empty();
  }

  /** The simulated cloud of the first such account, while it is open. */
  static Optional<SimulatedCloud> cloud(AdapterConfig config) {
    return config.accounts().stream()
        .flatMap(account -> file(account).stream())
        .flatMap(file -> SimulatedCloud.opened(file).stream())
        .findFirst();
  }
}
