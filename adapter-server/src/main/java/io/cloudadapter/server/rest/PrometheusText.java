package io.cloudadapter.server.rest;

import io.cloudadapter.api.Metric;
import io.cloudadapter.server.http.RequestMetrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes metrics in the text format of Prometheus, version 0.0.4. */
final class PrometheusText {
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final String REQUESTS = "cloudadapter_http_request_seconds";
  private static final String ANSWERS = "cloudadapter_http_answers_total";

  private final StringBuilder text = new StringBuilder();
  private String family = "";

  private PrometheusText() {}

  static String of(List<Metric> pools, RequestMetrics requests) {
    PrometheusText page = new PrometheusText();
    for (Metric metric : pools) {
      String type = metric.type().name().toLowerCase(Locale.ROOT);
      page.head(metric.name(), metric.help(), type);
      page.row(metric.name(), metric.labels(), metric.value());
    }
    page.head(REQUESTS, "How long requests took, by method and route.", "histogram");
    requests.forEach(page::requests);
    page.head(ANSWERS, "Answers to requests, by method and status.", "counter");
    requests.forEachAnswer(page::answers);
    return page.text.toString();
  }

  private void requests(RequestMetrics.Key key, RequestMetrics.Row row) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("method", key.method());
    labels.put("route", key.route());
    long[] count = {0};
    row.buckets((bound, sum) -> {
      labels.put("le", number(bound));
      row(REQUESTS + "_bucket", labels, (double) sum);
      count[0] = sum;
    });
    labels.remove("le");
    row(REQUESTS + "_sum", labels, row.seconds());
    row(REQUESTS + "_count", labels, (double) count[0]);
  }

  private void answers(RequestMetrics.Answer answer, long count) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("method", answer.method());
    labels.put("status", Integer.toString(answer.status()));
    row(ANSWERS, labels, (double) count);
  }

  private void head(String name, String help, String type) {
    if (!family.equals(name)) {
      family = name;
      text.append("# HELP ").append(name).append(' ');
      text.append(help.replace("\\", "\\\\").replace("\n", "\\n")).append('\n');
      text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }
  }

  private void row(String name, Map<String, String> labels, double value) {
    text.append(name);
    if (!labels.isEmpty()) {
      char separator = '{';
      for (Map.Entry<String, String> label : labels.entrySet()) {
        text.append(separator).append(label.getKey()).append("=\"");
        text.append(escaped(label.getValue())).append('"');
        separator = ',';
      }
      text.append('}');
    }
    text.append(' ').append(number(value)).append('\n');
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static String number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
