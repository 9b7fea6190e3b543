package io.cloudadapter.cli.server;

import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.store.embedded.DirectoryProbe;
import io.cloudadapter.health.HealthProber;
import io.cloudadapter.kubernetes.NodeHooks;
import io.cloudadapter.notification.NotificationSender;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.AdvertisedUrl;
import io.cloudadapter.server.config.PartialConfig;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks a configuration with all its files and its data directory, and changes nothing. A server starts only from a
 * configuration without errors here, and the doctor prints the findings.
 */
final class ConfigCheck {
  private final PartialConfig draft;
  private final AdapterConfig config;

  ConfigCheck(PartialConfig draft) {
    this.draft = draft;
    this.config = draft.config();
  }

  /**
   * The configuration, if nothing is wrong with it.
   *
   * @throws ConfigException with everything that is wrong
   */
  AdapterConfig passed() {
    List<ConfigError> faults = faults();
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
    return config;
  }

  /** Everything that is wrong. */
  List<ConfigError> faults() {
    List<ConfigError> faults = new ArrayList<>(draft.faults());
    checked().errors().stream().filter(this::isNew).map(this::located).forEach(faults::add);
    faults.addAll(SimulatedAccounts.faults(config));
    faults.addAll(config.server().check(config.tlsDirectory()));
    if (DirectoryProbe.directory(config.data()).isEmpty()) {
      files().stream().map(p -> new ConfigError("data", p)).forEach(faults::add);
    }
    return List.copyOf(faults);
  }

  /** Pools that are all wrong are not in the draft; to say that there are none would be too much. */
  private boolean isNew(ConfigError fault) {
    return draft.faults().isEmpty() || !fault.key().equals("pools");
  }

  /** The error with its line, if only the file can give its key: options replace some keys. */
  private ConfigError located(ConfigError fault) {
    boolean isOfFile = fault.key().startsWith("accounts.") || fault.key().startsWith("pools.");
    return isOfFile ? draft.lines().located(fault) : fault;
  }

  /** What goes on all the same. */
  List<ConfigError> doubts() {
    List<ConfigError> doubts = new ArrayList<>(draft.doubts());
    doubts.addAll(checked().warnings());
    if (config.store().isPresent() && Files.isDirectory(config.data().resolve("ledger"))) {
      doubts.add(new ConfigError(
          "store",
          config.data() + " has a ledger of its own, which is not used beside a store; "
              + ProgramName.text() + " move-ledger brings it there"));
    }
    if (config.store().filter(store -> store.url().isEmpty()).isPresent()
        && AdvertisedUrl.isAny(config.server().address())) {
      doubts.add(new ConfigError(
          "etcd.url",
          "is missing, and server.address is " + config.server().address()
              + ", so other servers name localhost to clients while this one leads; give the"
              + " address that clients use, here or as --advertise-url"));
    }
    return doubts;
  }

  /** A ledger elsewhere is looked at when it is opened; what is in the data directory is none then. */
  private CloudAdapter.Builder checked() {
    return config.store().isPresent() ? pools(config).inMemory() : pools(config);
  }

  /** The files that a server writes into its data directory beside the ledger. */
  private List<String> files() {
    List<String> problems = new ArrayList<>();
    for (Path file : List.of(LogConfig.in(config.data()), ServerFile.in(config.data()))) {
      DirectoryProbe.file(file).map(problem -> file + " " + problem).ifPresent(problems::add);
    }
    Optional.of(config.tlsDirectory())
        .filter(directory -> config.server().tls().isEmpty())
        .flatMap(directory -> DirectoryProbe.directory(directory).map(p -> directory + " " + p))
        .ifPresent(problems::add);
    return problems;
  }

  /** The accounts and pools of a configuration, over its data directory, to be checked. */
  static CloudAdapter.Builder pools(AdapterConfig config) {
    return pools(config, new NotificationSender(config.receivers()));
  }

  /** The accounts and pools of a configuration, over its data directory, with who sends their notifications. */
  static CloudAdapter.Builder pools(AdapterConfig config, NotificationSender sender) {
    CloudAdapter.Builder builder =
        CloudAdapter.builder().dataDirectory(config.data()).history(config.history());
    config.accounts().forEach(builder::account);
    config.pools().forEach(builder::pool);
    config.tenants().forEach(builder::tenant);
    if (!config.receivers().isEmpty()) {
      builder.task(sender);
    }
    return builder
        .task(new HealthProber(config.probeCommands(), config.probeHosts(), new SecureRandom()))
        .task(new NodeHooks(new SecureRandom()));
  }
}
