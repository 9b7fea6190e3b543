package io.cloudadapter.server.config;

import io.cloudadapter.server.options.AccessGrant;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.cloudadapter.server.options.OidcIssuer;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the issuers of OpenID Connect. */
final class OidcSection {
  private static final String WHERE = "server.oidc";

  private final SecretReference references;
  private final ConfigErrors faults;
  private final Map<String, PoolSelection> tenants;

  OidcSection(SecretReference references, ConfigErrors faults, Map<String, PoolSelection> tenants) {
    this.tenants = tenants;
    this.references = references;
    this.faults = faults;
  }

  List<OidcIssuer> read(@Nullable YamlNode all) {
    List<OidcIssuer> issuers = new ArrayList<>();
    YamlMappings.named(WHERE, all, faults).forEach((name, at) -> {
      String path = WHERE + "." + name;
      Map<String, AccessGrant> grants =
          new GrantSection(faults, tenants).read(path + ".roles", at.entries().get("roles"));
      ConfigSection.Read read = ConfigSection.read(
          path, at, ServerSchema.OIDC.spec(), ServerSchema.OIDC.asideNames(), faults);
      if (read.wrong().isEmpty()) {
        issuer(path, read.values(), at.line(), grants).ifPresent(issuer -> {
          if (issuers.stream().anyMatch(other -> other.issuer().equals(issuer.issuer()))) {
            faults.add(path + ".issuer", "is given twice, was " + issuer.issuer(), at.line());
          } else {
            issuers.add(issuer);
          }
        });
      }
    });
    return issuers;
  }

  private Optional<OidcIssuer> issuer(
      String path, ProviderConfig values, int line, Map<String, AccessGrant> grants) {
    try {
      return Optional.of(new OidcIssuer(
          values.text("issuer"),
          new HashSet<>(texts(values.list("audience"))),
          new HashSet<>(texts(values.list("algorithms"))),
          values.duration("longestLife"),
          values.has("ca")
              ? Optional.of(references.path(path + ".ca", values.text("ca"), line))
              : Optional.empty(),
          values.text("claim"),
          grants));
    } catch (IllegalArgumentException e) {
      // It names the key, the value and what is allowed.
      String message = String.valueOf(e.getMessage());
      int end = message.indexOf(' ');
      faults.add(path + "." + message.substring(0, end), message.substring(end + 1), line);
      return Optional.empty();
    }
  }

  private static List<String> texts(List<String> list) {
    return list.stream().map(String::strip).filter(text -> !text.isEmpty()).toList();
  }
}
