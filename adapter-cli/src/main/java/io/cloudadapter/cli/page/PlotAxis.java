package io.cloudadapter.cli.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The horizontal axis of a plot: where it begins and ends, and the round values that it names. All plots of a page that
 * have the same axis align.
 *
 * @param from where it begins
 * @param to where it ends, above the beginning
 * @param ticks the values that it names, in their order
 */
public record PlotAxis(double from, double to, List<Tick> ticks) {
  private static final int[] TIME_STEPS = {3, 6, 12, 24, 48, 7 * 24, 14 * 24, 28 * 24, 56 * 24};
  private static final List<BigDecimal> ROUND =
      List.of(BigDecimal.ONE, BigDecimal.valueOf(2), BigDecimal.valueOf(5), BigDecimal.TEN);
  private static final int MOST_TICKS = 10;

  /**
   * A value that an axis names.
   *
   * @param at the value
   * @param text how it is written
   */
  public record Tick(double at, String text) {}

  /**
   * Checks the length.
   *
   * @throws IllegalArgumentException if the axis does not end above its beginning
   */
  public PlotAxis {
    check(from, to);
    ticks = List.copyOf(ticks);
  }

  private static void check(double from, double to) {
    if (!(to > from)) {
      throw new IllegalArgumentException("to must be above from, was from " + from + " to " + to);
    }
  }

  /** The time from the beginning of a simulation on, in seconds; it names hours or days. */
  public static PlotAxis ofTime(Duration length) {
    int all = (int) length.toHours();
    int step = TIME_STEPS[TIME_STEPS.length - 1];
    for (int i = TIME_STEPS.length - 1; i >= 0; i--) {
      step = all / TIME_STEPS[i] <= MOST_TICKS ? TIME_STEPS[i] : step;
    }
    List<Tick> hours = new ArrayList<>();
    for (int hour = 0; hour <= all; hour += step) {
      hours.add(new Tick(
          Duration.ofHours(hour).toSeconds(),
          step < 24 ? hour % 24 + ":00" : "day " + (hour / 24 + 1)));
    }
    return new PlotAxis(0, length.toSeconds(), hours);
  }

  /** Numbers; it names at most eleven round ones. */
  public static PlotAxis ofNumbers(double from, double to) {
    check(from, to);
    BigDecimal step = step(to - from);
    List<Tick> ticks = new ArrayList<>();
    BigDecimal last = BigDecimal.valueOf(to);
    BigDecimal at =
        BigDecimal.valueOf(from).divide(step, 0, RoundingMode.CEILING).multiply(step);
    while (at.compareTo(last) <= 0) {
      ticks.add(new Tick(at.doubleValue(), text(at.doubleValue())));
      at = at.add(step);
    }
    return new PlotAxis(from, to, ticks);
  }

  /** The smallest of the round steps of which ten reach over a length. */
  private static BigDecimal step(double length) {
    int power = (int) Math.floor(Math.log10(length / MOST_TICKS));
    BigDecimal unit = BigDecimal.ONE.scaleByPowerOfTen(power);
    return ROUND.stream()
        .map(unit::multiply)
        .filter(step -> step.doubleValue() * MOST_TICKS >= length)
        .findFirst()
        .orElse(unit.multiply(BigDecimal.TEN));
  }

  /** A number without digits that it does not need. */
  public static String text(double number) {
    return BigDecimal.valueOf(number)
        .round(new MathContext(12))
        .stripTrailingZeros()
        .toPlainString();
  }

  /** How far along the axis a value lies, from 0 to 1. */
  double share(double value) {
    return (value - from) / (to - from);
  }
}
