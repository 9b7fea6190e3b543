package io.cloudadapter.cli.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Lines and bars along an axis, which the template {@code plot.svg} draws. Plots of the same axis align, so that what
 * belongs together is below each other.
 */
public final class SvgPlot {
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
  final int pointerY = top + 10;
  final int tickY;
  final int tick;
  final List<Lane> lanes = new ArrayList<>();
  final List<Level> levels = new ArrayList<>();
  final List<Line> lines = new ArrayList<>();
  final List<Pointer> pointers = new ArrayList<>();

  private final PlotAxis axis;
  private final int height;
  private final double most;

  /**
   * An empty plot.
   *
   * @param id unique on the page
   * @param title what it shows
   * @param description the same in a sentence with figures, for those who cannot see it
   * @param axis what it goes along
   * @param height of the lines, without the axis
   * @param most the greatest value
   */
  public SvgPlot(
      String id, String title, String description, PlotAxis axis, int height, double most) {
    this.id = id;
    this.title = title;
    this.description = description;
    this.axis = axis;
    this.height = height;
    this.most = Math.max(1, most);
    this.tall = top + height + 24;
    this.tickY = top + height + 18;
    this.tick = height + 4;
  }

  /** A line through values, as a path of SVG. */
  record Line(String style, String path) {}

  /** A row of bars with its name at the left. */
  record Lane(String label, double labelY, double ground, String style, String bars) {}

  /** A line across at a round value. */
  record Level(double value, double y, double labelY) {}

  /** A line down at a value that the page is about, with its label beside it. */
  record Pointer(String text, double x, double textX, String style) {}

  /**
   * A value that holds from one place to another.
   *
   * @param from where it begins on the axis
   * @param to where it ends
   * @param value the value
   */
  public record Span(double from, double to, double value) {}

  /** A line down at a value that the axis names. */
  record Mark(String text, double x) {}

  private double x(double at) {
    return left + (right - left) * axis.share(at);
  }

  private double y(double value) {
    return top + height * (1 - value / most);
  }

  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /**
   * Adds a line.
   *
   * @param style its class in the style sheet
   * @param places where its values are on the axis, rising
   * @param values the values
   * @param steps whether each value holds until the next; else the line goes straight there
   */
  public void line(String style, List<Double> places, List<Double> values, boolean steps) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < places.size(); i++) {
      String x = number(x(places.get(i)));
      String y = number(y(values.get(i)));
      boolean same = steps && i > 0 && values.get(i).equals(values.get(i - 1));
      if (i == 0) {
        path.append('M').append(x).append(' ').append(y);
      } else if (!steps) {
        path.append('L').append(x).append(' ').append(y);
      } else if (!same) {
        path.append('H').append(x).append('V').append(y);
      } else if (i == places.size() - 1) {
        path.append('H').append(x);
      }
    }
    lines.add(new Line(style, path.toString()));
  }

  /**
   * Adds values of separate things, such as cases, which no line joins.
   *
   * @param style its class in the style sheet
   * @param spans the values
   */
  public void spans(String style, List<Span> spans) {
    StringBuilder path = new StringBuilder();
    for (Span span : spans) {
      path.append('M').append(number(x(span.from()))).append(' ');
      path.append(number(y(span.value()))).append('H').append(number(x(span.to())));
    }
    lines.add(new Line(style, path.toString()));
  }

  /**
   * Marks a value of the axis by a line down, with a label beside it.
   *
   * @param at where it is on the axis
   * @param text the label
   */
  public void pointer(double at, String text) {
    boolean labelAtLeft = axis.share(at) > 0.5;
    double x = x(at);
    pointers.add(
        new Pointer(text, x, labelAtLeft ? x - 4 : x + 4, labelAtLeft ? "lane" : "beside"));
  }

  /**
   * Adds one of several rows of bars, each of which ends at its place.
   *
   * @param row its number from the top, from 0 on
   * @param rows how many rows there are
   * @param label its name
   * @param style its class in the style sheet
   * @param places where the bars end on the axis, rising; the first only begins the second one
   * @param values the heights; 0 has none
   */
  public void lane(
      int row, int rows, String label, String style, List<Double> places, List<Double> values) {
    double rowHeight = height / (double) rows;
    double ground = top + rowHeight * (row + 1);
    double greatest =
        Math.max(1, values.stream().mapToDouble(value -> value).max().orElse(1));
    String bars = bars(places, values, ground, (rowHeight - 4) / greatest);
    lanes.add(new Lane(label, ground - 3, ground, style, bars));
  }

  /** Bars from the ground up, each from one time to the next; those of value 0 are left out. */
  private String bars(List<Double> places, List<Double> values, double ground, double unit) {
    StringBuilder path = new StringBuilder();
    for (int i = 1; i < places.size(); i++) {
      if (values.get(i) > 0) {
        double from = x(places.get(i - 1));
        String up = number(Math.max(1.5, unit * values.get(i)));
        path.append('M').append(number(from)).append(' ').append(number(ground));
        path.append("v-").append(up);
        path.append('h').append(number(Math.max(1, x(places.get(i)) - from - 0.5)));
        path.append('v').append(up).append('z');
      }
    }
    return path.toString();
  }

  /** Adds lines across at round values, with their numbers. */
  public void scale() {
    double step = Math.pow(10, Math.floor(Math.log10(most)));
    step = most / step < 2 ? step / 5 : most / step < 5 ? step / 2 : step;
    for (double value = 0; value <= most; value += Math.max(1, step)) {
      levels.add(new Level(value, y(value), y(value) + 4));
    }
  }

  /** Where the axis names values. */
  List<Mark> marks() {
    return axis.ticks().stream()
        .map(tick -> new Mark(tick.text(), x(tick.at())))
        .toList();
  }
}
