package io.cloudadapter.server.config;

import io.cloudadapter.server.options.AccessGrant;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads permissions by name: a role alone, or a mapping with a role, pools and verbs. */
final class GrantSection {
  private final ConfigErrors faults;
  private final Map<String, PoolSelection> tenants;

  GrantSection(ConfigErrors faults, Map<String, PoolSelection> tenants) {
    this.faults = faults;
    this.tenants = tenants;
  }

  /** Reads the permissions, in the order of the file. */
  Map<String, AccessGrant> read(String where, @Nullable YamlNode all) {
    Map<String, AccessGrant> grants = new LinkedHashMap<>();
    YamlMappings.entries(where, all, faults).forEach((name, node) -> {
      String path = where + "." + name;
      if (node instanceof YamlNode.Mapping at) {
        grant(path, at).ifPresent(grant -> grants.put(name, grant));
      } else {
        role(path, node).ifPresent(role -> grants.put(name, AccessGrant.of(role)));
      }
    });
    return grants;
  }

  private Optional<AccessGrant> grant(String path, YamlNode.Mapping at) {
    ConfigSection.Read read = ConfigSection.read(
        path, at, ServerSchema.CLIENT.spec(), ServerSchema.CLIENT.asideNames(), faults);
    AccessScope scope = new ScopeSection(faults, tenants).read(path, read.values(), at.line());
    return read.sound("role")
        ? Optional.of(new AccessGrant(role(read.values().text("role")), scope))
        : Optional.empty();
  }

  private Optional<Role> role(String path, YamlNode node) {
    List<String> roles = ServerSchema.role().choices();
    String word = node instanceof YamlNode.Scalar text && !text.nothing() ? text.text() : "";
    if (roles.contains(word)) {
      return Optional.of(role(word));
    }
    faults.add(
        path,
        "must be one of " + String.join(", ", roles) + ", was "
            + (word.isEmpty() ? node.kind() : word)
            + SpellingSuggestion.to(word, roles)
                .map(near -> "; did you mean " + near + "?")
                .orElse(""),
        node.line());
    return Optional.empty();
  }

  static Role role(String word) {
    return Role.valueOf(word.toUpperCase(Locale.ROOT));
  }
}
