package io.cloudadapter.server.config;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.ActionsConfig;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.LoadBalancingConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.config.VictimSelectionPolicy;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one pool. */
final class PoolSection {
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
    ConfigSection.Read read = ConfigSection.read(
        path, mapping, ConfigSchema.POOL.spec(), ConfigSchema.POOL.asideNames(), faults);
    ProviderConfig values = read.values();
    Optional<String> account = account(path, read, mapping);
    LaunchConfig launch = new LaunchConfig(
        zones(path, values, mapping),
        text(values, "size"),
        text(values, "image"),
        LaunchSpec.Market.valueOf(constant(values.text("market"))),
        tags(path, mapping),
        userData(path, values, mapping),
        template(path, account, mapping));
    int initialSize = initialSize(path, read, mapping);
    return named.isPresent() && account.flatMap(accounts::get).isPresent()
        ? Optional.of(pool(
            name,
            account.get(),
            values,
            initialSize,
            launch,
            new PolicySection(path, mapping, faults).read(read, launch.zones()),
            hooks(path, mapping),
            loadBalancing(path, values, mapping)))
        : Optional.empty();
  }

  private List<String> zones(String path, ProviderConfig values, YamlNode.Mapping mapping) {
    List<String> zones = values.list("zones").stream().distinct().toList();
    if (zones.size() < values.list("zones").size()) {
      faults.add(
          path + ".zones",
          "must differ from each other, were " + String.join(", ", values.list("zones")),
          mapping.line("zones"));
    }
    return zones;
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

  private LoadBalancingConfig loadBalancing(
      String path, ProviderConfig values, YamlNode.Mapping mapping) {
    try {
      return new LoadBalancingConfig(
          values.list("loadBalancing.behind").stream()
              .map(LoadBalancerName::parse)
              .toList(),
          values.duration("loadBalancing.drainWithin"));
    } catch (IllegalArgumentException e) {
      faults.add(
          path + ".loadBalancing", String.valueOf(e.getMessage()), mapping.line("loadBalancing"));
      return LoadBalancingConfig.none();
    }
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

  private int initialSize(String path, ConfigSection.Read read, YamlNode.Mapping mapping) {
    String from = mapping.entries().containsKey("initialSize") ? "initialSize" : "minSize";
    int initialSize = read.values().integer(from);
    int maxSize = read.values().integer("maxSize");
    if (initialSize > maxSize && read.sound("maxSize") && from.equals("initialSize")) {
      faults.add(
          path + ".initialSize",
          "must be at most maxSize, which is " + maxSize + ", was " + initialSize,
          mapping.line("initialSize"));
    }
    return Math.min(initialSize, maxSize);
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

  private static PoolConfig pool(
      String name,
      String account,
      ProviderConfig values,
      int initialSize,
      LaunchConfig launch,
      ScalingConfig scaling,
      List<LifecycleHook> hooks,
      LoadBalancingConfig loadBalancing) {
    int maxSize = values.integer("maxSize");
    PoolConfigBuilder pool = PoolConfig.named(name, account, maxSize)
        .initialSize(initialSize)
        .launch(launch)
        .victims(VictimSelectionPolicy.valueOf(constant(values.text("victims"))))
        .bootDeadline(values.duration("bootDeadline"))
        .remediation(RemediationConfig.builder()
            .enabled(values.flag("remediation.enabled"))
            .after(values.duration("remediation.after"))
            .atOnce(values.integer("remediation.atOnce"))
            .massUnhealthyShare(values.decimal("remediation.massUnhealthyShare"))
            .build())
        .listInterval(values.duration("listInterval.busy"), values.duration("listInterval.idle"))
        .missingListsUntilGone(values.integer("missingListsUntilGone"))
        .massDisappearanceShare(values.decimal("massDisappearanceShare"))
        .actions(actions(values, ActionsConfig.of(maxSize)))
        .keysPerCaller(values.integer("idempotencyKeys.perCaller"))
        .mirrorServiceState(values.flag("mirrorServiceState"))
        .loadBalancing(loadBalancing)
        .scaling(scaling);
    hooks.forEach(pool::hook);
    if (values.has("surge")) {
      pool.surge(values.integer("surge"));
    }
    if (values.has("launchesPerHour")) {
      pool.launchesPerHour(values.integer("launchesPerHour"));
    }
    if (values.has("terminationsPerHour")) {
      pool.terminationsPerHour(values.integer("terminationsPerHour"));
    }
    return pool.build();
  }

  private static ActionsConfig actions(ProviderConfig values, ActionsConfig usual) {
    return new ActionsConfig(
        values.integer("actions.perMachine"),
        values.integer("actions.perCaller"),
        values.has("actions.disruptedAtOnce")
            ? values.integer("actions.disruptedAtOnce")
            : usual.disruptedAtOnce(),
        values.duration("actions.keep"));
  }

  private static Optional<String> text(ProviderConfig values, String key) {
    return values.has(key) ? Optional.of(values.text(key)) : Optional.empty();
  }

  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
