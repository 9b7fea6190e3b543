package io.cloudadapter.testkit.report;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How long the runs of each rule took, the longest first. The measured time is no part of a certificate's digest.
 *
 * @param longest the rules that are worth a look
 * @param others the rest, in the same order
 * @param sum all of them together
 */
record TimeTable(List<Row> longest, List<Row> others, String sum) {
  private static final int SHOWN = 10;

  /**
   * One rule.
   *
   * @param percent the length of its bar: its share of the longest time
   */
  record Row(RuleResult ruling, String took, int percent) {}

  static TimeTable of(Certificate certificate) {
    Map<String, Duration> times = certificate.ruleTimes();
    Duration most = times.values().stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    List<Row> rows = certificate.rulings().stream()
        .filter(ruling -> times.containsKey(ruling.rule().id()))
        .sorted(Comparator.comparing((RuleResult ruling) -> time(times, ruling)).reversed())
        .map(ruling -> row(ruling, time(times, ruling), most))
        .toList();
    Duration sum = times.values().stream().reduce(Duration.ZERO, Duration::plus);
    int shown = Math.min(SHOWN, rows.size());
    return new TimeTable(rows.subList(0, shown), rows.subList(shown, rows.size()), words(sum));
  }

  private static Duration time(Map<String, Duration> times, RuleResult ruling) {
    return times.getOrDefault(ruling.rule().id(), Duration.ZERO);
  }

  private static Row row(RuleResult ruling, Duration took, Duration most) {
    long share = most.isZero() ? 0 : 100 * took.toNanos() / most.toNanos();
    return new Row(ruling, words(took), (int) Math.max(1, share));
  }

  /** Such as {@code 12.5 s}, or {@code 80 ms} for less than a second. */
  static String words(Duration time) {
    return time.toMillis() < 1000
        ? time.toMillis() + " ms"
        : String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}
