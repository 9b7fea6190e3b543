package io.cloudadapter.server.config;

import io.cloudadapter.server.BearerToken;
import io.cloudadapter.server.Limits;
import io.cloudadapter.server.Role;
import io.cloudadapter.server.Tls;
import io.cloudadapter.spi.Nearest;
import io.cloudadapter.spi.ProviderConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the section {@code server}. */
final class ServerSection {
  private final YamlNode.Mapping mapping;
  private final Reference references;
  private final Faults faults;

  ServerSection(YamlNode.Mapping mapping, Reference references, Faults faults) {
    this.mapping = mapping;
    this.references = references;
    this.faults = faults;
  }

  Optional<ServerConfig> read() {
    int before = faults.count();
    List<BearerToken> tokens = tokens();
    Map<String, Role> clients = clients();
    Optional<ProviderConfig> values =
        Section.read("server", mapping, Schema.SERVER.spec(), Schema.SERVER.asideNames(), faults);
    if (values.isEmpty()) {
      return Optional.empty();
    }
    ProviderConfig config = values.get();
    checkTls(config, clients);
    checkReach(config, !tokens.isEmpty() || config.has("tls.clientCa"));
    Optional<Limits> limits = limits(config);
    if (faults.count() > before || limits.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new ServerConfig(
        config.text("address"),
        config.integer("port"),
        tls(config),
        file(config, "tls.clientCa"),
        clients,
        tokens,
        limits.get()));
  }

  private Optional<Tls> tls(ProviderConfig config) {
    if (config.flag("http")) {
      return Optional.of(Tls.off());
    }
    return file(config, "tls.cert")
        .flatMap(cert -> file(config, "tls.key").map(key -> Tls.pem(cert, key)));
  }

  private Optional<Path> file(ProviderConfig config, String key) {
    return config.has(key) ? Optional.of(references.path(config.text(key))) : Optional.empty();
  }

  private void checkTls(ProviderConfig config, Map<String, Role> clients) {
    if (config.has("tls.cert") != config.has("tls.key")) {
      fault(
          config.has("tls.cert") ? "tls.key" : "tls.cert", "is missing; cert and key go together");
    }
    Stream.of("tls.cert", "tls.key", "tls.clientCa")
        .filter(key -> config.flag("http") && config.has(key))
        .forEach(key -> fault(key, "has no use with http: true; remove one of the two"));
    if (config.has("tls.clientCa") && clients.isEmpty()) {
      fault("clients", "is missing; it says which role each client certificate has");
    }
    if (!config.has("tls.clientCa") && !clients.isEmpty()) {
      fault("tls.clientCa", "is missing; without it no client certificate is accepted");
    }
  }

  /** Other machines are let in only with a certificate, and only if they say who they are. */
  private void checkReach(ProviderConfig config, boolean credentials) {
    String address = config.text("address");
    if (loopback(address)) {
      return;
    }
    if (!credentials) {
      fault("address", "is not loopback, was " + address + "; this needs tokens or tls.clientCa");
    }
    if (config.flag("http")) {
      fault("http", "must be false unless address is loopback, which was " + address);
    } else if (!config.has("tls.cert") && !config.has("tls.key")) {
      fault(
          "tls.cert",
          "is missing; the self-signed certificate is for loopback only, and address" + " was "
              + address);
    }
  }

  static boolean loopback(String address) {
    return address.equalsIgnoreCase("localhost")
        || address.matches("127(\\.[0-9]{1,3}){3}")
        || address.equals("::1")
        || address.equals("[::1]");
  }

  private List<BearerToken> tokens() {
    List<BearerToken> tokens = new ArrayList<>();
    Mappings.named("server.tokens", mapping.entries().get("tokens"), faults).forEach((name, at) -> {
      String path = "server.tokens." + name;
      Section.read(path, at, Schema.TOKEN.spec(), Schema.TOKEN.asideNames(), faults)
          .flatMap(values -> token(path, name, values, at.line()))
          .ifPresent(token -> {
            if (tokens.stream().anyMatch(other -> other.source().equals(token.source()))) {
              faults.add(path, "is a token that is given already, under another name", at.line());
            } else {
              tokens.add(token);
            }
          });
    });
    return tokens;
  }

  private Optional<BearerToken> token(String path, String name, ProviderConfig values, int line) {
    if (values.has("sha256") == values.has("file")) {
      faults.add(path, "must have either sha256 or file", line);
      return Optional.empty();
    }
    try {
      Role role = role(values.text("role"));
      return Optional.of(
          values.has("sha256")
              ? BearerToken.sha256(name, role, values.text("sha256"))
              : BearerToken.file(name, role, references.path(values.text("file"))));
    } catch (IllegalArgumentException e) {
      faults.add(path, "is refused: " + e.getMessage(), line);
      return Optional.empty();
    }
  }

  private static Role role(String word) {
    return Role.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private Map<String, Role> clients() {
    Map<String, Role> clients = new LinkedHashMap<>();
    List<String> roles = Schema.role().choices();
    Mappings.texts("server.clients", mapping.entries().get("clients"), faults)
        .forEach((name, text) -> {
          if (roles.contains(text.text())) {
            clients.put(name, role(text.text()));
          } else {
            faults.add(
                "server.clients." + name,
                "must be one of " + String.join(", ", roles) + ", was " + text.text()
                    + Nearest.to(text.text(), roles)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse(""),
                text.line());
          }
        });
    return clients;
  }

  private Optional<Limits> limits(ProviderConfig config) {
    try {
      return Optional.of(new Limits(
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
          config.integer("limits.waiting")));
    } catch (IllegalArgumentException e) {
      fault("limits", "is refused: " + e.getMessage());
      return Optional.empty();
    }
  }

  private void fault(String key, String problem) {
    faults.add("server." + key, problem, mapping.line());
  }
}
