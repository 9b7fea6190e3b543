package io.cloudadapter.clusterautoscaler;

import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads amounts of resources as Kubernetes writes them: {@code 250m}, {@code 1.5}, {@code 128Mi}, {@code 1e3}. */
final class ResourceQuantity {
  private static final Pattern FORM = Pattern.compile(
      "([0-9]{1,18}(?:\\.[0-9]{0,9})?)(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?[0-9]{1,2}))?");

  private static final Map<String, BigDecimal> SUFFIXES = Map.ofEntries(
      Map.entry("n", BigDecimal.ONE.movePointLeft(9)),
      Map.entry("u", BigDecimal.ONE.movePointLeft(6)),
      Map.entry("m", BigDecimal.ONE.movePointLeft(3)),
      Map.entry("k", BigDecimal.ONE.movePointRight(3)),
      Map.entry("M", BigDecimal.ONE.movePointRight(6)),
      Map.entry("G", BigDecimal.ONE.movePointRight(9)),
      Map.entry("T", BigDecimal.ONE.movePointRight(12)),
      Map.entry("P", BigDecimal.ONE.movePointRight(15)),
      Map.entry("E", BigDecimal.ONE.movePointRight(18)),
      Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
      Map.entry("Mi", BigDecimal.valueOf(1L << 20)),
      Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
      Map.entry("Ti", BigDecimal.valueOf(1L << 40)),
      Map.entry("Pi", BigDecimal.valueOf(1L << 50)),
      Map.entry("Ei", BigDecimal.valueOf(1L << 60)));

  private ResourceQuantity() {}

  /** The amount in whole units; empty if the text has another form. */
  static OptionalDouble parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return OptionalDouble.empty();
    }
    BigDecimal number = new BigDecimal(matcher.group(1));
    if (matcher.group(2) != null) {
      number = number.multiply(SUFFIXES.get(matcher.group(2)));
    } else if (matcher.group(3) != null) {
      number = number.scaleByPowerOfTen(Integer.parseInt(matcher.group(3)));
    }
    return OptionalDouble.of(number.doubleValue());
  }
}
