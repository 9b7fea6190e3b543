package io.cloudadapter.server.config;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.options.AccessConfig;
import io.cloudadapter.server.options.AccessGrant;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.cloudadapter.server.options.AuditConfig;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.CallerLimits;
import io.cloudadapter.server.options.MachinePrices;
import io.cloudadapter.server.options.OidcIssuer;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.SenlinCatalog;
import io.cloudadapter.server.options.ServerLimits;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.server.security.CredentialAuthenticator;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the section {@code server}. */
final class ServerSection {
  private static final Pattern PRICE = Pattern.compile("[0-9]{1,7}(\\.[0-9]{1,9})?");
  private static final BigDecimal MOST_PRICE = BigDecimal.valueOf(1_000_000);

  /** How many sizes a warning names. */
  private static final int MOST_NAMED = 5;

  private final YamlNode.Mapping mapping;
  private final SecretReference references;
  private final ConfigErrors faults;
  private final GrantSection grants;
  private final Map<String, PoolSelection> tenants;

  ServerSection(
      YamlNode.Mapping mapping,
      SecretReference references,
      ConfigErrors faults,
      Map<String, PoolSelection> tenants) {
    this.tenants = tenants;
    this.mapping = mapping;
    this.references = references;
    this.faults = faults;
    this.grants = new GrantSection(faults, tenants);
  }

  ServerConfig read() {
    Map<String, BearerToken> tokens = tokens();
    Map<String, AccessGrant> clients =
        grants.read("server.clients", mapping.entries().get("clients"));
    List<OidcIssuer> issuers =
        new OidcSection(references, faults, tenants).read(mapping.entries().get("oidc"));
    ConfigSection.Read read = ConfigSection.read(
        "server", mapping, ServerSchema.SERVER.spec(), ServerSchema.SERVER.asideNames(), faults);
    ProviderConfig config = read.values();
    checkTls(read);
    checkReach(read);
    return new ServerConfig(
        config.text("address"),
        config.integer("port"),
        tls(config),
        file(config, "tls.clientCa"),
        clients,
        List.copyOf(tokens.values()),
        limits(config),
        senlin(config),
        AccessConfig.usual()
            .withIssuers(issuers)
            .withAudit(audit(config))
            .withLimits(callerLimits(config))
            .withConsole(config.flag("console")),
        MachinePrices.bySize(prices()));
  }

  private Map<String, BigDecimal> prices() {
    Map<String, BigDecimal> prices = new LinkedHashMap<>();
    YamlMappings.texts("server.prices", mapping.entries().get("prices"), faults)
        .forEach((size, price) -> {
          Optional<BigDecimal> read = price(price.text());
          if (read.isPresent()) {
            prices.put(size, read.get());
          } else {
            faults.add(
                "server.prices." + size,
                "must be a decimal number from 0 to " + MOST_PRICE + ", was " + price.text(),
                price.line());
          }
        });
    return prices;
  }

  /** Warns of prices of sizes that no pool of the file has. They may be of pools that are created at run time. */
  void warnOfPrices(List<PoolConfig> pools) {
    Map<String, YamlNode.Scalar> prices =
        YamlMappings.texts("server.prices", mapping.entries().get("prices"), new ConfigErrors());
    Set<String> used = new TreeSet<>();
    pools.forEach(pool -> pool.launch().size().ifPresent(used::add));
    Set<String> unpriced = new TreeSet<>(used);
    unpriced.removeAll(prices.keySet());
    List<String> others = new ArrayList<>();
    prices.forEach((size, price) -> {
      Optional<String> near = SpellingSuggestion.to(size, unpriced);
      if (near.isPresent() && !used.contains(size)) {
        faults.doubt(
            "server.prices." + size,
            "is the size of no pool of this file; did you mean " + near.get()
                + ", which has no price?",
            price.line());
      } else if (!used.contains(size)) {
        others.add(size);
      }
    });
    boolean areAllKnown = pools.stream().allMatch(pool -> pool.launch().size().isPresent());
    if (!others.isEmpty() && !pools.isEmpty() && areAllKnown) {
      int more = others.size() - MOST_NAMED;
      faults.doubt(
          "server.prices",
          "has prices that no pool of this file needs, of the sizes "
              + String.join(", ", others.subList(0, Math.min(MOST_NAMED, others.size())))
              + (more > 0 ? " and " + more + " more" : ""),
          mapping.line("prices"));
    }
  }

  private static Optional<BigDecimal> price(String text) {
    return Optional.of(text)
        .filter(PRICE.asMatchPredicate())
        .map(BigDecimal::new)
        .filter(price -> price.compareTo(MOST_PRICE) <= 0);
  }

  private SenlinCatalog senlin(ProviderConfig config) {
    String region = config.text("senlin.region");
    if (!SenlinCatalog.isRegion(region)) {
      fault(
          "senlin.region",
          "must be 1 to 255 printable ASCII characters without space, was " + region);
      region = SenlinCatalog.USUAL_REGION;
    }
    return new SenlinCatalog(
        region,
        url(config, "senlin.publicUrl"),
        url(config, "senlin.internalUrl"),
        url(config, "senlin.adminUrl"));
  }

