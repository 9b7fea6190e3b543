package io.cloudadapter.spi.config;

import io.cloudadapter.api.TimeSpan;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Converts the texts of a configuration to the types of their keys. */
final class ConfigValue {
  private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]{0,9})");
  private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9][0-9]{0,14})(\\.[0-9]{1,15})?");

  private ConfigValue() {}

  /**
   * Returns what is wrong with a value, as the rest of a sentence that begins with the key's name; never a secret's
   * value.
   */
  static Optional<String> problem(ConfigKey key, String value) {
    return switch (key.type()) {
      case TEXT -> unless(!value.isBlank(), "must not be empty");
      case SECRET -> unless(!value.isEmpty(), "must not be empty");
      case INTEGER ->
        unless(inRange(key, INTEGER, value), "must be a whole number" + range(key, value));
      case DECIMAL -> unless(inRange(key, DECIMAL, value), "must be a number" + range(key, value));
      case BOOLEAN ->
        unless(
            value.equals("true") || value.equals("false"), "must be true or false, was " + value);
      case DURATION -> span(key, value);
      case URI -> unless(absolute(value), "must be an absolute URI, was " + value);
      case CHOICE -> unless(key.choices().contains(value), notAChoice(key, value));
      case LIST ->
        unless(list(value).stream().noneMatch(String::isEmpty), "must not have empty parts");
    };
  }

  private static Optional<String> unless(boolean well, String problem) {
    return well ? Optional.empty() : Optional.of(problem);
  }

  private static Optional<String> span(ConfigKey key, String value) {
    try {
      double seconds = TimeSpan.parse(value).toMillis() / 1000.0;
      return unless(
          seconds >= key.minimum(),
          "must be a time span of "
              + TimeSpan.text(Duration.ofMillis(Math.round(1000 * key.minimum())))
              + " or more, was " + value);
    } catch (IllegalArgumentException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  private static boolean inRange(ConfigKey key, Pattern form, String value) {
    if (!form.matcher(value).matches()) {
      return false;
    }
    double number = Double.parseDouble(value);
    return number >= key.minimum() && number <= key.maximum();
  }

  private static String range(ConfigKey key, String value) {
    if (key.minimum() == ConfigKey.ABOVE_ZERO) {
      return " above 0, at most " + plain(key.maximum()) + ", was " + value;
    }
    String most = key.maximum() >= Integer.MAX_VALUE ? " or more" : " to " + plain(key.maximum());
    return ", " + plain(key.minimum()) + most + ", was " + value;
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  private static boolean absolute(String value) {
    try {
      URI uri = new URI(value);
      return uri.isAbsolute() && uri.getUserInfo() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static String notAChoice(ConfigKey key, String value) {
    return "must be one of " + String.join(", ", key.choices()) + ", was " + value
        + SpellingSuggestion.to(value, key.choices())
            .map(near -> "; did you mean " + near + "?")
            .orElse("");
  }

  static List<String> list(String value) {
    return value.isBlank()
        ? List.of()
        : Stream.of(value.split(",", -1)).map(String::trim).toList();
  }
}
