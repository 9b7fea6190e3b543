package io.cloudadapter.openstack.client;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ProviderConfig;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The source of a login: the keys of the account; or a cloud of {@code clouds.yaml}; or, if the account names
 * neither, the variables {@code OS_*}. Values of the account override those of their source.
 *
 * <p>Files are read at each login rather than at {@code open}: so a password may change while a server runs.
 */
public final class OpenStackCredentialSource {
  /** Keys of an account whose values are secrets. */
  private static final Set<String> SECRETS =
      Set.of("password", "applicationCredentialSecret", "token");

  /** Our keys, and what OpenStack's own clients call them. */
  static final Map<String, String> NAMES = names();

  private final Map<String, String> values;
  private final Optional<String> cloud;
  private final List<Path> places;

  private OpenStackCredentialSource(
      Map<String, String> values, Optional<String> cloud, List<Path> places) {
    this.values = values;
    this.cloud = cloud;
    this.places = places;
  }

  private static Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("authUrl", "auth_url");
    names.put("user", "username");
    names.put("userId", "user_id");
    names.put("password", "password");
    names.put("userDomain", "user_domain_name");
    names.put("userDomainId", "user_domain_id");
    names.put("project", "project_name");
    names.put("projectId", "project_id");
    names.put("projectDomain", "project_domain_name");
    names.put("projectDomainId", "project_domain_id");
    names.put("applicationCredentialId", "application_credential_id");
    names.put("applicationCredentialName", "application_credential_name");
    names.put("applicationCredentialSecret", "application_credential_secret");
    names.put("token", "token");
    names.put("region", "region_name");
    names.put("interface", "interface");
    names.put("caFile", "cacert");
    return names;
  }

  /**
   * Decides where to read, and checks what needs no file.
   *
   * @param config the account
   * @param variables the environment
   * @throws ConfigException with all that is wrong with the account
   */
  public static OpenStackCredentialSource of(ProviderConfig config, Map<String, String> variables) {
    Map<String, String> own = own(config);
    Optional<String> cloud = text(config, "cloud");
    boolean environment = cloud.isEmpty() && !own.containsKey("auth_url");
    if (environment) {
      cloud = Optional.ofNullable(variables.get("OS_CLOUD")).filter(name -> !name.isEmpty());
      variables(variables).forEach(own::putIfAbsent);
    }
    List<ConfigError> faults = new ArrayList<>();
    List<Path> places = places(config, variables, faults);
    if (cloud.isEmpty() && !own.containsKey("auth_url")) {
      faults.add(new ConfigError(
          "authUrl",
          "is missing: name Keystone's address, or a cloud of clouds.yaml in cloud, or set OS_CLOUD or"
              + " OS_AUTH_URL"));
    } else if (cloud.isEmpty()) {
      List<ConfigError> found = new ArrayList<>();
      AuthRequest.read(own, found);
      found.forEach(fault -> faults.add(ours(fault)));
    }
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
    return new OpenStackCredentialSource(own, cloud, places);
  }

  private static Map<String, String> own(ProviderConfig config) {
    Map<String, String> own = new HashMap<>();
    NAMES.forEach((key, name) -> {
      if (config.has(key)) {
        boolean secret = SECRETS.contains(key);
        own.put(name, secret ? config.secret(key).reveal() : config.text(key));
      }
    });
    return own;
  }

  private static Map<String, String> variables(Map<String, String> variables) {
    Map<String, String> values = new TreeMap<>();
    variables.forEach((name, value) -> {
      if (name.startsWith("OS_") && !name.equals("OS_CLOUD")) {
        values.put(name.substring(3).toLowerCase(Locale.ROOT), value);
      }
    });
    if (variables.getOrDefault("OS_INSECURE", "").equalsIgnoreCase("true")) {
      values.put("verify", "false");
    }
    return values;
  }

  private static List<Path> places(
      ProviderConfig config, Map<String, String> variables, List<ConfigError> faults) {
    Optional<String> named = text(config, "cloudsFile")
        .or(() -> Optional.ofNullable(variables.get("OS_CLIENT_CONFIG_FILE")));
    try {
      if (named.isPresent()) {
        return List.of(Path.of(named.get()));
      }
      String home = variables.getOrDefault("HOME", "/");
      String configs = variables.getOrDefault("XDG_CONFIG_HOME", home + "/.config");
      return List.of(
          Path.of("clouds.yaml"),
          Path.of(configs, "openstack", "clouds.yaml"),
          Path.of("/etc/openstack/clouds.yaml"));
    } catch (InvalidPathException e) {
      faults.add(new ConfigError("cloudsFile", "must be a path, was " + named.orElse("")));
      return List.of();
    }
  }

  private static Optional<String> text(ProviderConfig config, String key) {
    return config.has(key) ? Optional.of(config.text(key)) : Optional.empty();
  }

  private static ConfigError ours(ConfigError fault) {
    return NAMES.entrySet().stream()
        .filter(name -> name.getValue().equals(fault.key()))
        .findFirst()
        .map(name -> new ConfigError(name.getKey(), fault.problem()))
        .orElse(fault);
  }

  /**
   * Reads the login as it is now.
   *
   * @throws CloudException INVALID if a file cannot be used
   */
  public AuthRequest login() {
    Map<String, String> all = new HashMap<>(values);
    try {
      if (cloud.isPresent()) {
        CloudsYaml.read(places, cloud.get()).forEach(all::putIfAbsent);
      }
    } catch (CloudsYaml.Unusable e) {
      throw invalid(String.valueOf(e.getMessage()));
    }
    List<ConfigError> faults = new ArrayList<>();
    Optional<AuthRequest> login = AuthRequest.read(all, faults);
    return login.orElseThrow(() -> invalid("cloud " + cloud.orElse("") + " cannot be used: "
        + faults.stream().map(ConfigError::toString).collect(Collectors.joining("; "))));
  }

  private static CloudException invalid(String message) {
    return CloudException.of(Kind.INVALID, Effect.NONE, message).build();
  }
}
