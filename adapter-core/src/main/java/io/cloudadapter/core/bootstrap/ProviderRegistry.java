package io.cloudadapter.core.bootstrap;

import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The available adapters: those given explicitly, then those that {@link ServiceLoader} finds. Two of one name are an
 * error when a configuration names them; a broken one is reported and skipped.
 */
public final class ProviderRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderRegistry.class);

  private final Map<String, List<MachineProviderFactory>> byName = new TreeMap<>();
  private final Map<String, String> refused = new TreeMap<>();
  private final List<String> broken = new ArrayList<>();

  public ProviderRegistry(List<MachineProviderFactory> given) {
    for (MachineProviderFactory factory : given) {
      if (fits(factory)) {
        byName.put(factory.name(), List.of(factory));
      }
    }
    List<String> explicit = given.stream().map(MachineProviderFactory::name).toList();
    Iterator<MachineProviderFactory> found = ServiceLoader.load(
            MachineProviderFactory.class, MachineProviderFactory.class.getClassLoader())
        .iterator();
    while (true) {
      try {
        if (!found.hasNext()) {
          return;
        }
        MachineProviderFactory factory = found.next();
        if (!explicit.contains(factory.name()) && fits(factory)) {
          byName.computeIfAbsent(factory.name(), n -> new ArrayList<>()).add(factory);
        }
      } catch (ServiceConfigurationError e) {
        LOG.warn("an adapter on the path cannot be used", e);
        broken.add(String.valueOf(e.getMessage()));
      }
    }
  }

  private boolean fits(MachineProviderFactory factory) {
    Optional<String> problem = SpiVersionCheck.problem("adapter " + factory.name(), factory);
    problem.ifPresent(why -> refused.put(factory.name(), why));
    return problem.isEmpty();
  }

  /** The adapter of this name, or what is wrong with asking for it. */
  Optional<MachineProviderFactory> find(String name, String key, List<ConfigError> faults) {
    List<MachineProviderFactory> found = byName.getOrDefault(name, List.of());
    if (found.size() == 1) {
      return Optional.of(found.get(0));
    }
    if (found.isEmpty()) {
      faults.add(new ConfigError(
          key, Optional.ofNullable(refused.get(name)).orElseGet(() -> unknown(name))));
    } else {
      faults.add(new ConfigError(
          key,
          "there are several adapters named " + name + ": "
              + found.stream().map(f -> f.getClass().getName()).toList()
              + "; leave only one on the path"));
    }
    return Optional.empty();
  }

  private String unknown(String name) {
    return "there is no adapter named " + name
        + SpellingSuggestion.to(name, byName.keySet())
            .map(near -> "; did you mean " + near + "?")
            .orElse("")
        + "; there are " + byName.keySet()
        + (broken.isEmpty() ? "" : ", and some that cannot be loaded: " + broken);
  }
}
