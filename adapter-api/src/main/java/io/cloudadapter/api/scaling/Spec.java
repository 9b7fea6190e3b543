package io.cloudadapter.api.scaling;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a policy as they come from JSON or YAML, read with the coercions and messages of
 * Senlin's schemas. Each key that was read is known; {@link #refuseOthers} refuses the rest.
 */
final class Spec {
  private static final Set<String> TRUE = Set.of("1", "t", "true", "on", "y", "yes");
  private static final Set<String> FALSE = Set.of("0", "f", "false", "off", "n", "no");

  /** More digits than any number needs; the conversion of a million of them would take seconds. */
  private static final int MOST_DIGITS = 400;

  private final Map<?, ?> values;
  private final Set<Object> known = new HashSet<>();

  private Spec(Map<?, ?> values) {
    this.values = values;
  }

  static Spec of(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return new Spec(map);
    }
    throw refusal("'" + Shown.of(value) + "' is not a Map");
  }

  boolean has(String key) {
    known.add(key);
    return values.containsKey(key);
  }

  /** Whether the key is there, and without a value. */
  boolean isNull(String key) {
    return has(key) && values.get(key) == null;
  }

  /** The properties by their names; a key that is no text shows as it would in a message. */
  Map<String, @Nullable Object> byName() {
    Map<String, @Nullable Object> byName = new LinkedHashMap<>();
    values.forEach((key, value) -> byName.put(Shown.of(key), value));
    return byName;
  }

  /** A required text. */
  String text(String key) {
    return Shown.of(required(key));
  }

  String text(String key, String absent) {
    return has(key) ? Shown.of(values.get(key)) : absent;
  }

  /** A required map. */
  Spec map(String key) {
    return of(required(key));
  }

  /** A required list. */
  List<?> list(String key) {
    Object value = required(key);
    if (value instanceof List<?> list) {
      return list;
    }
    throw refusal("'" + Shown.of(value) + "' is not a List");
  }

  /** A whole number; one with a fraction is cut, a text is read. */
  int integer(String key, int absent) {
    if (!has(key)) {
      return absent;
    }
    Object value = values.get(key);
    BigInteger whole = null;
    if (value instanceof Number number) {
      whole = whole(number);
    } else if (value instanceof String text && text.length() <= MOST_DIGITS) {
      whole = text.strip().matches("[+-]?[0-9]+") ? new BigInteger(text.strip()) : null;
    }
    if (whole == null) {
      throw refusal("The value '" + Shown.of(value) + "' is not a valid Integer");
    }
    if (whole.bitLength() >= Integer.SIZE) {
      throw refusal("the '" + key + "' must be between " + Integer.MIN_VALUE + " and "
          + Integer.MAX_VALUE + ", was " + Shown.of(value));
    }
    return whole.intValue();
  }

  /** A number; a text is read. */
  Number number(String key, Number absent) {
    return has(key) ? number(values.get(key)) : absent;
  }

  /** A number, or what an absent one or null stands for. */
  double numberOrOpen(String key, double open) {
    return has(key) && values.get(key) != null ? number(values.get(key)).doubleValue() : open;
  }

  /** A required number. */
  double number(String key) {
    return number(required(key)).doubleValue();
  }

  private static Number number(@Nullable Object value) {
    if (value instanceof Number number
        && (isWhole(number) || Double.isFinite(number.doubleValue()))) {
      return number;
    }
    if (value instanceof String text && text.length() <= MOST_DIGITS) {
      try {
        BigDecimal number = new BigDecimal(text.strip());
        if (text.strip().matches("[+-]?[0-9]+")) {
          return number.toBigInteger();
        }
        if (Double.isFinite(number.doubleValue())) {
          return number.doubleValue();
        }
      } catch (NumberFormatException notOne) {
        // Said below, as for every other value that is none.
      }
    }
    throw refusal("The value '" + Shown.of(value) + "' is not a valid number.");
  }

  boolean truth(String key, boolean absent) {
    if (!has(key)) {
      return absent;
    }
    Object value = values.get(key);
    String text = Shown.of(value).strip().toLowerCase(Locale.ROOT);
    if (TRUE.contains(text)) {
      return true;
    }
    if (FALSE.contains(text)) {
      return false;
    }
    throw refusal("The value '" + Shown.of(value) + "' is not a valid Boolean");
  }

  /** Refuses a key that nobody has asked for. */
  void refuseOthers() {
    for (Object key : values.keySet()) {
      if (!known.contains(key)) {
        throw refusal("Unrecognizable spec item '" + Shown.of(key) + "'");
      }
    }
  }

  private @Nullable Object required(String key) {
    if (!has(key)) {
      throw refusal("Required spec item '" + key + "' not provided");
    }
    return values.get(key);
  }

  static <T> T oneOf(String value, List<T> allowed, Function<T, String> name) {
    for (T candidate : allowed) {
      if (name.apply(candidate).equals(value)) {
        return candidate;
      }
    }
    throw refusal("'" + value + "' must be one of the allowed values: "
        + allowed.stream().map(name).collect(Collectors.joining(", ")));
  }

  static void refuse(@Nullable String fault) {
    if (fault != null) {
      throw refusal(fault);
    }
  }

  static PoolException refusal(String message) {
    return refusal(message, "nothing was changed");
  }

  static PoolException refusal(String message, String detail) {
    return new PoolException(Reason.INVALID, message, detail);
  }

  private static boolean isWhole(Number number) {
    return number instanceof Integer
        || number instanceof Long
        || number instanceof BigInteger
        || number instanceof Short
        || number instanceof Byte;
  }

  private static @Nullable BigInteger whole(Number number) {
    if (isWhole(number)) {
      return new BigInteger(number.toString());
    }
    double value = number.doubleValue();
    return Double.isFinite(value) ? new BigDecimal(value).toBigInteger() : null;
  }
}
