package io.cloudadapter.server.config;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.PoolSettings;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one pool. */
final class PoolSection {
  /** Takes the place of a wrong name, so that the rest can be checked. */
  private static final String STAND_IN = "x";

  private static final String WINDOWS = "disruption.windows";

  private final Map<String, Optional<MachineProviderFactory>> accounts;
  private final SecretReference references;
  private final ConfigErrors faults;

  /** Knows the adapter of each account; empty if the account itself is at fault. */
  PoolSection(
      Map<String, Optional<MachineProviderFactory>> accounts,
      SecretReference references,
      ConfigErrors faults) {
    this.accounts = accounts;
    this.references = references;
    this.faults = faults;
  }

  /** Returns the pool, as far as its configuration is sound; empty if its account is unknown. */
  Optional<PoolConfig> read(String name, String path, YamlNode.Mapping all) {
    YamlNode.Mapping mapping = FormerKeys.refuse(path, all, faults);
    Optional<PoolName> named = name(name, path, mapping.line());
    ConfigSection.Values given = ConfigSection.flatten(
        path, mapping, PoolSettings.spec(), PoolSchema.POOL.asideNames(), faults);
    ConfigSection.Read read = ConfigSection.check(path, given, PoolSettings.spec(), faults);
    ProviderConfig values = read.values();
    Optional<String> account = account(path, read, mapping);
    Map<String, String> template = template(path, account, mapping);
    PoolConfigBuilder pool = PoolConfig.named(
        named.map(PoolName::value).orElse(STAND_IN),
        account.orElse(STAND_IN),
        values.integer("maxSize"));
    PoolSettings.set(
        values,
        unfit(path, read, mapping),
        pool,
        (key, problem) -> faults.add(path + "." + key, problem, given.line(key)));
    WarmKeys.refuseIdle(path, given, faults);
    HealthKeys.warnOfIdle(path, given, faults);
    PoolConfig plain = pool.build();
    HealthKeys.warnIfNoSource(path, plain.health(), given, faults);
    LaunchConfig.Builder launch =
        plain.launch().toBuilder().tags(tags(path, mapping)).template(template);
    userData(path, values, mapping).ifPresent(launch::userData);
    pool.launch(launch.build())
        .scaling(new PolicySection(path, mapping, faults).read(plain, read.sound("maxSize")));
    pool.disruption(new WindowSection(path + "." + WINDOWS, faults)
        .read(
            plain.disruption(),
            YamlMappings.named(path + "." + WINDOWS, YamlMappings.at(mapping, WINDOWS), faults)));
    pool.labels(PoolLabels.read(path + ".labels", mapping.entries().get("labels"), faults));
    hooks(path, mapping).forEach(pool::hook);
    return named.isPresent() && account.flatMap(accounts::get).isPresent()
        ? Optional.of(pool.build())
        : Optional.empty();
  }

  /**
   * The keys whose values cannot be set: those that do not fit maxSize, and the user data, which may be elsewhere.
   */
  private Set<String> unfit(String path, ConfigSection.Read read, YamlNode.Mapping mapping) {
    int maxSize = read.values().integer("maxSize");
    Set<String> unfit = new HashSet<>(Set.of("userData"));
    for (String key : List.of("initialSize", "minSize", "maxSizeLimit")) {
      boolean least = key.equals("maxSizeLimit");
      int value = read.values().has(key) ? read.values().integer(key) : maxSize;
      if (least ? value < maxSize : value > maxSize) {
        unfit.add(key);
        if (read.sound("maxSize")) {
          faults.add(
              path + "." + key,
              "must be at " + (least ? "least" : "most") + " maxSize, which is " + maxSize
                  + ", was " + value,
              mapping.line(key));
        }
      }
    }
    return unfit;
  }

  private List<LifecycleHook> hooks(String path, YamlNode.Mapping mapping) {
    String where = path + ".hooks";
    List<LifecycleHook> hooks = new HookSection(where, references, faults)
        .read(YamlMappings.named(where, mapping.entries().get("hooks"), faults));
    if (hooks.size() > PoolConfig.MOST_HOOKS) {
      faults.add(
          where,
          "must be at most " + PoolConfig.MOST_HOOKS + ", were " + hooks.size(),
          mapping.line("hooks"));
      return List.of();
    }
    return hooks;
  }

  private Map<String, String> tags(String path, YamlNode.Mapping mapping) {
    Map<String, String> tags = new LinkedHashMap<>();
    YamlMappings.texts(path + ".tags", mapping.entries().get("tags"), faults)
        .forEach((tag, value) -> {
          if (tag.startsWith(OwnershipMarks.RESERVED)) {
            faults.add(
                path + ".tags." + tag,
                "is ours: names of tags must not begin with " + OwnershipMarks.RESERVED,
                value.line());
          } else {
            tags.put(tag, value.text());
          }
        });
    return tags;
  }

  private Optional<PoolName> name(String name, String path, int line) {
    try {
      return Optional.of(new PoolName(name));
    } catch (IllegalArgumentException e) {
      faults.add(path, String.valueOf(e.getMessage()), line);
      return Optional.empty();
    }
  }

  private Optional<String> account(String path, ConfigSection.Read read, YamlNode.Mapping mapping) {
    Optional<String> named =
        mapping.entries().get("account") instanceof YamlNode.Scalar text && !text.nothing()
            ? Optional.of(text.text())
            : Optional.empty();
    if (named.isPresent() && !accounts.containsKey(named.get())) {
      faults.add(
          path + ".account",
          "is not an account of this file, was " + named.get()
              + SpellingSuggestion.to(named.get(), accounts.keySet())
                  .map(near -> "; did you mean " + near + "?")
                  .orElse("; there are " + String.join(", ", accounts.keySet())),
          mapping.line("account"));
      return Optional.empty();
    }
    if (named.isEmpty() && read.sound("account") && accounts.size() != 1) {
      faults.add(
          path + ".account",
          "is missing; there are " + String.join(", ", accounts.keySet()),
          mapping.line());
      return Optional.empty();
    }
    return named.or(() -> accounts.keySet().stream().findFirst());
  }

  private Map<String, String> template(
      String path, Optional<String> account, YamlNode.Mapping mapping) {
    String templatePath = path + ".template";
    if (!(mapping.entries().get("template") instanceof YamlNode.Mapping given)) {
      YamlMappings.texts(templatePath, mapping.entries().get("template"), faults);
      return account
          .flatMap(name -> accounts.getOrDefault(name, Optional.empty()))
          .map(provider -> checked(
              templatePath, new YamlNode.Mapping(Map.of(), mapping.line()), provider.template()))
          .orElse(Map.of());
    }
    return account
        .flatMap(name -> accounts.getOrDefault(name, Optional.empty()))
        .map(provider -> checked(templatePath, given, provider.template()))
        .orElse(Map.of());
  }

  private Map<String, String> checked(String path, YamlNode.Mapping given, ConfigSpec spec) {
    ConfigSection.Values values = ConfigSection.flatten(path, given, spec, Set.of(), faults);
    Map<String, String> sound = new LinkedHashMap<>(values.texts());
    sound.keySet().removeAll(ConfigSection.check(path, values, spec, faults).wrong());
    return sound;
  }

  private Optional<Secret> userData(String path, ProviderConfig values, YamlNode.Mapping mapping) {
    return values.has("userData")
        ? references.resolve(
            path + ".userData", values.secret("userData").reveal(), mapping.line("userData"))
        : Optional.empty();
  }
}
