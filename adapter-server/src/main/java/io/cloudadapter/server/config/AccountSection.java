package io.cloudadapter.server.config;

import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads one account: the name of its adapter, and beside it the adapter's own keys. */
final class AccountSection {
  /** The keys that each account has, whichever its adapter. */
  private static final Set<String> OWN = ConfigSchema.ACCOUNT.spec().keys().stream()
      .map(ConfigKey::name)
      .collect(Collectors.toUnmodifiableSet());

  private final Map<String, MachineProviderFactory> providers;
  private final SecretReference references;
  private final ConfigErrors faults;

  AccountSection(
      Map<String, MachineProviderFactory> providers,
      SecretReference references,
      ConfigErrors faults) {
    this.providers = providers;
    this.references = references;
    this.faults = faults;
  }

  Optional<AccountConfig> read(String name, YamlNode.Mapping mapping) {
    String path = "accounts." + name;
    ConfigSection.Read own = own(path, mapping);
    Optional<MachineProviderFactory> provider = provider(path, mapping, own);
    if (provider.isEmpty()) {
      return Optional.empty();
    }
    ConfigSpec spec = provider.get().config();
    ConfigSection.Values values =
        secretsResolved(path, ConfigSection.flatten(path, mapping, spec, OWN, faults), spec);
    ConfigSection.Read read = ConfigSection.check(path, values, spec, faults);
    Map<String, String> sound = new HashMap<>(values.texts());
    sound.keySet().removeAll(read.wrong());
    if (!own.sound("longestRetryAfter")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new AccountConfig(
          name, provider.get().name(), sound, own.values().duration("longestRetryAfter")));
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      boolean wait = message.startsWith("longestRetryAfter ");
      faults.add(
          wait ? path + ".longestRetryAfter" : path,
          wait ? message.substring("longestRetryAfter ".length()) : message,
          Optional.ofNullable(mapping.entries().get("longestRetryAfter"))
              .filter(node -> wait)
              .map(YamlNode::line)
              .orElse(mapping.line()));
      return Optional.empty();
    }
  }

  private ConfigSection.Read own(String path, YamlNode.Mapping mapping) {
    Map<String, YamlNode> own = new LinkedHashMap<>(mapping.entries());
    own.keySet().retainAll(OWN);
    return ConfigSection.read(
        path,
        new YamlNode.Mapping(own, mapping.line()),
        ConfigSchema.ACCOUNT.spec(),
        Set.of(),
        faults);
  }

  private Optional<MachineProviderFactory> provider(
      String path, YamlNode.Mapping mapping, ConfigSection.Read own) {
    return own.sound("provider")
        ? known(path, own.values().text("provider"), mapping.entries())
        : Optional.empty();
  }

  private Optional<MachineProviderFactory> known(
      String path, String name, Map<String, YamlNode> entries) {
    MachineProviderFactory provider = providers.get(name);
    if (provider == null) {
      String problem = "is not an adapter on the class path, was " + name
          + SpellingSuggestion.to(name, providers.keySet())
              .map(near -> "; did you mean " + near + "?")
              .orElse("; there are " + String.join(", ", providers.keySet()));
      faults.add(
          path + ".provider",
          problem,
          Objects.requireNonNull(entries.get("provider")).line());
    }
    return Optional.ofNullable(provider);
  }

  private ConfigSection.Values secretsResolved(
      String path, ConfigSection.Values values, ConfigSpec spec) {
    Map<String, String> texts = new HashMap<>(values.texts());
    for (ConfigKey key : spec.keys()) {
      String text = texts.get(key.name());
      if (key.type() == ConfigKey.Type.SECRET && text != null) {
        references
            .resolve(ConfigSection.dotted(path, key.name()), text, values.line(key.name()))
            .ifPresent(secret -> texts.put(key.name(), secret.reveal()));
      }
    }
    return new ConfigSection.Values(texts, values.lines(), values.wrong(), values.line());
  }
}
