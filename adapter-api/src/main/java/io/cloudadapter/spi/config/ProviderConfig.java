package io.cloudadapter.spi.config;

import io.cloudadapter.api.Secret;
import io.cloudadapter.api.TimeSpan;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The values that a {@link ConfigSpec} has accepted, with defaults filled in. Never changes. */
public final class ProviderConfig {
  private final ConfigSpec spec;
  private final Map<String, String> values;

  ProviderConfig(ConfigSpec spec, Map<String, String> values) {
    this.spec = spec;
    this.values = new TreeMap<>(values);
  }

  /**
   * Returns whether a key has a value, given or by default.
   *
   * @param key a declared key
   * @return true if it has one
   */
  public boolean has(String key) {
    return find(key).isPresent();
  }

  /**
   * Returns a text.
   *
   * @param key a declared key with a value
   * @return its value
   * @throws IllegalArgumentException if the key is not declared, has no value, or is a secret
   */
  public String text(String key) {
    if (spec.key(key).filter(k -> k.type() == ConfigKey.Type.SECRET).isPresent()) {
      throw new IllegalArgumentException("config key " + key + " is a secret; ask for it as one");
    }
    return value(key);
  }

  /**
   * Returns a secret.
   *
   * @param key a declared key with a value
   * @return its value, wrapped
   * @throws IllegalArgumentException if the key is not declared or has no value
   */
  public Secret secret(String key) {
    return Secret.of(value(key));
  }

  /**
   * Returns a whole number.
   *
   * @param key a declared key with a value
   * @return its value
   * @throws IllegalArgumentException if the key is not declared or has no value
   */
  public int integer(String key) {
    return Integer.parseInt(value(key));
  }

  /**
   * Returns a number.
   *
   * @param key a declared key with a value
   * @return its value
   * @throws IllegalArgumentException if the key is not declared or has no value
   */
  public double decimal(String key) {
    return Double.parseDouble(value(key));
  }

  /**
   * Returns a boolean.
   *
   * @param key a declared key with a value
   * @return its value
   * @throws IllegalArgumentException if the key is not declared or has no value
   */
  public boolean flag(String key) {
    return value(key).equals("true");
  }

  /**
   * Returns a time span.
   *
   * @param key a declared key with a value
   * @return its value, 0 or more
   * @throws IllegalArgumentException if the key is not declared or has no value
   */
  public Duration duration(String key) {
    return TimeSpan.parse(value(key));
  }

  /**
   * Returns an absolute URI.
   *
   * @param key a declared key with a value
   * @return its value
   * @throws IllegalArgumentException if the key is not declared or has no value
   */
  public URI uri(String key) {
    return URI.create(value(key));
  }

  /**
   * Returns a list of texts.
   *
   * @param key a declared key
   * @return its values, empty if the key has no value
   * @throws IllegalArgumentException if the key is not declared
   */
  public List<String> list(String key) {
    return find(key).map(ConfigValue::list).orElse(List.of());
  }

  private String value(String key) {
    return find(key)
        .orElseThrow(() -> new IllegalArgumentException("config key " + key + " has no value"));
  }

  private Optional<String> find(String key) {
    if (spec.key(key).isEmpty()) {
      throw new IllegalArgumentException("config key " + key + " is not declared");
    }
    return Optional.ofNullable(values.get(key));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ProviderConfig that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Shows the values, secrets as stars. */
  @Override
  public String toString() {
    Map<String, String> shown = new TreeMap<>();
    values.forEach((name, value) -> shown.put(
        name,
        spec.key(name).filter(k -> k.type() == ConfigKey.Type.SECRET).isPresent() ? "***" : value));
    return "ProviderConfig" + shown;
  }
}
