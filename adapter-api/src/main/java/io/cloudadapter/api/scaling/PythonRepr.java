package io.cloudadapter.api.scaling;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Writes values from outside for messages in the notation of Python (None, True, 1.5), which Senlin's clients use;
 * cuts them short and makes control characters visible.
 */
final class PythonRepr {
  private static final int LONGEST = 120;

  private PythonRepr() {}

  static String of(@Nullable Object value) {
    if (value == null) {
      return "None";
    }
    if (value instanceof Boolean truth) {
      return truth ? "True" : "False";
    }
    if (value instanceof Double || value instanceof Float) {
      return number(((Number) value).doubleValue());
    }
    StringBuilder shown = new StringBuilder();
    String text = value.toString();
    text.codePoints().limit(LONGEST).forEach(c -> {
      if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
        shown.append(String.format("\\u%04x", c));
      } else {
        shown.appendCodePoint(c);
      }
    });
    return text.codePointCount(0, text.length()) > LONGEST
        ? shown.append('…').toString()
        : shown.toString();
  }

  /** Writes a number of machines, of any magnitude. */
  static String size(long machines) {
    return machines > Integer.MAX_VALUE ? "more than any pool holds" : String.valueOf(machines);
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    double size = Math.abs(value);
    if (size != 0 && (size < 1e-4 || size >= 1e16)) {
      // Python writes 1.0E-7 as 1e-07 and 1.5E20 as 1.5e+20.
      String[] parts = Double.toString(value).split("E", -1);
      int power = Integer.parseInt(parts[1]);
      String digits = parts[0].endsWith(".0") ? parts[0].replace(".0", "") : parts[0];
      return digits
          + (power < 0 ? "e-" : "e+")
          + (Math.abs(power) < 10 ? "0" : "")
          + Math.abs(power);
    }
    String plain = new BigDecimal(Double.toString(value)).toPlainString();
    return plain.contains(".") ? plain : plain + ".0";
  }
}
