package io.cloudadapter.openstack.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.Secret;
import io.cloudadapter.http.HttpAddress;
import io.cloudadapter.spi.config.ConfigError;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How to log in, and where to go from there. Read from values by the names that OpenStack's own clients give them
 * in {@code clouds.yaml}, such as {@code auth_url}.
 *
 * @param address of Keystone, with its version and without a slash at its end
 * @param how what proves who we are
 * @param values all others, without secrets
 * @param secret the password, the application credential's secret, or the token
 */
public record AuthRequest(String address, How how, Map<String, String> values, Secret secret) {
  private static final String DEFAULT_DOMAIN = "default";

  /** The ways of proving who one is. */
  enum How {
    PASSWORD("password"),
    APPLICATION_CREDENTIAL("application_credential_secret"),
    TOKEN("token");

    /** Under which name its secret comes. */
    final String secret;

    How(String secret) {
      this.secret = secret;
    }
  }

  /**
   * Reads a login.
   *
   * @param values by name
   * @param faults gets all that is wrong, by name
   * @return the login; empty if there are faults
   */
  static Optional<AuthRequest> read(Map<String, String> values, List<ConfigError> faults) {
    List<ConfigError> found = new ArrayList<>();
    Map<String, String> known = aliases(values);
    checkAddress(known, found);
    How how = how(known);
    checkKind(known, found);
    if (!known.containsKey(how.secret)) {
      found.add(new ConfigError(how.secret, "is missing"));
    }
    switch (how) {
      case PASSWORD -> {
        need(known, found, "username", "user_id");
        need(known, found, "project_name", "project_id");
      }
      case APPLICATION_CREDENTIAL -> {
        need(known, found, "application_credential_id", "application_credential_name");
        if (!known.containsKey("application_credential_id")) {
          need(known, found, "username", "user_id");
        }
      }
      case TOKEN -> {}
    }
    String side = known.getOrDefault("interface", "public");
    if (!List.of("public", "internal", "admin").contains(side)) {
      found.add(new ConfigError("interface", "must be public, internal or admin, was " + side));
    }
    if (known.getOrDefault("verify", "true").equalsIgnoreCase("false")) {
      found.add(new ConfigError(
          "verify",
          "must be true: certificates are always checked; name your authority in cacert"));
    }
    faults.addAll(found);
    return found.isEmpty() ? Optional.of(of(known, how)) : Optional.empty();
  }

  private static AuthRequest of(Map<String, String> known, How how) {
    Secret secret = Secret.of(known.getOrDefault(how.secret, ""));
    Map<String, String> open = new TreeMap<>(known);
    for (How each : How.values()) {
      open.remove(each.secret);
    }
    return new AuthRequest(
        ServiceType.IDENTITY.base(known.getOrDefault("auth_url", "")), how, open, secret);
  }

  /** What has older names, under the one that we look for. */
  private static Map<String, String> aliases(Map<String, String> values) {
    Map<String, String> known = new TreeMap<>();
    values.forEach((name, value) -> {
      if (!value.isEmpty()) {
        known.put(name, value);
      }
    });
    Map.of(
            "tenant_name", "project_name",
            "tenant_id", "project_id",
            "endpoint_type", "interface")
        .forEach((old, name) -> {
          String value = known.remove(old);
          if (value != null) {
            known.putIfAbsent(name, value);
          }
        });
    known.computeIfPresent("interface", (name, value) -> value.replaceFirst("URL$", ""));
    return known;
  }

  private static void checkAddress(Map<String, String> known, List<ConfigError> found) {
    String address = known.getOrDefault("auth_url", "");
    if (address.isEmpty()) {
      found.add(new ConfigError("auth_url", "is missing"));
      return;
    }
    try {
      URI uri = URI.create(address);
      if (HttpAddress.isBase(uri)) {
        return;
      }
    } catch (IllegalArgumentException e) {
      // Told below.
    }
    found.add(new ConfigError(
        "auth_url", "must be http or https with a host and no query, was " + address));
  }

  private static void checkKind(Map<String, String> known, List<ConfigError> found) {
    String kind = known.getOrDefault("auth_type", "password");
    if (!kind.matches("(v3)?(password|token|applicationcredential)")) {
      found.add(new ConfigError(
          "auth_type", "must be password, v3applicationcredential or token, was " + kind));
    }
  }

  private static How how(Map<String, String> known) {
    String kind = known.getOrDefault("auth_type", "");
    boolean credential = known.containsKey("application_credential_id")
        || known.containsKey("application_credential_name")
        || known.containsKey("application_credential_secret");
    if (kind.endsWith("applicationcredential") || credential) {
      return How.APPLICATION_CREDENTIAL;
    }
    boolean token = known.containsKey("token") && !known.containsKey("password");
    return kind.endsWith("token") || token ? How.TOKEN : How.PASSWORD;
  }

  private static void need(
      Map<String, String> known, List<ConfigError> found, String name, String other) {
    if (!known.containsKey(name) && !known.containsKey(other)) {
      found.add(new ConfigError(name, "is missing, and so is " + other));
    }
  }

  /** The region, if one was named. */
  Optional<String> region() {
    return Optional.ofNullable(values.get("region_name"));
  }

  /** Which of a service's addresses to take. */
  String side() {
    return values.getOrDefault("interface", "public");
  }

  /** The file of the authorities to trust. */
  public Optional<String> caFile() {
    return Optional.ofNullable(values.get("cacert"));
  }

  /** What Keystone is sent. */
  ObjectNode body() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode auth = body.putObject("auth");
    ObjectNode identity = auth.putObject("identity");
    switch (how) {
      case PASSWORD -> {
        identity.putArray("methods").add("password");
        user(identity.putObject("password").putObject("user")).put("password", secret.reveal());
        scope(auth);
      }
      case APPLICATION_CREDENTIAL -> {
        identity.putArray("methods").add("application_credential");
        ObjectNode credential = identity.putObject("application_credential");
        credential.put("secret", secret.reveal());
        put(credential, "id", "application_credential_id");
        if (!credential.has("id")) {
          put(credential, "name", "application_credential_name");
          user(credential.putObject("user"));
        }
      }
      case TOKEN -> {
        identity.putArray("methods").add("token");
        identity.putObject("token").put("id", secret.reveal());
        scope(auth);
      }
    }
    return body;
  }

  private ObjectNode user(ObjectNode user) {
    put(user, "id", "user_id");
    if (!user.has("id")) {
      put(user, "name", "username");
      domain(user.putObject("domain"), "user_domain");
    }
    return user;
  }

  private void scope(ObjectNode auth) {
    if (!values.containsKey("project_id") && !values.containsKey("project_name")) {
      return;
    }
    ObjectNode project = auth.putObject("scope").putObject("project");
    put(project, "id", "project_id");
    if (!project.has("id")) {
      put(project, "name", "project_name");
      domain(project.putObject("domain"), "project_domain");
    }
  }

  private void domain(ObjectNode domain, String prefix) {
    for (String each : List.of(prefix, "default_domain")) {
      if (domain.isEmpty()) {
        put(domain, "id", each + "_id");
      }
      if (domain.isEmpty()) {
        put(domain, "name", each + "_name");
      }
    }
    if (domain.isEmpty()) {
      domain.put("id", DEFAULT_DOMAIN);
    }
  }

  private void put(ObjectNode object, String field, String name) {
    Optional.ofNullable(values.get(name)).ifPresent(value -> object.put(field, value));
  }
}
