package io.cloudadapter.server.config;

import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.HistoryConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.security.FileErrorText;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads a configuration file. It needs the adapters, whose own keys the file contains among the others, and the
 * environment, which may contain secrets. Opens no connection.
 */
public final class ConfigFileReader {
  private final Map<String, MachineProviderFactory> providers = new TreeMap<>();
  private final Map<String, String> environment;

  /**
   * A reader.
   *
   * @param providers the adapters that accounts may name
   * @param environment the environment variables that secrets may be in
   */
  public ConfigFileReader(
      Iterable<? extends MachineProviderFactory> providers, Map<String, String> environment) {
    providers.forEach(provider -> this.providers.put(provider.name(), provider));
    this.environment = Map.copyOf(environment);
  }

  /**
   * Reads a file.
   *
   * @param file the file; paths in it are relative to its directory
   * @return the configuration
   * @throws ConfigException with everything that is wrong, each with its path and line
   */
  public AdapterConfig read(Path file) {
    return draft(file).whole();
  }

  /**
   * Reads a file as far as it is sound.
   *
   * @param file the file; paths in it are relative to its directory
   * @return what was read, with everything that is wrong, each with its path and line
   * @throws ConfigException if it cannot be read at all, or is no mapping of keys to values
   */
  public PartialConfig draft(Path file) {
    Path directory = file.toAbsolutePath().normalize().getParent();
    return draft(text(file), directory == null ? file.toAbsolutePath().getRoot() : directory);
  }

  private static String text(Path file) {
    ConfigErrors faults = new ConfigErrors();
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      faults.add(file.toString(), "is not UTF-8");
    } catch (IOException e) {
      faults.add(file.toString(), "cannot be read: " + FileErrorText.of(e));
    }
    throw new ConfigException(faults.list());
  }

  /**
   * Reads a text.
   *
   * @param yaml the configuration
   * @param directory what paths in it are relative to
   * @return the configuration
   * @throws ConfigException with everything that is wrong, each with its path and line
   */
  public AdapterConfig parse(String yaml, Path directory) {
    return draft(yaml, directory).whole();
  }

  private PartialConfig draft(String yaml, Path directory) {
    ConfigErrors faults = new ConfigErrors();
    SecretReference references = new SecretReference(directory, environment, faults);
    YamlNode.Mapping root = YamlReader.read(yaml, faults);
    if (root.entries().isEmpty()) {
      faults.throwIfAny();
    }

    ProviderConfig top = ConfigSection.read(
            "", root, ConfigSchema.TOP.spec(), ConfigSchema.TOP.asideNames(), faults)
        .values();
    TenantSection.Read tenants = new TenantSection(faults)
        .read(
            root.entries().get("tenants"),
            PoolsSection.of(root, new ConfigErrors()).keySet());
    ServerSection serverSection =
        new ServerSection(serverMapping(root, faults), references, faults, tenants.pools());
    ServerConfig server = serverSection.read();
    Map<String, Optional<AccountConfig>> accounts = accounts(root, references, faults);
    List<PoolConfig> pools = pools(root, accounts, references, faults);
    serverSection.warnOfPrices(pools);
    ProbeSection.Read probes = new ProbeSection(faults).read(root, top, pools);
    AdapterConfig config = new AdapterConfig(
        references.path("data", top.text("data"), root.line()),
        server,
        accounts.values().stream().flatMap(Optional::stream).toList(),
        defaultFirst(pools, root, faults),
        new CloudproviderSection(accounts.keySet(), pools, faults).read(root),
        new StoreSection(references, faults).read(root, top),
        history(root, top, faults),
        new NotificationSection(references, faults).read(root, accounts.keySet(), pools),
        tenants.tenants(),
        new AutoscalerSection(faults).read(root, pools, server),
        probes.commands(),
        probes.hosts(),
        references.files());
    return new PartialConfig(config, faults.list(), faults.doubts(), ConfigLines.of(root));
  }

  private static HistoryConfig history(
      YamlNode.Mapping root, ProviderConfig top, ConfigErrors faults) {
    try {
      return new HistoryConfig(top.duration("history.retention"), top.integer("history.maxBytes"));
    } catch (IllegalArgumentException e) {
      // It names the key, the value and what is allowed.
      String message = String.valueOf(e.getMessage());
      int end = message.indexOf(' ');
      faults.add(message.substring(0, end), message.substring(end + 1), root.line());
      return HistoryConfig.usual();
    }
  }

  private static YamlNode.Mapping serverMapping(YamlNode.Mapping root, ConfigErrors faults) {
    YamlNode node = root.entries().get("server");
    if (node instanceof YamlNode.Mapping mapping) {
      return mapping;
    }
    if (node != null) {
      faults.add("server", "must be a mapping, was " + node.kind(), node.line());
    }
    return new YamlNode.Mapping(Map.of(), root.line());
  }

  private Map<String, Optional<AccountConfig>> accounts(
      YamlNode.Mapping root, SecretReference references, ConfigErrors faults) {
    AccountSection section = new AccountSection(providers, references, faults);
    Map<String, Optional<AccountConfig>> accounts = new LinkedHashMap<>();
    YamlNode node = root.entries().get("accounts");
    YamlMappings.named("accounts", node, faults)
        .forEach((name, mapping) -> accounts.put(name, section.read(name, mapping)));
    if (node == null
        || (node instanceof YamlNode.Mapping given && given.entries().isEmpty())) {
      faults.add("accounts", "is missing; pools live in accounts", root.line());
    }
    return accounts;
  }

  private List<PoolConfig> pools(
      YamlNode.Mapping root,
      Map<String, Optional<AccountConfig>> accounts,
      SecretReference references,
      ConfigErrors faults) {
    Map<String, Optional<MachineProviderFactory>> known = new LinkedHashMap<>();
    accounts.forEach((name, account) ->
        known.put(name, account.map(AccountConfig::provider).map(providers::get)));
    PoolSection section = new PoolSection(known, references, faults);
    List<PoolConfig> pools = new ArrayList<>();
    PoolsSection.of(root, faults)
        .forEach(
            (name, mapping) -> section.read(name, "pools." + name, mapping).ifPresent(pools::add));
    return pools;
  }

  private static List<PoolConfig> defaultFirst(
      List<PoolConfig> pools, YamlNode.Mapping root, ConfigErrors faults) {
    if (!(root.entries().get("defaultPool") instanceof YamlNode.Scalar name) || name.nothing()) {
      return pools;
    }
    Set<String> names = PoolsSection.of(root, new ConfigErrors()).keySet();
    if (!names.contains(name.text())) {
      faults.add(
          "defaultPool",
          "is not a pool of this file, was " + name.text()
              + SpellingSuggestion.to(name.text(), names)
                  .map(near -> "; did you mean " + near + "?")
                  .orElse("; there are " + String.join(", ", names)),
          name.line());
    }
    return pools.stream()
        .sorted(Comparator.comparing(pool -> !pool.name().value().equals(name.text())))
        .toList();
  }
}
