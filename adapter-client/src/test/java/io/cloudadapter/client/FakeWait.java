package io.cloudadapter.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Time that passes only during waits. */
final class FakeWait implements MonotonicWait {
  final List<Duration> pauses = new ArrayList<>();
  private long now;

  @Override
  public synchronized long nanos() {
    return now;
  }

  @Override
  public synchronized void pause(Duration time) {
    pauses.add(time);
    now += time.toNanos();
  }
}
