package io.cloudadapter.server.config;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.options.CloudproviderOptions;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads the section {@code cloudprovider}. */
final class CloudproviderSection {
  private static final String NAME = "cloudprovider";

  private final Set<String> accounts;
  private final List<PoolConfig> pools;
  private final ConfigErrors faults;

  /** A section of a file with these accounts, sound or not, and these sound pools. */
  CloudproviderSection(Set<String> accounts, List<PoolConfig> pools, ConfigErrors faults) {
    this.accounts = accounts;
    this.pools = pools;
    this.faults = faults;
  }

  CloudproviderConfig read(YamlNode.Mapping root) {
    YamlNode node = root.entries().get(NAME);
    if (node != null && !(node instanceof YamlNode.Mapping)) {
      faults.add(NAME, "must be a mapping, was " + node.kind(), node.line());
    }
    YamlNode.Mapping mapping = node instanceof YamlNode.Mapping given
        ? given
        : new YamlNode.Mapping(Map.of(), root.line());
    ConfigSection.Read read =
        ConfigSection.read(NAME, mapping, ServerSchema.CLOUDPROVIDER.spec(), Set.of(), faults);
    ProviderConfig values = read.values();
    Optional<String> account = text(values, "account");
    account.filter(name -> read.sound("account")).ifPresent(name -> check(name, mapping.line()));
    String address = values.text("plain.address");
    if (read.sound("plain.address") && !ServerSection.loopback(address)) {
      faults.add(
          NAME + ".plain.address",
          "must be an address of loopback, because this listener requires no credentials, was "
              + address,
          mapping.line());
    }
    CloudproviderOptions settings = new CloudproviderOptions(
        values.text("errors").equals("semantic"),
        text(values, "zone"),
        text(values, "name"),
        values.has("plain.port")
            ? Optional.of(new CloudproviderOptions.Plain(address, values.integer("plain.port")))
            : Optional.empty());
    return new CloudproviderConfig(account, settings);
  }

  private static Optional<String> text(ProviderConfig values, String key) {
    return values.has(key) ? Optional.of(values.text(key)) : Optional.empty();
  }

  private void check(String account, int line) {
    if (!accounts.contains(account)) {
      faults.add(
          NAME + ".account",
          "is not an account of this file, was " + account
              + SpellingSuggestion.to(account, accounts)
                  .map(near -> "; did you mean " + near + "?")
                  .orElse("; there are " + String.join(", ", accounts)),
          line);
      return;
    }
    Set<String> used = new TreeSet<>();
    pools.forEach(pool -> used.add(pool.account()));
    if (!used.isEmpty() && !used.contains(account)) {
      faults.add(
          NAME + ".account",
          "is an account that no pool lives in, was " + account + "; pools live in "
              + String.join(", ", used),
          line);
    }
  }
}
