package io.cloudadapter.server.config;

import io.cloudadapter.core.AccountConfig;
import io.cloudadapter.spi.ConfigKey;
import io.cloudadapter.spi.ConfigSpec;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.Nearest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one account: the name of its adapter, and beside it the adapter's own keys. */
final class AccountSection {
  private final Map<String, MachineProviderFactory> providers;
  private final Reference references;
  private final Faults faults;

  AccountSection(
      Map<String, MachineProviderFactory> providers, Reference references, Faults faults) {
    this.providers = providers;
    this.references = references;
    this.faults = faults;
  }

  Optional<AccountConfig> read(String name, YamlNode.Mapping mapping) {
    String path = "accounts." + name;
    Optional<MachineProviderFactory> provider = provider(path, mapping);
    if (provider.isEmpty()) {
      return Optional.empty();
    }
    ConfigSpec spec = provider.get().config();
    Section.Values values = secretsResolved(
        path, Section.flatten(path, mapping, spec, Set.of("provider"), faults), spec);
    Section.Read read = Section.check(path, values, spec, faults);
    Map<String, String> sound = new HashMap<>(values.texts());
    sound.keySet().removeAll(read.wrong());
    try {
      return Optional.of(new AccountConfig(name, provider.get().name(), sound));
    } catch (IllegalArgumentException e) {
      faults.add(path, String.valueOf(e.getMessage()), mapping.line());
      return Optional.empty();
    }
  }

  private Optional<MachineProviderFactory> provider(String path, YamlNode.Mapping mapping) {
    Map<String, YamlNode> own = new LinkedHashMap<>(mapping.entries());
    own.keySet().retainAll(Set.of("provider"));
    Section.Read read = Section.read(
        path, new YamlNode.Mapping(own, mapping.line()), Schema.ACCOUNT.spec(), Set.of(), faults);
    return read.sound("provider")
        ? known(path, read.values().text("provider"), own)
        : Optional.empty();
  }

  private Optional<MachineProviderFactory> known(
      String path, String name, Map<String, YamlNode> own) {
    MachineProviderFactory provider = providers.get(name);
    if (provider == null) {
      String problem = "is not an adapter on the class path, was " + name
          + Nearest.to(name, providers.keySet())
              .map(near -> "; did you mean " + near + "?")
              .orElse("; there are " + String.join(", ", providers.keySet()));
      own.values().forEach(node -> faults.add(path + ".provider", problem, node.line()));
    }
    return Optional.ofNullable(provider);
  }

  private Section.Values secretsResolved(String path, Section.Values values, ConfigSpec spec) {
    Map<String, String> texts = new HashMap<>(values.texts());
    for (ConfigKey key : spec.keys()) {
      String text = texts.get(key.name());
      if (key.type() == ConfigKey.Type.SECRET && text != null) {
        references
            .resolve(Section.dotted(path, key.name()), text, values.line(key.name()))
            .ifPresent(secret -> texts.put(key.name(), secret.reveal()));
      }
    }
    return new Section.Values(texts, values.lines(), values.wrong(), values.line());
  }
}
