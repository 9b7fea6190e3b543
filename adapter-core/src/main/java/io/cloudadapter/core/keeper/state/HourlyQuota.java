package io.cloudadapter.core.keeper.state;

import io.cloudadapter.core.protocol.Moment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** A budget of an hour: how many times something may be done within any hour. */
public final class HourlyQuota {
  private static final long HOUR = Duration.ofHours(1).toNanos();

  private record Spent(long at, int count) {}

  private final int perHour;
  private final Deque<Spent> spent = new ArrayDeque<>();
  private long sum;

  public HourlyQuota(int perHour) {
    this.perHour = perHour;
  }

  public void spend(long at, int count) {
    spent.addLast(new Spent(at, count));
    sum += count;
  }

  public int left(Moment now) {
    while (!spent.isEmpty() && now.nanos() - spent.getFirst().at() >= HOUR) {
      sum -= spent.removeFirst().count();
    }
    return (int) Math.max(0, perHour - sum);
  }

  /** When the oldest spending is an hour old. */
  public Optional<Long> nextRefill() {
    return Optional.ofNullable(spent.peekFirst()).map(oldest -> oldest.at() + HOUR);
  }

  public boolean exhausted(Moment now) {
    return left(now) == 0;
  }
}
