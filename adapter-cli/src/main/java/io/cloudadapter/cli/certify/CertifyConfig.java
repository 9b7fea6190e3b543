package io.cloudadapter.cli.certify;

import io.cloudadapter.cli.terminal.TextFile;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.ProviderFeatures;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.rule.Waiver;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.ConfiguredCloud;
import io.cloudadapter.testkit.subject.SampleLaunch;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The configuration of {@code ./adapter certify} for an existing cloud: a file of properties. {@code account.KEY} is
 * the adapter's configuration, {@code template.KEY} that of a launch, {@code waive.RULE} a last day and a reason.
 */
public final class CertifyConfig {
  private static final String ACCOUNT = "account.";
  private static final String TEMPLATE = "template.";
  private static final String WAIVE = "waive.";
  private static final Map<String, Class<?>> FEATURES = ProviderFeatures.ALL.stream()
      .collect(Collectors.toUnmodifiableMap(Class::getSimpleName, type -> type));

  private static final ConfigSpec SPEC = ConfigSpec.builder()
      .choice("mode", List.of("emulator", "live"), "What kind of cloud it is.")
      .optional("version", ConfigKey.Type.TEXT, "unversioned", "The adapter's version.")
      .optional("wire", ConfigKey.Type.LIST, "The account's keys that hold addresses of the cloud.")
      .optional(
          "reads", ConfigKey.Type.LIST, "Paths of requests that change nothing, but are no GET.")
      .optional(
          "logins",
          ConfigKey.Type.LIST,
          "Paths of requests that are answered with credentials, which evidence must not show.")
      .timeAboveZero("patience", "5m", "How long one run may take before the adapter hangs.")
      .optional(
          "acts",
          ConfigKey.Type.LIST,
          "Parts of the paths of requests that act on a machine, such as /reboot, or change what"
              + " stands beside machines, such as /balancers.")
      .optional(
          "claims",
          ConfigKey.Type.LIST,
          "The features: Adoption, Labeling, Reboot, Snapshots, StartStop, Instances,"
              + " LoadBalancers, Zones, Clusters, Routes.")
      .optional("region", ConfigKey.Type.TEXT, "default", "Where load balancers are made.")
      .optional("zones", ConfigKey.Type.LIST, "Zones to launch in, the usual one first.")
      .optional("size", ConfigKey.Type.TEXT, "A small machine size.")
      .optional("otherSizes", ConfigKey.Type.LIST, "More sizes that a launch may name.")
      .optional("image", ConfigKey.Type.TEXT, "An image.")
      .optional("maxTags", ConfigKey.Type.INTEGER, "10", 0, 1e6, "Tags beside the marks, at most.")
      .optional("maxTagName", ConfigKey.Type.INTEGER, "40", 1, 1e6, "The longest name of a tag.")
      .optional("maxTagValue", ConfigKey.Type.INTEGER, "60", 1, 1e6, "The longest value of a tag.")
      .optional("maxUserData", ConfigKey.Type.INTEGER, "0", 0, 1e9, "The most bytes of user data.")
      .build();

  private final MachineProviderFactory factory;
  private final LocalDate today;
  private final List<ConfigError> faults = new ArrayList<>();
  private final Map<String, String> plain = new TreeMap<>();
  private final Map<String, String> account = new TreeMap<>();
  private final Map<String, String> template = new TreeMap<>();
  private final Map<String, String> waived = new TreeMap<>();

  private CertifyConfig(MachineProviderFactory factory, LocalDate today) {
    this.factory = factory;
    this.today = today;
  }

  /**
   * Reads what to certify an adapter against.
   *
   * @param file the properties
   * @param journal where launches on a real account are written down
   * @param factory the adapter
   * @param today by which waivers expire
   * @throws ConfigException with all that is wrong in the file
   */
  static AdapterUnderTest subject(
      Path file, Path journal, MachineProviderFactory factory, LocalDate today) throws IOException {
    CertifyConfig certify = new CertifyConfig(factory, today);
    read(file).forEach(certify::sort);
    return certify.subject(journal);
  }

  /** Which cloud a file describes: the account without its secrets. */
  public static String cloud(Path file, MachineProviderFactory factory) throws IOException {
    CertifyConfig certify = new CertifyConfig(factory, LocalDate.MIN);
    read(file).forEach(certify::sort);
    certify.account.keySet().removeAll(certify.names(key -> key.type() == ConfigKey.Type.SECRET));
    return factory.name() + certify.account;
  }

  private void sort(String key, String value) {
    if (key.startsWith(ACCOUNT)) {
      account.put(key.substring(ACCOUNT.length()), value);
    } else if (key.startsWith(TEMPLATE)) {
      template.put(key.substring(TEMPLATE.length()), value);
    } else if (key.startsWith(WAIVE)) {
      waived.put(key.substring(WAIVE.length()), value);
    } else {
      plain.put(key, value);
    }
  }

