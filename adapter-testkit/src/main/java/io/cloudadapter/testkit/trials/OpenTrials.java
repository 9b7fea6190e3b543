package io.cloudadapter.testkit.trials;

import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.time.SystemTime;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Chapter 1: what {@code open} does with a configuration. */
final class OpenTrials {
  /** Values that a spec accepts and that make no sense. */
  private static final Map<ConfigKey.Type, List<String>> ODD = Map.of(
      ConfigKey.Type.TEXT, List.of("\u0000"),
      ConfigKey.Type.SECRET, List.of("\u0000"),
      ConfigKey.Type.LIST, List.of("twice,twice", ""),
      ConfigKey.Type.URI, List.of("mailto:none", "gopher://nowhere.invalid"));

  private static final Duration AT_ONCE = Duration.ofSeconds(3);

  private OpenTrials() {}

  static void opensWithoutIo(TestBench bench) {
    bench.require(
        bench.line().crossings().isEmpty(),
        "an exchange was made before it was called: " + bench.line().evidence().get());
    long began = SystemTime.ticker().nanos();
    opened(bench, nowhere(bench)).ifPresent(refusal -> {
      throw new RuleViolation("open refuses an address without a server: " + refusal.getMessage());
    });
    Duration took = SystemTime.since(began);
    bench.require(
        took.compareTo(AT_ONCE) < 0,
        "open took " + took.toMillis() + " ms with an address without a server");
    tellsAllFaults(bench);
  }

  /** The configuration, but with addresses that nothing answers at. */
  private static Map<String, String> nowhere(TestBench bench) {
    Map<String, String> values = new TreeMap<>(bench.values());
    for (ConfigKey key : bench.factory().config().keys()) {
      String value = values.get(key.name());
      if (key.type() == ConfigKey.Type.URI && value != null) {
        URI there = URI.create(value);
        values.put(
            key.name(),
            there.getScheme() + "://nowhere.invalid"
                + Optional.ofNullable(there.getRawPath()).orElse(""));
      }
    }
    return values;
  }

  /** Values that open refuses one at a time, it must refuse together, and name each. */
  private static void tellsAllFaults(TestBench bench) {
    Map<String, String> wrong = new TreeMap<>(bench.values());
    Set<String> expected = new TreeSet<>();
    for (ConfigKey key : bench.factory().config().keys()) {
      for (String value : ODD.getOrDefault(key.type(), List.of())) {
        Map<String, String> values = IdentityTrials.with(bench, key.name(), value);
        boolean refused = bench.factory().config().faults(values).isEmpty()
            && opened(bench, values)
                .filter(refusal -> IdentityTrials.named(refusal).contains(key.name()))
                .isPresent();
        if (refused && expected.add(key.name())) {
          wrong.put(key.name(), value);
        }
      }
    }
    if (expected.size() < 2) {
      bench.leavesOut("several faults at once", "open itself refuses " + expected + " only");
      return;
    }
    Set<String> named = opened(bench, wrong).map(IdentityTrials::named).orElse(Set.of());
    bench.require(
        named.containsAll(expected),
        "open refuses " + expected + " one by one, but of all together names only " + named);
  }

  /** How open refuses a configuration that the spec accepts; empty if it does not. */
  private static Optional<ConfigException> opened(TestBench bench, Map<String, String> values) {
    ProviderConfig config = bench.factory().config().parse(values);
    try (MachineProvider opened = bench.factory().open(config, bench.environment())) {
      bench.witness().noSecretIn("toString of the adapter", String.valueOf(opened));
      return Optional.empty();
    } catch (ConfigException refusal) {
      bench.witness().noSecretIn("a ConfigException", String.valueOf(refusal));
      return Optional.of(refusal);
    } catch (RuntimeException wrong) {
      throw new RuleViolation("open threw " + wrong + " instead of a ConfigException", wrong);
    }
  }

  static void knowsItsKeys(TestBench bench) {
    ConfigSpec config = bench.factory().config();
    misspells(bench, config, bench.values());
    misspells(bench, bench.factory().template(), bench.sample().template());
    for (ConfigKey key : config.keys()) {
      Map<String, String> without = new TreeMap<>(bench.values());
      if (without.remove(key.name()) == null) {
        continue;
      }
      if (!key.required()) {
        Optional<ConfigException> unused = opened(bench, without);
        continue;
      }
      ConfigException refusal = refused(config, without)
          .orElseThrow(
              () -> new RuleViolation("without the required " + key.name() + " it is accepted"));
      bench.require(
          IdentityTrials.named(refusal).contains(key.name()),
          "without " + key.name() + " the error is: " + refusal.getMessage());
    }
  }

  private static void misspells(TestBench bench, ConfigSpec spec, Map<String, String> values) {
    Set<String> known = spec.keys().stream().map(ConfigKey::name).collect(Collectors.toSet());
    for (String name : known) {
      String wrong = name + (known.contains(name + "e") ? "q" : "e");
      Map<String, String> more = new TreeMap<>(values);
      more.put(wrong, "any");
      ConfigException refusal = refused(spec, more)
          .orElseThrow(() -> new RuleViolation("the unknown key " + wrong + " is accepted"));
      bench.require(
          refusal.faults().stream()
              .anyMatch(fault ->
                  fault.key().equals(wrong) && known.stream().anyMatch(fault.problem()::contains)),
          "the unknown key " + wrong + " gives: " + refusal.getMessage());
    }
  }

  private static Optional<ConfigException> refused(ConfigSpec spec, Map<String, String> values) {
    try {
      ProviderConfig unused = spec.parse(values);
      return Optional.empty();
    } catch (ConfigException refusal) {
      return Optional.of(refusal);
    }
  }
}
