package io.cloudadapter.spi.config;

import io.cloudadapter.api.TimeSpan;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A key of a configuration, with its type, range and meaning.
 *
 * @param name {@code [a-z][A-Za-z0-9]*}, parts joined by dots
 * @param type the type of its value
 * @param required whether it must be given
 * @param defaultValue the value if it is not given, if there is a default
 * @param choices the allowed values, for CHOICE
 * @param minimum the least allowed number, for INTEGER, DECIMAL, and DURATION in seconds
 * @param maximum the greatest allowed number, for INTEGER and DECIMAL
 * @param doc its meaning, in a sentence, with its unit
 */
public record ConfigKey(
    String name,
    Type type,
    boolean required,
    Optional<String> defaultValue,
    List<String> choices,
    double minimum,
    double maximum,
    String doc) {
  /** As the minimum of a DECIMAL: any number above 0. */
  public static final double ABOVE_ZERO = Double.MIN_VALUE;

  private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)*");

  /** The types of values. */
  public enum Type {
    /** Any text that is not empty. */
    TEXT,
    /** A text that never prints. */
    SECRET,
    /** A whole number in the key's range. */
    INTEGER,
    /** A number in the key's range. */
    DECIMAL,
    /** {@code true} or {@code false}. */
    BOOLEAN,
    /**
     * A time span of the key's minimum or more, see {@link TimeSpan}: {@code 250ms}, {@code 30s}, {@code 5m},
     * {@code 2h}, {@code 1d}.
     */
    DURATION,
    /** An absolute URI. */
    URI,
    /** One of the key's choices. */
    CHOICE,
    /** Texts, separated by commas. */
    LIST
  }

  /** Checks the name and copies the choices. */
  public ConfigKey {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(doc, "doc");
    Objects.requireNonNull(defaultValue, "defaultValue");
    choices = List.copyOf(choices);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("config key must match " + NAME + ", was: " + name);
    }
    if (required && defaultValue.isPresent()) {
      throw new IllegalArgumentException("config key " + name + " is required, so has no default");
    }
  }
}