  private Optional<URI> url(ProviderConfig config, String key) {
    if (!config.has(key)) {
      return Optional.empty();
    }
    try {
      return Optional.of(SenlinCatalog.url(config.text(key)));
    } catch (IllegalArgumentException e) {
      fault(key, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private Optional<TlsConfig> tls(ProviderConfig config) {
    if (config.flag("http")) {
      return Optional.of(TlsConfig.off());
    }
    return file(config, "tls.cert")
        .flatMap(cert -> file(config, "tls.key").map(key -> TlsConfig.pem(cert, key)));
  }

  private Optional<Path> file(ProviderConfig config, String key) {
    return config.has(key)
        ? Optional.of(references.path("server." + key, config.text(key), mapping.line()))
        : Optional.empty();
  }

  private void checkTls(ConfigSection.Read read) {
    boolean cert = given(read, "tls.cert");
    if (cert != given(read, "tls.key")) {
      fault(cert ? "tls.key" : "tls.cert", "is missing; cert and key go together");
    }
    Stream.of("tls.cert", "tls.key", "tls.clientCa")
        .filter(key -> read.values().flag("http") && read.values().has(key))
        .forEach(key -> fault(key, "has no use with http: true; remove one of the two"));
    boolean clients = named("clients");
    if (given(read, "tls.clientCa") && !clients) {
      fault("clients", "is missing; it gives each client certificate a role");
    }
    if (!given(read, "tls.clientCa") && clients) {
      fault("tls.clientCa", "is missing; without it no client certificate is accepted");
    }
  }

  /** Other machines are let in only with a certificate, and only if they say who they are. */
  private void checkReach(ConfigSection.Read read) {
    String address = read.values().text("address");
    if (loopback(address)) {
      return;
    }
    if (!named("tokens") && !named("oidc") && !given(read, "tls.clientCa")) {
      fault(
          "address",
          "is not loopback, was " + address + "; this needs tokens, oidc or tls.clientCa");
    }
    if (read.values().flag("http")) {
      fault("http", "must be false unless address is loopback, which was " + address);
    } else if (!given(read, "tls.cert") && !given(read, "tls.key")) {
      fault(
          "tls.cert",
          "is missing; the self-signed certificate is for loopback only, and address was "
              + address);
    }
  }

  /** Whether a key is there, be it right or wrong. */
  private static boolean given(ConfigSection.Read read, String key) {
    return read.values().has(key) || !read.sound(key);
  }

  /** Whether a mapping of names is there, be they right or wrong. */
  private boolean named(String key) {
    return mapping.entries().containsKey(key)
        && !(mapping.entries().get(key) instanceof YamlNode.Mapping names
            && names.entries().isEmpty());
  }

  static boolean loopback(String address) {
    return address.equalsIgnoreCase("localhost")
        || CredentialAuthenticator.inLoopbackNetwork(address)
        || address.equals("::1")
        || address.equals("[::1]");
  }

  private Map<String, BearerToken> tokens() {
    Map<String, BearerToken> tokens = new LinkedHashMap<>();
    YamlMappings.named("server.tokens", mapping.entries().get("tokens"), faults)
        .forEach((name, at) -> {
          String path = "server.tokens." + name;
          ConfigSection.Read read = ConfigSection.read(
              path, at, ServerSchema.TOKEN.spec(), ServerSchema.TOKEN.asideNames(), faults);
          if (read.sound("sha256", "file")) {
            token(path, name, read.values(), at.line()).ifPresent(token -> {
              if (tokens.values().stream().anyMatch(t -> t.source().equals(token.source()))) {
                faults.add(path, "is a token that is given already, under another name", at.line());
              } else {
                tokens.put(name, token);
              }
            });
          }
        });
    return tokens;
  }

  private Optional<BearerToken> token(String path, String name, ProviderConfig values, int line) {
    if (values.has("sha256") == values.has("file")) {
      faults.add(path, "must have either sha256 or file", line);
      return Optional.empty();
    }
    try {
      Role role = GrantSection.role(values.text("role"));
      BearerToken token = values.has("sha256")
          ? BearerToken.sha256(name, role, values.text("sha256"))
          : BearerToken.file(
              name, role, references.path(path + ".file", values.text("file"), line));
      return Optional.of(token.within(new ScopeSection(faults, tenants).read(path, values, line)));
    } catch (IllegalArgumentException e) {
      faults.add(path, "is refused: " + e.getMessage(), line);
      return Optional.empty();
    }
  }

  private static ServerLimits limits(ProviderConfig config) {
    return new ServerLimits(
        config.integer("limits.bodyBytes"),
        config.integer("limits.headerBytes"),
        config.integer("limits.connections"),
        config.duration("limits.idleTime"),
        config.duration("limits.headerTime"),
        config.duration("limits.bodyTime"),
        config.duration("limits.handlerTime"),
        config.duration("limits.stopTime"),
        config.integer("limits.readers"),
        config.integer("limits.writers"),
        config.integer("limits.waiting"),
        config.has("limits.outgoingBytes")
            ? config.integer("limits.outgoingBytes")
            : ServerLimits.usualOutgoingBytes());
  }

  private static CallerLimits callerLimits(ProviderConfig config) {
    return new CallerLimits(
        config.integer("limits.caller.requestsPerSecond"),
        config.integer("limits.caller.concurrent"),
        config.integer("limits.caller.watches"),
        config.integer("limits.caller.bytesPerSecond"));
  }

  private AuditConfig audit(ProviderConfig config) {
    return new AuditConfig(
        file(config, "audit.file"),
        config.integer("audit.fileBytes"),
        config.integer("audit.files"),
        config.flag("audit.required"));
  }

  private void fault(String key, String problem) {
    faults.add("server." + key, problem, mapping.line());
  }
}
