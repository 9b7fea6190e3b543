package io.cloudadapter.server.config;

import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolDocument;
import io.cloudadapter.health.ProbeCommands;
import io.cloudadapter.health.ProbeHosts;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ConfigKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the configuration of one pool as a caller of the API sends it: the same keys as in a configuration
 * file. What only the operator of the server may decide is refused: files, environment variables, and private
 * addresses. Any number of threads may use it.
 */
public final class PoolDocumentReader {
  /** Stands for a secret that is not shown, and that stays as it is when it is sent back. */
  public static final String HIDDEN = "***";

  private static final String LITERAL = "literal:";

  /** Keys of a hook's target that no caller sets: the first allows private addresses, the others name files. */
  private static final Set<String> SERVERS_OWN =
      Set.of("allowPrivate", "ca", "kubeconfig", "joinToken");

  private final Map<String, Optional<MachineProviderFactory>> accounts;
  private final Optional<ClusterAutoscalerConfig> autoscaler;
  private final ProbeCommands commands;
  private final ProbeHosts hosts;

  /**
   * Makes a reader.
   *
   * @param accounts the accounts that pools may live in
   * @param providers the adapters that the accounts name
   */
  public PoolDocumentReader(
      List<AccountConfig> accounts, Iterable<? extends MachineProviderFactory> providers) {
    this(byAccount(accounts, providers), Optional.empty(), ProbeCommands.none(), ProbeHosts.none());
  }

  private PoolDocumentReader(
      Map<String, Optional<MachineProviderFactory>> accounts,
      Optional<ClusterAutoscalerConfig> autoscaler,
      ProbeCommands commands,
      ProbeHosts hosts) {
    this.accounts = accounts;
    this.autoscaler = autoscaler;
    this.commands = commands;
    this.hosts = hosts;
  }

  private static Map<String, Optional<MachineProviderFactory>> byAccount(
      List<AccountConfig> accounts, Iterable<? extends MachineProviderFactory> providers) {
    Map<String, MachineProviderFactory> byName = new TreeMap<>();
    providers.forEach(provider -> byName.put(provider.name(), provider));
    Map<String, Optional<MachineProviderFactory>> all = new LinkedHashMap<>();
    accounts.forEach(
        account -> all.put(account.name(), Optional.ofNullable(byName.get(account.provider()))));
    return all;
  }

  /**
   * Returns a reader that refuses what would scale a pool beside Cluster Autoscaler: policies and schedules of a pool
   * that is a node group.
   *
   * @param config which pools are node groups
   * @return the reader
   */
  public PoolDocumentReader clusterAutoscaler(ClusterAutoscalerConfig config) {
    return new PoolDocumentReader(accounts, Optional.of(config), commands, hosts);
  }

  /**
   * Returns a reader that lets pools name these commands and hosts for their health probes.
   *
   * @param known the commands of the server's file
   * @param reached the hosts of the server's file
   * @return the reader
   */
  public PoolDocumentReader probes(ProbeCommands known, ProbeHosts reached) {
    return new PoolDocumentReader(accounts, autoscaler, known, reached);
  }

  /**
   * Returns the hosts that pools may name for their health probes.
   *
   * @return the hosts of the server's file
   */
  public ProbeHosts probeHosts() {
    return hosts;
  }

  /**
   * Returns the accounts that pools may live in.
   *
   * @return their names, in the order of the configuration
   */
  public List<String> accounts() {
    return List.copyOf(accounts.keySet());
  }

  /**
   * Reads a configuration.
   *
   * @param name the pool's name
   * @param document its keys and values, as a configuration file has them below the name
   * @param before what {@value #HIDDEN} stands for in it
   * @return the configuration
   * @throws ConfigException with everything that is wrong
   */
  public PoolConfig read(String name, Map<String, ?> document, Optional<PoolConfig> before) {
    ConfigErrors faults = new ConfigErrors();
    Object whole =
        revealed(document, before.map(PoolDocumentReader::withSecrets).orElse(Map.of()));
    refuseServersOwn(name, document, faults);
    Optional<PoolConfig> read = new PoolSection(accounts, SecretReference.literals(faults), faults)
        .read(name, "pools." + name, (YamlNode.Mapping) node(whole));
    read.filter(pool -> autoscaler
            .filter(config -> config.covers(pool.name(), pool.labels()))
            .isPresent())
        .ifPresent(pool -> new AutoscalerSection(faults).refuseScaling(pool, 0));
    read.ifPresent(
        pool -> new ProbeSection(faults).check(pool, new ProbeSection.Read(commands, hosts), 0));
    if (faults.count() > 0 || read.isEmpty()) {
      throw new ConfigException(faults.list().stream()
          .map(fault -> new ConfigError(fault.key(), fault.problem().replace(" (line 0)", "")))
          .toList());
    }
    return read.get();
  }

  /**
   * Writes a configuration without its secrets.
   *
   * @param config the configuration
   * @return its keys and values; {@value #HIDDEN} in the place of each secret
   */
  public Map<String, Object> write(PoolConfig config) {
    Map<String, Object> document = withSecrets(config);
    document.computeIfPresent("userData", (key, value) -> HIDDEN);
    hideTargets(document.get("hooks"));
    if (document.get("template") instanceof Map<?, ?> template) {
      Map<String, Object> shown = new LinkedHashMap<>();
      template.forEach(
          (key, value) -> shown.put(String.valueOf(key), isSecret(config, key) ? HIDDEN : value));
      document.put("template", shown);
    }
    return document;
  }