  private AdapterUnderTest subject(Path journal) {
    faults.addAll(SPEC.faults(plain));
    factory.config().faults(account).forEach(fault -> faults.add(fault.under(ACCOUNT)));
    factory.template().faults(template).forEach(fault -> faults.add(fault.under(TEMPLATE)));
    List<Waiver> waivers = new ArrayList<>();
    waived.forEach((rule, text) -> waiver(rule, text).ifPresent(waivers::add));
    stopAtFaults();
    ProviderConfig read = SPEC.parse(plain);
    Set<String> wired =
        known("wire", list(read, "wire"), names(key -> key.type() != ConfigKey.Type.SECRET));
    Set<String> claims = known("claims", list(read, "claims"), FEATURES.keySet());
    stopAtFaults();
    wired.forEach(this::mustBeAnAddress);
    stopAtFaults();
    Set<String> secrets = names(key -> key.type() == ConfigKey.Type.SECRET);
    Set<String> reads = new TreeSet<>(list(read, "reads"));
    Set<String> logins = new TreeSet<>(list(read, "logins"));
    Set<String> acts = new TreeSet<>(list(read, "acts"));
    String region = read.text("region");
    SampleLaunch sample = sample(read, template);
    AdapterUnderTest subject = AdapterUnderTest.of(factory)
        .cloud((clock, seed) ->
            new ConfiguredCloud(account, wired, sample, secrets, reads, logins, acts, region))
        .patience(read.duration("patience"))
        .mode(read.text("mode"))
        .version(read.text("version"))
        .claims(claims.stream()
            .<Class<?>>map(name -> FEATURES.getOrDefault(name, Adoption.class))
            .toArray(Class<?>[]::new));
    if (read.text("mode").equals("live")) {
      subject = subject.live(journal);
    }
    for (Waiver waiver : waivers) {
      subject = subject.waives(waiver.rule(), waiver.why(), waiver.until());
    }
    return subject;
  }

  private void stopAtFaults() {
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
  }

  private Set<String> names(Predicate<ConfigKey> which) {
    Set<String> names = new TreeSet<>();
    factory.config().keys().stream().filter(which).forEach(key -> names.add(key.name()));
    return names;
  }

  private Set<String> known(String field, List<String> names, Set<String> allowed) {
    for (String name : names) {
      if (!allowed.contains(name)) {
        faults.add(new ConfigError(
            field, "must name some of " + new TreeSet<>(allowed) + ", was " + name));
      }
    }
    return new TreeSet<>(names);
  }

  private void mustBeAnAddress(String key) {
    String value = account.getOrDefault(key, "");
    if (!value.matches("https?://[^/?#]+.*")) {
      faults.add(new ConfigError(
          ACCOUNT + key,
          "must be an address like http://localhost:4566, as wire names it, "
              + (value.isEmpty() ? "is missing" : "was " + value)));
    }
  }

  private static Map<String, String> read(Path file) throws IOException {
    Properties properties = new Properties();
    String text = TextFile.read(file);
    try {
      properties.load(new StringReader(text));
    } catch (IllegalArgumentException e) {
      // A broken Unicode escape.
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
    Map<String, String> values = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
    return values;
  }

  private static SampleLaunch sample(ProviderConfig read, Map<String, String> template) {
    return new SampleLaunch(
            List.copyOf(list(read, "zones")),
            read.has("size") ? Optional.of(read.text("size")) : Optional.empty(),
            read.has("image") ? Optional.of(read.text("image")) : Optional.empty(),
            template,
            read.integer("maxTags"),
            read.integer("maxTagName"),
            read.integer("maxTagValue"),
            read.integer("maxUserData"))
        .andSizes(list(read, "otherSizes").toArray(String[]::new));
  }

  private static List<String> list(ProviderConfig read, String key) {
    return read.has(key) ? read.list(key) : List.of();
  }

  /** {@code 2027-01-31 ACME-17: ports outlive servers}. */
  private Optional<Waiver> waiver(String rule, String text) {
    String[] parts = text.strip().split("\\s+", 2);
    try {
      RuleBook.standard().rule(rule);
      LocalDate until = LocalDate.parse(parts[0]);
      if (parts.length < 2) {
        return wrong(rule, "must be a last day and a reason, like 2027-01-31 ACME-17, was " + text);
      }
      if (until.isBefore(today)) {
        return wrong(
            rule,
            "must last until today, " + today + ", or longer, ended on " + until
                + "; mend the rule, or say a later day");
      }
      return Optional.of(new Waiver(rule, parts[1], until));
    } catch (DateTimeException e) {
      return wrong(rule, "must begin with a day like 2027-01-31, was " + text);
    } catch (IllegalArgumentException e) {
      return wrong(rule, "is no rule: " + e.getMessage());
    }
  }

  private Optional<Waiver> wrong(String rule, String problem) {
    faults.add(new ConfigError(WAIVE + rule, problem));
    return Optional.empty();
  }
}
