package io.cloudadapter.spi.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The keys that a configuration may have: types, ranges, defaults, and meanings. It checks values and collects every
 * error, so that a person can mend them all at once.
 *
 * <pre>{@code
 * ConfigSpec.builder()
 *     .required("region", ConfigKey.Type.TEXT, "The region, for example eu-north-1.")
 *     .required("secretKey", ConfigKey.Type.SECRET, "The key that signs requests.")
 *     .optional("retries", ConfigKey.Type.INTEGER, "2", 0, 10, "How often a read is tried again.")
 *     .build();
 * }</pre>
 */
public final class ConfigSpec {
  private static final ConfigSpec NONE = new ConfigSpec(List.of());

  private final Map<String, ConfigKey> keys = new LinkedHashMap<>();

  private ConfigSpec(Collection<ConfigKey> keys) {
    for (ConfigKey key : keys) {
      if (this.keys.put(key.name(), key) != null) {
        throw new IllegalArgumentException("config key is declared twice: " + key.name());
      }
    }
    for (ConfigKey key : keys) {
      key.defaultValue().flatMap(value -> ConfigValue.problem(key, value)).ifPresent(problem -> {
        throw new IllegalArgumentException("default of " + key.name() + " " + problem);
      });
    }
  }

  /**
   * Returns a spec without keys.
   *
   * @return the spec
   */
  public static ConfigSpec none() {
    return NONE;
  }

  /**
   * Starts building a spec.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the keys, in the order of declaration.
   *
   * @return all keys
   */
  public List<ConfigKey> keys() {
    return List.copyOf(keys.values());
  }

  /**
   * Checks values and fills in defaults.
   *
   * @param values the values by key
   * @return the accepted configuration
   * @throws ConfigException with every unknown, missing and wrong key
   */
  public ProviderConfig parse(Map<String, String> values) {
    List<ConfigError> faults = faults(values);
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
    Map<String, String> complete = new TreeMap<>();
    for (ConfigKey key : keys.values()) {
      Optional.ofNullable(values.get(key.name()))
          .or(key::defaultValue)
          .ifPresent(value -> complete.put(key.name(), value));
    }
    return new ProviderConfig(this, complete);
  }

  /**
   * Checks values and returns the errors.
   *
   * @param values the values by key
   * @return an error for every unknown, missing and wrong key; empty if there are none
   */
  public List<ConfigError> faults(Map<String, String> values) {
    List<ConfigError> faults = new ArrayList<>();
    for (Map.Entry<String, String> entry : new TreeMap<>(values).entrySet()) {
      ConfigKey key = keys.get(entry.getKey());
      if (key == null) {
        faults.add(new ConfigError(entry.getKey(), unknown(entry.getKey())));
      } else {
        ConfigValue.problem(key, entry.getValue())
            .ifPresent(problem -> faults.add(new ConfigError(key.name(), problem)));
      }
    }
    for (ConfigKey key : keys.values()) {
      if (key.required() && !values.containsKey(key.name())) {
        faults.add(new ConfigError(key.name(), "is missing. " + key.doc()));
      }
    }
    return faults;
  }

  private String unknown(String name) {
    return SpellingSuggestion.to(name, keys.keySet())
        .map(near -> "is unknown; did you mean " + near + "?")
        .orElseGet(() -> keys.isEmpty()
            ? "is unknown; no keys are allowed here"
            : "is unknown; allowed are " + String.join(", ", keys.keySet()));
  }

  Optional<ConfigKey> key(String name) {
    return Optional.ofNullable(keys.get(name));
  }

  /**
   * Builds a spec.
   *
   * <pre>{@code
   * ConfigSpec spec = ConfigSpec.builder()
   *     .required("endpoint", ConfigKey.Type.URI, "Where the cloud's API is.")
   *     .timeAboveZero("timeout", "30s", "How long a call may take.")
   *     .choice("market", List.of("on-demand", "spot"), "How machines are paid.")
   *     .build();
   * ProviderConfig config = spec.parse(Map.of("endpoint", "https://cloud.example", "market", "spot"));
   * }</pre>
   *
   * <p>One thread at a time may use it.
   */
  public static final class Builder {
    private final List<ConfigKey> keys = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a key that must be given.
     *
     * @param name its name
     * @param type the type of its value
     * @param doc its meaning
     * @return this builder
     */
    public Builder required(String name, ConfigKey.Type type, String doc) {
      return add(name, type, true, Optional.empty(), List.of(), doc);
    }

    /**
     * Adds an optional key without a default.
     *
     * @param name its name
     * @param type the type of its value
     * @param doc its meaning
     * @return this builder
     */
    public Builder optional(String name, ConfigKey.Type type, String doc) {
      return add(name, type, false, Optional.empty(), List.of(), doc);
    }

    /**
     * Adds an optional key with a default.
     *
     * @param name its name
     * @param type the type of its value
     * @param defaultValue the value if it is not given
     * @param doc its meaning
     * @return this builder
     */
    public Builder optional(String name, ConfigKey.Type type, String defaultValue, String doc) {
      return add(name, type, false, Optional.of(defaultValue), List.of(), doc);
    }

    /**
     * Adds a number with a default and a range.
     *
     * @param name its name
     * @param type INTEGER or DECIMAL
     * @param defaultValue the value if it is not given
     * @param minimum the least allowed
     * @param maximum the greatest allowed
     * @param doc its meaning
     * @return this builder
     */
    public Builder optional(
        String name,
        ConfigKey.Type type,
        String defaultValue,
        double minimum,
        double maximum,
        String doc) {
      return add(new ConfigKey(
          name, type, false, Optional.of(defaultValue), List.of(), minimum, maximum, doc));
    }

    /**
     * Adds a time span with a default, which must be above 0.
     *
     * @param name its name
     * @param defaultValue the value if it is not given
     * @param doc its meaning
     * @return this builder
     */
    public Builder timeAboveZero(String name, String defaultValue, String doc) {
      return optional(name, ConfigKey.Type.DURATION, defaultValue, 0.001, 0, doc);
    }

    /**
     * Adds a choice with a default.
     *
     * @param name its name
     * @param choices the allowed values, the default first
     * @param doc its meaning
     * @return this builder
     */
    public Builder choice(String name, List<String> choices, String doc) {
      return add(name, ConfigKey.Type.CHOICE, false, Optional.of(choices.get(0)), choices, doc);
    }

    /**
     * Adds a key.
     *
     * @param key the key
     * @return this builder
     */
    public Builder add(ConfigKey key) {
      keys.add(key);
      return this;
    }

    private Builder add(
        String name,
        ConfigKey.Type type,
        boolean required,
        Optional<String> defaultValue,
        List<String> choices,
        String doc) {
      boolean counts = type == ConfigKey.Type.INTEGER || type == ConfigKey.Type.DECIMAL;
      double most = type == ConfigKey.Type.INTEGER ? Integer.MAX_VALUE : Double.MAX_VALUE;
      return add(
          new ConfigKey(name, type, required, defaultValue, choices, 0, counts ? most : 0, doc));
    }

    /**
     * Builds the spec.
     *
     * @return the spec
     * @throws IllegalArgumentException if a key is declared twice or a default is not allowed
     */
    public ConfigSpec build() {
      return new ConfigSpec(keys);
    }
  }
}
