package io.cloudadapter.core.history;

import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.api.sample.SampleSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Makes samples of a longer time out of those of minutes. */
final class SampleFolds {
  private SampleFolds() {}

  /** When the sample begins that a moment belongs to. */
  static Instant begin(Instant at, Duration step) {
    long seconds = step.toSeconds();
    return Instant.ofEpochSecond(Math.floorDiv(at.getEpochSecond(), seconds) * seconds);
  }

  /** A sample for each step of a span that has minutes; the minutes are in order. */
  static List<PoolSample> of(List<PoolSample> minutes, SampleSpan span) {
    List<PoolSample> folds = new ArrayList<>();
    int from = 0;
    for (int to = 1; to <= minutes.size(); to++) {
      Instant begin = begin(minutes.get(from).from(), span.step());
      if (to == minutes.size() || !begin.equals(begin(minutes.get(to).from(), span.step()))) {
        folds.add(fold(begin, minutes.subList(from, to)));
        from = to;
      }
    }
    return folds;
  }

  private static PoolSample fold(Instant begin, List<PoolSample> minutes) {
    PoolSample last = minutes.get(minutes.size() - 1);
    int least = Integer.MAX_VALUE;
    long launched = 0;
    long failures = 0;
    long calls = 0;
    double seconds = 0;
    for (PoolSample minute : minutes) {
      least = Math.min(least, minute.leastInService());
      launched += minute.launched();
      failures += minute.launchFailures();
      calls += minute.cloudCalls();
      seconds += minute.cloudCalls() * minute.secondsPerCall();
    }
    return new PoolSample(
        begin,
        last.desiredSize(),
        last.inService(),
        least,
        launched,
        failures,
        calls,
        calls == 0 ? 0 : seconds / calls);
  }
}
