package io.cloudadapter.core.warm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.warm.GrowthHistory.Mark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The growths that a pool's record keeps, against all changes of its size. */
class GrowthHistoryTest {
  private static final Duration SPAN = Duration.ofMinutes(10);
  private static final Duration WINDOW = Duration.ofHours(6);
  private static final Instant START = Instant.parse("2026-11-07T12:00:00Z");

  /** A size that a pool has from a time on, after the last change. */
  record Change(Duration later, int size) {}

  /** A change as the model keeps it. */
  private record Known(Instant at, int before, int after) {}

  private static Instant at(long minutes) {
    return START.plus(Duration.ofMinutes(minutes));
  }

  private static GrowthHistory resized(GrowthHistory history, long minutes, int before, int after) {
    return history.resized(at(minutes), before, after, SPAN, WINDOW);
  }

  private static int largest(GrowthHistory history, long minutes) {
    return history.largest(at(minutes), WINDOW);
  }

  @Test
  void a_growth_is_how_far_the_size_is_above_the_smallest_one_of_the_span() {
    GrowthHistory history = resized(GrowthHistory.NONE, 0, 5, 7);
    assertThat(largest(history, 0)).isEqualTo(2);
    history = resized(history, 5, 7, 9);
    assertThat(largest(history, 5)).isEqualTo(4);
    history = resized(history, 30, 9, 10);
    assertThat(largest(history, 30)).isEqualTo(4);
    assertThat(history.growths()).extracting(Mark::machines).containsExactly(4, 1);
  }

  @Test
  void the_largest_growth_counts_for_the_window_and_then_the_next_one_does() {
    GrowthHistory history = resized(GrowthHistory.NONE, 0, 5, 15);
    history = resized(history, 120, 15, 18);
    long windowEnd = 6 * 60;
    assertThat(largest(history, windowEnd)).isEqualTo(10);
    assertThat(history.largestUntil(at(0), WINDOW)).contains(at(windowEnd + 6));
    assertThat(largest(history, windowEnd + 6)).isEqualTo(3);
    assertThat(largest(history, 120 + windowEnd + 6)).isZero();
    assertThat(history.largestUntil(at(120 + windowEnd + 6), WINDOW)).isEmpty();
  }

  @Test
  void a_fall_is_no_growth_and_a_rise_after_it_begins_at_the_bottom() {
    GrowthHistory history = resized(GrowthHistory.NONE, 0, 9, 3);
    assertThat(largest(history, 0)).isZero();
    history = resized(history, 1, 3, 6);
    assertThat(largest(history, 1)).isEqualTo(3);
  }

  @Test
  void a_clock_that_is_set_back_leaves_no_growth_in_the_future() {
    GrowthHistory history = resized(GrowthHistory.NONE, 60 * 24 * 365, 1, 9);
    history = resized(history, 0, 9, 8);
    assertThat(largest(history, 0)).isEqualTo(8);
    assertThat(largest(history, 7 * 60)).isZero();
  }

  @Provide
  Arbitrary<List<Change>> changes() {
    Arbitrary<Duration> later = Arbitraries.longs()
        .between(0, Duration.ofHours(2).toSeconds())
        .withDistribution(net.jqwik.api.RandomDistribution.biased())
        .map(Duration::ofSeconds);
    return Combinators.combine(later, Arbitraries.integers().between(0, 40))
        .as(Change::new)
        .list()
        .ofMaxSize(30);
  }

  @Property(tries = 300)
  void the_largest_growth_is_that_of_all_changes(@ForAll("changes") List<Change> changes) {
    GrowthHistory history = GrowthHistory.NONE;
    List<Known> all = new ArrayList<>();
    Instant now = START;
    int size = 5;
    for (Change change : changes) {
      now = now.plus(change.later());
      if (change.size() != size) {
        history = history.resized(now, size, change.size(), SPAN, WINDOW);
        all.add(new Known(now, size, change.size()));
        size = change.size();
      }
      assertThat(history.largest(now, WINDOW)).isEqualTo(largestOf(all, now));
      Instant later = now.plus(Duration.ofHours(5));
      assertThat(history.largest(later, WINDOW)).isEqualTo(largestOf(all, later));
      staysSmallAndInOrder(history);
    }
  }

  private static int largestOf(List<Known> all, Instant now) {
    int most = 0;
    for (Known change : all) {
      int low = all.stream()
          .filter(earlier -> all.indexOf(earlier) <= all.indexOf(change))
          .filter(earlier -> counts(earlier.at(), Duration.ofMinutes(1), SPAN, change.at()))
          .mapToInt(Known::before)
          .min()
          .orElseThrow();
      if (change.after() > change.before()
          && counts(change.at(), Duration.ofMinutes(6), WINDOW, now)) {
        most = Math.max(most, change.after() - low);
      }
    }
    return most;
  }

  private static boolean counts(Instant at, Duration slot, Duration length, Instant now) {
    long slots = Duration.between(Instant.EPOCH, at).dividedBy(slot) + 1;
    return Instant.EPOCH.plus(slot.multipliedBy(slots)).plus(length).isAfter(now);
  }

  private static void staysSmallAndInOrder(GrowthHistory history) {
    assertThat(history.lows()).hasSizeLessThanOrEqualTo(12);
    assertThat(history.growths()).hasSizeLessThanOrEqualTo(61);
    assertThat(history.growths())
        .isSortedAccordingTo(Comparator.comparingInt(Mark::machines).reversed())
        .isSortedAccordingTo(Comparator.comparing(Mark::at));
    assertThat(history.lows())
        .isSortedAccordingTo(Comparator.comparingInt(Mark::machines))
        .isSortedAccordingTo(Comparator.comparing(Mark::at));
  }
}
