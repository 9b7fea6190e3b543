package io.cloudadapter.testkit;

import io.cloudadapter.testkit.report.VerdictLog;
import io.cloudadapter.testkit.time.SystemTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * When the parts of a certification were done, which processes may share, and the file that each of its verdicts is
 * written to.
 */
final class CertificationParts {
  private final Instant started = SystemTime.instants().instant();
  private final long startedNanos = SystemTime.ticker().nanos();
  private @Nullable VerdictLog log;

  /** From now on each verdict is written there. */
  void writeTo(VerdictLog file) {
    log = file;
  }

  void add(VerdictLog.Kept verdict) {
    if (log != null) {
      log.add(verdict, SystemTime.instants().instant());
    }
  }

  /** The parts before this one; none unless it went on with them. */
  List<VerdictLog.Part> earlier() {
    List<VerdictLog.Part> all = log == null ? List.of() : log.parts();
    return all.isEmpty() ? all : all.subList(0, all.size() - 1);
  }

  /** When the first part began. */
  Instant first() {
    return earlier().stream().findFirst().map(VerdictLog.Part::started).orElse(started);
  }

  /** All parts together, without the time in between. */
  Duration took() {
    return earlier().stream()
        .map(VerdictLog.Part::took)
        .reduce(SystemTime.since(startedNanos), Duration::plus);
  }

  /** The machine, and if it was stopped and went on, when. */
  Map<String, String> circumstances(int total) {
    Map<String, String> all = new TreeMap<>(SystemTime.environment());
    List<VerdictLog.Part> before = earlier();
    int rules = 0;
    for (int i = 0; i < before.size(); i++) {
      VerdictLog.Part part = before.get(i);
      rules += part.rules();
      all.put(
          "part " + (i + 1), part(part.started(), part.took(), part.rules()) + ", then stopped");
    }
    if (!before.isEmpty()) {
      all.put(
          "part " + (before.size() + 1),
          part(started, SystemTime.since(startedNanos), total - rules));
    }
    return all;
  }

  private static String part(Instant start, Duration took, int rules) {
    return start.truncatedTo(ChronoUnit.SECONDS) + ", " + took.toSeconds() + " s, " + rules
        + " rules";
  }
}
