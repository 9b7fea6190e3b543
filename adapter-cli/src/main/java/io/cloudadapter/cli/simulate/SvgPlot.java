package io.cloudadapter.cli.simulate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Lines and bars over time, which the template {@code plot.svg} draws. All plots of a page have the same time axis, so
 * that simultaneous events align.
 */
final class SvgPlot {
  private static final int[] TIME_STEPS = {3, 6, 12, 24, 48, 7 * 24, 14 * 24, 28 * 24, 56 * 24};

  // What the template reads by name, up to the lists of what is drawn.
  final String id;
  final String title;
  final String description;
  final int width = 960;
  final int tall;
  final int left = 150;
  final int right = 944;
  final int top = 10;
  final int labelX = left - 6;
  final int hourY;
  final int tick;
  final List<Lane> lanes = new ArrayList<>();
  final List<Level> levels = new ArrayList<>();
  final List<Line> lines = new ArrayList<>();

  private final Duration length;
  private final int height;
  private final double most;

  /**
   * An empty plot.
   *
   * @param id unique on the page
   * @param title what it shows
   * @param description the same in a sentence with figures, for those who cannot see it
   * @param length the whole time
   * @param height of the lines, without the axis
   * @param most the greatest value
   */
  SvgPlot(String id, String title, String description, Duration length, int height, double most) {
    this.id = id;
    this.title = title;
    this.description = description;
    this.length = length;
    this.height = height;
    this.most = Math.max(1, most);
    this.tall = top + height + 24;
    this.hourY = top + height + 18;
    this.tick = height + 4;
  }

  /** A line through values, as a path of SVG. */
  record Line(String style, String path) {}

  /** A row of bars with its name at the left. */
  record Lane(String label, double labelY, double ground, String style, String bars) {}

  /** A line across at a round value. */
  record Level(double value, double y, double labelY) {}

  /** A line down at an hour or a day. */
  record Hour(String text, double x) {}

  private double x(Duration at) {
    return left + (right - left) * (at.toSeconds() / (double) length.toSeconds());
  }

  private double y(double value) {
    return top + height * (1 - value / most);
  }

  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** Adds a line; with steps, each value holds until the next. */
  void line(String style, List<Duration> times, List<Double> values, boolean steps) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < times.size(); i++) {
      String x = number(x(times.get(i)));
      String y = number(y(values.get(i)));
      boolean same = steps && i > 0 && values.get(i).equals(values.get(i - 1));
      if (i == 0) {
        path.append('M').append(x).append(' ').append(y);
      } else if (!steps) {
        path.append('L').append(x).append(' ').append(y);
      } else if (!same) {
        path.append('H').append(x).append('V').append(y);
      } else if (i == times.size() - 1) {
        path.append('H').append(x);
      }
    }
    lines.add(new Line(style, path.toString()));
  }

  /** Adds one of several rows of bars; they are numbered from the top. */
  void lane(
      int row, int rows, String label, String style, List<Duration> times, List<Double> values) {
    double rowHeight = height / (double) rows;
    double ground = top + rowHeight * (row + 1);
    double greatest =
        Math.max(1, values.stream().mapToDouble(value -> value).max().orElse(1));
    String bars = bars(times, values, ground, (rowHeight - 4) / greatest);
    lanes.add(new Lane(label, ground - 3, ground, style, bars));
  }

  /** Bars from the ground up, each from one time to the next; those of value 0 are left out. */
  private String bars(List<Duration> times, List<Double> values, double ground, double unit) {
    StringBuilder path = new StringBuilder();
    for (int i = 1; i < times.size(); i++) {
      if (values.get(i) > 0) {
        double from = x(times.get(i - 1));
        String up = number(Math.max(1.5, unit * values.get(i)));
        path.append('M').append(number(from)).append(' ').append(number(ground));
        path.append("v-").append(up);
        path.append('h').append(number(Math.max(1, x(times.get(i)) - from - 0.5)));
        path.append('v').append(up).append('z');
      }
    }
    return path.toString();
  }

  /** Adds lines across at round values, with their numbers. */
  void scale() {
    double step = Math.pow(10, Math.floor(Math.log10(most)));
    step = most / step < 2 ? step / 5 : most / step < 5 ? step / 2 : step;
    for (double value = 0; value <= most; value += Math.max(1, step)) {
      levels.add(new Level(value, y(value), y(value) + 4));
    }
  }

  /** The time axis. */
  List<Hour> hours() {
    int all = (int) length.toHours();
    int step = TIME_STEPS[TIME_STEPS.length - 1];
    for (int i = TIME_STEPS.length - 1; i >= 0; i--) {
      step = all / TIME_STEPS[i] <= 10 ? TIME_STEPS[i] : step;
    }
    List<Hour> hours = new ArrayList<>();
    for (int hour = 0; hour <= all; hour += step) {
      String text = step < 24 ? hour % 24 + ":00" : "day " + (hour / 24 + 1);
      hours.add(new Hour(text, x(Duration.ofHours(hour))));
    }
    return hours;
  }
}
