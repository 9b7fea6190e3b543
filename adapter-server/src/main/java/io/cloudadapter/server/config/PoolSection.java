package io.cloudadapter.server.config;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.PoolConfig;
import io.cloudadapter.core.VictimOrder;
import io.cloudadapter.spi.ConfigSpec;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.Nearest;
import io.cloudadapter.spi.ProviderConfig;
import io.cloudadapter.spi.Secret;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one pool. */
final class PoolSection {
  private final Map<String, Optional<MachineProviderFactory>> accounts;
  private final Reference references;
  private final Faults faults;

  /** Knows the adapter of each account; empty if the account itself is at fault. */
  PoolSection(
      Map<String, Optional<MachineProviderFactory>> accounts, Reference references, Faults faults) {
    this.accounts = accounts;
    this.references = references;
    this.faults = faults;
  }

  Optional<PoolConfig> read(String name, String path, YamlNode.Mapping mapping) {
    int before = faults.count();
    checkName(name, path, mapping.line());
    Map<String, String> tags = new LinkedHashMap<>();
    Mappings.texts(path + ".tags", mapping.entries().get("tags"), faults)
        .forEach((tag, value) -> tags.put(tag, value.text()));
    Optional<ProviderConfig> values =
        Section.read(path, mapping, Schema.POOL.spec(), Schema.POOL.asideNames(), faults);
    Optional<String> account = account(path, values, mapping);
    Map<String, String> template = template(path, account, mapping);
    if (values.isEmpty() || account.isEmpty()) {
      return Optional.empty();
    }
    Optional<Secret> userData = userData(path, values.get(), mapping);
    if (values.get().integer("initialSize") > values.get().integer("maxSize")) {
      faults.add(
          path + ".initialSize",
          "must be at most maxSize, which is " + values.get().integer("maxSize") + ", was "
              + values.get().integer("initialSize"),
          line(mapping, "initialSize"));
    }
    if (faults.count() > before) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          pool(name, account.get(), values.get(), launch(values.get(), tags, userData, template)));
    } catch (IllegalArgumentException e) {
      faults.add(path, String.valueOf(e.getMessage()), mapping.line());
      return Optional.empty();
    }
  }

  private void checkName(String name, String path, int line) {
    try {
      new PoolName(name);
    } catch (IllegalArgumentException e) {
      faults.add(path, String.valueOf(e.getMessage()), line);
    }
  }

  private Optional<String> account(
      String path, Optional<ProviderConfig> values, YamlNode.Mapping mapping) {
    Optional<String> named =
        mapping.entries().get("account") instanceof YamlNode.Scalar text && !text.nothing()
            ? Optional.of(text.text())
            : Optional.empty();
    if (named.isPresent() && !accounts.containsKey(named.get())) {
      faults.add(
          path + ".account",
          "is not an account of this file, was " + named.get()
              + Nearest.to(named.get(), accounts.keySet())
                  .map(near -> "; did you mean " + near + "?")
                  .orElse("; there are " + String.join(", ", accounts.keySet())),
          line(mapping, "account"));
      return Optional.empty();
    }
    if (named.isEmpty() && values.isPresent() && accounts.size() != 1) {
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
      Mappings.texts(templatePath, mapping.entries().get("template"), faults);
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
    Section.Values values = Section.flatten(path, given, spec, Set.of(), faults);
    Section.check(path, values, spec, faults);
    return values.texts();
  }

  private Optional<Secret> userData(String path, ProviderConfig values, YamlNode.Mapping mapping) {
    return values.has("userData")
        ? references.resolve(
            path + ".userData", values.secret("userData").reveal(), line(mapping, "userData"))
        : Optional.empty();
  }

  private static int line(YamlNode.Mapping mapping, String key) {
    YamlNode node = mapping.entries().get(key);
    return node == null ? mapping.line() : node.line();
  }

  private static PoolConfig.Launch launch(
      ProviderConfig values,
      Map<String, String> tags,
      Optional<Secret> userData,
      Map<String, String> template) {
    return new PoolConfig.Launch(
        values.list("zones"),
        text(values, "size"),
        text(values, "image"),
        LaunchSpec.Market.valueOf(constant(values.text("market"))),
        tags,
        userData,
        template);
  }

  private static PoolConfig pool(
      String name, String account, ProviderConfig values, PoolConfig.Launch launch) {
    int maxSize = values.integer("maxSize");
    PoolConfig.Builder pool = PoolConfig.named(name, account, maxSize)
        .initialSize(values.integer("initialSize"))
        .launch(launch)
        .victims(VictimOrder.valueOf(constant(values.text("victims"))))
        .bootDeadline(values.duration("bootDeadline"))
        .remediation(new PoolConfig.Remediation(
            values.flag("remediation.enabled"),
            values.duration("remediation.after"),
            values.integer("remediation.atOnce"),
            values.decimal("remediation.freezeShare")))
        .pace(pace(values, PoolConfig.Pace.of(maxSize)))
        .mirrorServiceState(values.flag("mirrorServiceState"));
    return values.has("surge") ? pool.surge(values.integer("surge")).build() : pool.build();
  }

  private static PoolConfig.Pace pace(ProviderConfig values, PoolConfig.Pace usual) {
    return new PoolConfig.Pace(
        values.duration("pace.busy"),
        values.duration("pace.idle"),
        values.has("pace.launchesPerHour")
            ? values.integer("pace.launchesPerHour")
            : usual.launchesPerHour(),
        values.has("pace.deletesPerHour")
            ? values.integer("pace.deletesPerHour")
            : usual.deletesPerHour(),
        values.integer("pace.goneLists"),
        values.decimal("pace.vanishShare"));
  }

  private static Optional<String> text(ProviderConfig values, String key) {
    return values.has(key) ? Optional.of(values.text(key)) : Optional.empty();
  }

  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