  /** The path of a URL may be a secret, so nothing of a target is shown. */
  private static void hideTargets(@Nullable Object hooks) {
    for (Object hook : mapping(hooks).values()) {
      Map<String, Object> values = mapping(hook);
      values.computeIfPresent("secret", (key, value) -> HIDDEN);
      mapping(values.get("target")).replaceAll((key, value) -> HIDDEN);
    }
  }

  private boolean isSecret(PoolConfig config, Object key) {
    return accounts.getOrDefault(config.account(), Optional.empty()).stream()
        .flatMap(provider -> provider.template().keys().stream())
        .anyMatch(known -> known.name().equals(key) && known.type() == ConfigKey.Type.SECRET);
  }

  /** The whole document; secrets are literal texts. */
  private static Map<String, Object> withSecrets(PoolConfig config) {
    PoolDocument document = PoolDocument.of(config);
    Map<String, Object> whole = new LinkedHashMap<>(document.values());
    WarmKeys.completeDocument(whole);
    document.secrets().forEach((key, value) -> {
      if (key.equals("userData")) {
        whole.put(key, LITERAL + value);
      } else if (key.equals("hooks")) {
        Map<String, Object> hooks = new LinkedHashMap<>();
        mapping(whole.get(key)).forEach((hook, values) -> {
          Map<String, Object> all = new LinkedHashMap<>(mapping(values));
          mapping(mapping(value).get(hook))
              .forEach((part, secret) ->
                  all.put(part, secret instanceof String text ? LITERAL + text : secret));
          hooks.put(hook, all);
        });
        whole.put(key, hooks);
      } else {
        whole.put(key, value);
      }
    });
    return whole;
  }

  /** Puts what was before in the place of each value that is hidden. */
  private static @Nullable Object revealed(@Nullable Object value, @Nullable Object before) {
    if (HIDDEN.equals(value) && before != null) {
      return before;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> whole = new LinkedHashMap<>();
      map.forEach((key, inner) -> whole.put(
          String.valueOf(key), revealed(inner, mapping(before).get(String.valueOf(key)))));
      return whole;
    }
    return value;
  }

  /** Files, private addresses of receivers, and tokens with which machines join clusters are for the server alone. */
  private static void refuseServersOwn(String name, Map<String, ?> document, ConfigErrors faults) {
    mapping(document.get("hooks"))
        .forEach((hook, values) -> mapping(mapping(values).get("target")).forEach((key, value) -> {
          if (SERVERS_OWN.contains(key) && !HIDDEN.equals(value)) {
            faults.add(
                "pools." + name + ".hooks." + hook + ".target." + key,
                "is for the configuration file of the server only");
          }
        }));
  }

  /**
   * Parses a document in YAML, or in JSON, which is YAML too.
   *
   * @param text the keys and values of one pool
   * @return the document; single values are texts
   * @throws ConfigException if the text is neither
   */
  public static Map<String, Object> parse(String text) {
    ConfigErrors faults = new ConfigErrors();
    YamlNode.Mapping root = YamlReader.read(text, faults);
    faults.throwIfAny();
    return mapping(plain(root));
  }

  private static @Nullable Object plain(YamlNode node) {
    if (node instanceof YamlNode.Mapping mapping) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      mapping.entries().forEach((key, value) -> map.put(key, plain(value)));
      return map;
    }
    if (node instanceof YamlNode.Sequence list) {
      List<@Nullable Object> items = new ArrayList<>();
      list.items().forEach(item -> items.add(plain(item)));
      return items;
    }
    YamlNode.Scalar scalar = (YamlNode.Scalar) node;
    return scalar.nothing() ? null : scalar.text();
  }

  /**
   * Applies a JSON merge patch.
   *
   * @param config the present configuration
   * @param patch the values that change; null brings a default back
   * @return the changed document, in which {@value #HIDDEN} stands for what is not shown
   */
  public Map<String, @Nullable Object> patched(PoolConfig config, Map<String, ?> patch) {
    return mapping(merged(write(config), patch));
  }

  private static Object merged(@Nullable Object target, Map<String, ?> patch) {
    Map<String, @Nullable Object> result = new LinkedHashMap<>(mapping(target));
    patch.forEach((key, value) -> {
      if (value == null) {
        result.remove(key);
      } else if (value instanceof Map<?, ?> inner) {
        result.put(key, merged(result.get(key), mapping(inner)));
      } else {
        result.put(key, value);
      }
    });
    return result;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> mapping(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, Object>) map : new LinkedHashMap<>();
  }

  private static YamlNode node(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, YamlNode> entries = new LinkedHashMap<>();
      map.forEach((key, inner) -> entries.put(String.valueOf(key), node(inner)));
      return new YamlNode.Mapping(entries, 0);
    }
    if (value instanceof List<?> list) {
      List<YamlNode> items = new ArrayList<>();
      list.forEach(item -> items.add(node(item)));
      return new YamlNode.Sequence(items, 0);
    }
    return new YamlNode.Scalar(Objects.toString(value, ""), value == null, 0);
  }
}
