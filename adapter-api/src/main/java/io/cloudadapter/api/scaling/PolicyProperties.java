package io.cloudadapter.api.scaling;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the properties of a policy from JSON or YAML, with the coercions and messages of Senlin's schemas. Each key
 * that was read counts as known; {@link #blameOthers} reports the rest.
 *
 * <p>The reader collects errors and goes on with a valid value in place of a wrong one, so that a person can mend
 * everything at once. {@link #refuseFaults} then throws if there were errors.
 */
final class PolicyProperties {
  private static final Set<String> TRUE = Set.of("1", "t", "true", "on", "y", "yes");
  private static final Set<String> FALSE = Set.of("0", "f", "false", "off", "n", "no");

  /** More digits than any number needs; converting a million digits would take seconds. */
  private static final int MOST_DIGITS = 400;

  private final Map<?, ?> values;
  private final String path;
  private final List<Noted> faults;
  private final boolean readable;
  private final Set<Object> known = new HashSet<>();

  /** An error, and the exception that reports it. */
  private record Noted(PolicyError fault, PoolException refusal) {}

  private PolicyProperties(Map<?, ?> values, String path, List<Noted> faults, boolean readable) {
    this.values = values;
    this.path = path;
    this.faults = faults;
    this.readable = readable;
  }

  static PolicyProperties of(Map<?, ?> values) {
    return new PolicyProperties(values, "", new ArrayList<>(), true);
  }

  private PolicyProperties inner(@Nullable Object value, String where) {
    if (value instanceof Map<?, ?> map) {
      return new PolicyProperties(map, where, faults, true);
    }
    note(where, refusal("'" + PythonRepr.of(value) + "' is not a Map"));
    return unread(where);
  }

  /** Stands in for a value that is not a map; errors about its missing keys are not reported. */
  private PolicyProperties unread(String where) {
    return new PolicyProperties(Map.of(), where, faults, false);
  }

  private String at(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  boolean has(String key) {
    known.add(key);
    return values.containsKey(key);
  }

  /** Returns whether the key is present without a value. */
  boolean isNull(String key) {
    return has(key) && values.get(key) == null;
  }

  /** Returns a required text; null, with an error, if there is none. */
  @Nullable
  String text(String key) {
    return given(key) ? read(key) : null;
  }

  /** Returns an optional text; the default, with an error, if the value is not a text. */
  String text(String key, String absent) {
    String text = has(key) ? read(key) : absent;
    return text == null ? absent : text;
  }

  /** Returns a text unchanged; a number or a boolean is written as Senlin's clients write it. */
  private @Nullable String read(String key) {
    Object value = values.get(key);
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof Number || value instanceof Boolean) {
      return PythonRepr.of(value);
    }
    blameValue(key, "The value '" + PythonRepr.of(value) + "' is not a valid String");
    return null;
  }

  /** Returns a required map. */
  PolicyProperties map(String key) {
    return given(key) ? inner(values.get(key), at(key)) : unread(at(key));
  }

  /** Returns an optional map. */
  PolicyProperties mapIfAny(String key) {
    return has(key) ? map(key) : new PolicyProperties(Map.of(), at(key), faults, readable);
  }

  /** Returns a required list of maps; null, with an error, if there is none. */
  @Nullable
  List<PolicyProperties> maps(String key) {
    if (!given(key)) {
      return null;
    }
    Object value = values.get(key);
    if (value instanceof List<?> list) {
      List<PolicyProperties> inner = new ArrayList<>();
      for (Object item : list) {
        inner.add(inner(item, at(key) + "[" + inner.size() + "]"));
      }
      return inner;
    }
    blameValue(key, "'" + PythonRepr.of(value) + "' is not a List");
    return null;
  }

  /** Returns a list of texts; none, with an error, if the value is another one. */
  List<String> texts(String key) {
    Object value = has(key) ? values.get(key) : List.of();
    if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
      return list.stream().map(String.class::cast).toList();
    }
    blameValue(key, "'" + PythonRepr.of(value) + "' is not a List");
    return List.of();
  }

  /** Returns a whole number; cuts a fraction off, and reads a text. */
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
      blameValue(key, "The value '" + PythonRepr.of(value) + "' is not a valid Integer");
      return absent;
    }
    if (whole.bitLength() >= Integer.SIZE) {
      blame(
          key,
          "the '" + key + "' must be between " + Integer.MIN_VALUE + " and " + Integer.MAX_VALUE
              + ", was " + PythonRepr.of(value));
      return absent;
    }
    return whole.intValue();
  }

  /** Returns a number; reads a text. */
  Number number(String key, Number absent) {
    return has(key) ? read(key, absent) : absent;
  }

  /** Returns a number, or the default for an absent value or null. */
  double numberOrOpen(String key, double open) {
    return has(key) && values.get(key) != null ? read(key, open).doubleValue() : open;
  }

  /** Returns a required number; 1, with an error, if there is none. */
  double number(String key) {
    return given(key) ? read(key, 1).doubleValue() : 1;
  }

  private Number read(String key, Number standIn) {
    Object value = values.get(key);
    Number number = number(value);
    if (number == null) {
      blameValue(key, "The value '" + PythonRepr.of(value) + "' is not a valid number.");
    }
    return number == null ? standIn : number;
  }

  private static @Nullable Number number(@Nullable Object value) {
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
        // The caller reports it, as for every other value that is not a number.
      }
    }
    return null;
  }

  boolean truth(String key, boolean absent) {
    if (!has(key)) {
      return absent;
    }
    Object value = values.get(key);
    String text = PythonRepr.of(value).strip().toLowerCase(Locale.ROOT);
    if (TRUE.contains(text)) {
      return true;
    }
    if (FALSE.contains(text)) {
      return false;
    }
    blameValue(key, "The value '" + PythonRepr.of(value) + "' is not a valid Boolean");
    return absent;
  }

  /** Reports each key that was not read. */
  void blameOthers() {
    for (Object key : values.keySet()) {
      if (!known.contains(key)) {
        blame(PythonRepr.of(key), "Unrecognizable spec item '" + PythonRepr.of(key) + "'");
      }
    }
  }

  private boolean given(String key) {
    if (!has(key)) {
      blame("Required spec item '" + key + "' not provided");
      return false;
    }
    return true;
  }

  /** Returns one of some values; the first of them for a missing text, or, with an error, for an unknown one. */
  <T> T choice(String key, @Nullable String value, List<T> allowed, Function<T, String> name) {
    try {
      return value == null ? allowed.get(0) : oneOf(value, allowed, name);
    } catch (PoolException other) {
      blame(key, other);
      return allowed.get(0);
    }
  }

  /** Senlin's messages do not name the value that they are about. */
  private void blameValue(String key, String problem) {
    note(new Noted(new PolicyError(at(key), problem), refusal(problem, "at " + key)));
  }

  /** Reports another error at this place. */
  void blame(String problem) {
    note(path, refusal(problem));
  }

  /** Reports another error of a value. */
  void blame(String key, String problem) {
    note(at(key), refusal(problem));
  }

  /** Reports another error of a value. */
  void blame(String key, PoolException problem) {
    note(at(key), problem);
  }

  private void note(String where, PoolException refusal) {
    String more = refusal.detail().isEmpty() ? "" : " (" + refusal.detail() + ")";
    note(new Noted(new PolicyError(where, refusal.getMessage() + more), refusal));
  }

  private void note(Noted fault) {
    if (readable) {
      faults.add(fault);
    }
  }

  /** Returns all errors so far, in the order in which they were found. */
  List<PolicyError> faults() {
    return faults.stream().map(Noted::fault).toList();
  }

  /** Returns whether there are no errors so far, here or in the whole specification. */
  boolean sound() {
    return faults.isEmpty();
  }

  /** Throws the first error if there is one, with all the others as suppressed exceptions. */
  void refuseFaults() {
    if (faults.isEmpty()) {
      return;
    }
    PoolException first = faults.get(0).refusal();
    faults.subList(1, faults.size()).forEach(other -> first.addSuppressed(other.refusal()));
    throw first;
  }

  static <T> T oneOf(String value, List<T> allowed, Function<T, String> name) {
    for (T candidate : allowed) {
      if (name.apply(candidate).equals(value)) {
        return candidate;
      }
    }
    throw refusal("'" + PythonRepr.of(value) + "' must be one of the allowed values: "
        + allowed.stream().map(name).collect(Collectors.joining(", ")));
  }

  static void refuse(@Nullable String fault) {
    if (fault != null) {
      throw refusal(fault);
    }
  }

  static PoolException refusal(String message) {
    return refusal(message, "");
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
