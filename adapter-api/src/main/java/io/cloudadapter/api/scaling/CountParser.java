package io.cloudadapter.api.scaling;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A caller's count: a whole number above 0, or its canonical decimal text. "02", "+2", " 2", 2.0 and true are not
 * counts (scaling policy 1.0, as Senlin's code reads it).
 */
final class CountParser {
  /** Not a count. */
  static final long INVALID = 0;
  /** A count that exceeds every pool; its digits are in {@link #exactly}. */
  static final long HUGE = Long.MAX_VALUE / 4;

  /** The most digits of a count that is added up. */
  private static final int MOST_DIGITS = 100;

  private CountParser() {}

  /** Returns the number, {@link #INVALID} or {@link #HUGE}. */
  static long of(Object count) {
    if (count instanceof Integer
        || count instanceof Long
        || count instanceof Short
        || count instanceof Byte) {
      return Math.min(HUGE, Math.max(INVALID, ((Number) count).longValue()));
    }
    if (count instanceof BigInteger big) {
      return big.signum() <= 0 || big.bitLength() > 4 * MOST_DIGITS
          ? INVALID
          : big.bitLength() < 62 ? big.longValue() : HUGE;
    }
    return count instanceof String text && canonical(text)
        ? text.length() <= 18 ? Long.parseLong(text) : HUGE
        : INVALID;
  }

  /** Returns the reason to refuse a scaling whose count is not a count. */
  static String refusal(@Nullable Object count, ScalingDirection event) {
    return "Invalid count (" + PythonRepr.of(count) + ") for action '" + event.action() + "'.";
  }

  /** Returns a count that {@link #of} accepted, with all its digits. */
  static BigInteger exactly(Object count) {
    return count instanceof BigInteger big ? big : new BigInteger(count.toString());
  }

  private static boolean canonical(@Nullable String text) {
    if (text == null || text.isEmpty() || text.length() > MOST_DIGITS || text.charAt(0) == '0') {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
