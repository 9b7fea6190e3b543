package io.cloudadapter.cli.simulate;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Draws lines and bars over time, as SVG. All plots of a page have the same time axis, so that simultaneous events
 * align.
 */
final class SvgPlot {
  private static final int WIDTH = 960;
  private static final int LEFT = 150;
  private static final int RIGHT = 16;
  private static final int TOP = 10;
  private static final int BOTTOM = 24;
  private static final int[] TIME_STEPS = {3, 6, 12, 24, 48, 7 * 24, 14 * 24, 28 * 24, 56 * 24};

  private final String id;
  private final String title;
  private final String description;
  private final Duration length;
  private final int height;
  private final double most;
  private final StringBuilder body = new StringBuilder();

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
  }

  private double x(Duration at) {
    return LEFT + (WIDTH - LEFT - RIGHT) * (at.toSeconds() / (double) length.toSeconds());
  }

  private double y(double value) {
    return TOP + height * (1 - value / most);
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** A line; with steps, each value holds until the next. */
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
    body.append("<path class=\"").append(style).append("\" d=\"").append(path).append("\"/>\n");
  }

  /** Bars from the ground up, each from one time to the next; those of value 0 are left out. */
  void bars(String style, List<Duration> times, List<Double> values, double ground, double tall) {
    StringBuilder path = new StringBuilder();
    for (int i = 1; i < times.size(); i++) {
      if (values.get(i) > 0) {
        double left = x(times.get(i - 1));
        double width = Math.max(1, x(times.get(i)) - left - 0.5);
        double up = Math.max(1.5, tall * values.get(i));
        path.append('M').append(number(left)).append(' ').append(number(ground));
        path.append('v').append(number(-up)).append('h').append(number(width));
        path.append('v').append(number(up)).append('z');
      }
    }
    body.append("<path class=\"").append(style).append("\" d=\"").append(path).append("\"/>\n");
  }

  /** A row of bars with its name at the left; rows are numbered from the top. */
  void lane(
      int row, int rows, String label, String style, List<Duration> times, List<Double> values) {
    double tall = height / (double) rows;
    double ground = TOP + tall * (row + 1);
    double greatest =
        Math.max(1, values.stream().mapToDouble(value -> value).max().orElse(1));
    body.append("<text class=\"lane\" x=\"").append(LEFT - 6).append("\" y=\"");
    body.append(number(ground - 3))
        .append("\">")
        .append(XmlEscaper.text(label))
        .append("</text>\n");
    body.append("<path class=\"grid\" d=\"M").append(LEFT).append(' ').append(number(ground));
    body.append('H').append(WIDTH - RIGHT).append("\"/>\n");
    bars(style, times, values, ground, (tall - 4) / greatest);
  }

  /** Bars over the whole height. */
  void bars(String style, List<Duration> times, List<Double> values) {
    bars(style, times, values, TOP + height, height / most);
  }

  /** Lines across at round values, with their numbers. */
  void scale() {
    double step = Math.pow(10, Math.floor(Math.log10(most)));
    step = most / step < 2 ? step / 5 : most / step < 5 ? step / 2 : step;
    for (double value = 0; value <= most; value += Math.max(1, step)) {
      String y = number(y(value));
      body.append("<path class=\"grid\" d=\"M").append(LEFT).append(' ').append(y);
      body.append('H').append(WIDTH - RIGHT).append("\"/>\n<text class=\"lane\" x=\"");
      body.append(LEFT - 6).append("\" y=\"").append(number(y(value) + 4)).append("\">");
      body.append(number(value)).append("</text>\n");
    }
  }

  private void timeAxis() {
    int hours = (int) length.toHours();
    int step = TIME_STEPS[TIME_STEPS.length - 1];
    for (int i = TIME_STEPS.length - 1; i >= 0; i--) {
      step = hours / TIME_STEPS[i] <= 10 ? TIME_STEPS[i] : step;
    }
    for (int hour = 0; hour <= hours; hour += step) {
      String x = number(x(Duration.ofHours(hour)));
      body.append("<path class=\"grid\" d=\"M").append(x).append(' ').append(TOP);
      body.append('v')
          .append(height + 4)
          .append("\"/>\n<text class=\"time\" x=\"")
          .append(x);
      body.append("\" y=\"").append(TOP + height + 18).append("\">");
      body.append(step < 24 ? hour % 24 + ":00" : "day " + (hour / 24 + 1)).append("</text>\n");
    }
  }

  String svg() {
    timeAxis();
    int tall = TOP + height + BOTTOM;
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 " + WIDTH + " "
        + tall + "\" aria-labelledby=\"" + id + "-title " + id + "-text\">\n<title id=\"" + id
        + "-title\">" + XmlEscaper.text(title) + "</title>\n<desc id=\"" + id + "-text\">"
        + XmlEscaper.text(description) + "</desc>\n" + body + "</svg>\n";
  }
}
