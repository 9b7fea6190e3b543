package io.cloudadapter.client;

import io.cloudadapter.api.Metric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads counters, gauges and summaries from Prometheus's text format; other types are left out. */
final class MetricsTextReader {
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? (\\S+)(?: \\S+)?");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\",?");

  private static final String COUNT = "_count";
  private static final String SUM = "_sum";

  private final Map<String, String> helps = new HashMap<>();
  private final Map<Map<String, String>, Double> counts = new HashMap<>();
  private final Map<String, Metric.Type> types = new HashMap<>();
  private final List<Metric> metrics = new ArrayList<>();

  private MetricsTextReader() {}

  static List<Metric> parse(String text) {
    MetricsTextReader reader = new MetricsTextReader();
    text.lines().forEach(reader::line);
    return List.copyOf(reader.metrics);
  }

  private void line(String line) {
    String[] words = line.split(" ", 4);
    if (words.length == 4 && line.startsWith("# HELP ")) {
      helps.put(words[2], unescaped(words[3]));
    } else if (words.length == 4 && line.startsWith("# TYPE ")) {
      switch (words[3]) {
        case "counter" -> types.put(words[2], Metric.Type.COUNTER);
        case "gauge" -> types.put(words[2], Metric.Type.GAUGE);
        case "summary" -> types.put(words[2], Metric.Type.TIMER);
        default -> types.remove(words[2]);
      }
    } else if (!line.startsWith("#")) {
      sample(line);
    }
  }

  private void sample(String line) {
    Matcher parts = SAMPLE.matcher(line);
    if (!parts.matches()) {
      return;
    }
    String name = parts.group(1);
    if (name.endsWith(COUNT) && isTimer(name, COUNT)) {
      counts.put(labels(parts.group(2)), number(parts.group(3)));
      return;
    }
    if (name.endsWith(SUM) && isTimer(name, SUM)) {
      timer(base(name, SUM), labels(parts.group(2)), number(parts.group(3)));
      return;
    }
    Metric.Type type = types.get(name);
    if (type != null && type != Metric.Type.TIMER) {
      String help = helps.getOrDefault(parts.group(1), "");
      metrics.add(
          new Metric(parts.group(1), help, type, labels(parts.group(2)), number(parts.group(3))));
    }
  }

  private boolean isTimer(String name, String ending) {
    return types.get(base(name, ending)) == Metric.Type.TIMER;
  }

  private static String base(String name, String ending) {
    return name.substring(0, name.length() - ending.length());
  }

  /** The sum of a summary follows its count. */
  private void timer(String name, Map<String, String> labels, double seconds) {
    Double count = counts.remove(labels);
    metrics.add(new Metric(
        name,
        helps.getOrDefault(name, ""),
        Metric.Type.TIMER,
        labels,
        seconds,
        count == null ? 0 : count.longValue()));
  }

  private static Map<String, String> labels(@org.jspecify.annotations.Nullable String text) {
    Map<String, String> labels = new TreeMap<>();
    if (text != null) {
      Matcher label = LABEL.matcher(text);
      while (label.find()) {
        labels.put(label.group(1), unescaped(label.group(2)));
      }
    }
    return labels;
  }

  private static double number(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      case "NaN" -> Double.NaN;
      default -> {
        try {
          yield Double.parseDouble(text);
        } catch (NumberFormatException e) {
          yield Double.NaN;
        }
      }
    };
  }

  private static String unescaped(String text) {
    return text.replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\");
  }
}
