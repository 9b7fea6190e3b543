package io.cloudadapter.core.keeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Times to come. */
class TimerWheelTest {
  private static final long TICK = 1L << 26;
  private static final long START = Long.MAX_VALUE - Duration.ofHours(1).toNanos();

  private final TimerWheel<String> wheel = new TimerWheel<>(START);
  private final List<String> come = new ArrayList<>();

  private void until(long nanos) {
    wheel.advance(START + nanos, come::add);
  }

  @Test
  void nothingComesEarlyAndNothingLaterThanATick() {
    long[] aways = {1, 3 * TICK, 255 * TICK, 256 * TICK + 1, 70_000 * TICK, 20_000_000 * TICK};
    for (long away : aways) {
      wheel.add(START + away, "at " + away);
    }
    for (long away : aways) {
      until(away - 1);
      assertThat(come).as("before " + away).isEmpty();
      until(away + TICK);
      assertThat(come).containsExactly("at " + away);
      come.clear();
    }
    assertThat(wheel.size()).isZero();
    assertThat(wheel.next()).isEmpty();
  }

  @Test
  void whatIsTakenBackDoesNotCome() {
    int one = wheel.add(START + TICK, "one");
    int two = wheel.add(START + TICK, "two");
    wheel.remove(one);
    int three = wheel.add(START + TICK, "three");
    wheel.remove(two);

    until(10 * TICK);

    assertThat(come).containsExactly("three");
    assertThat(three).as("the place of another").isEqualTo(one);
  }

  @Test
  void whatHasPassedAlreadyComesWithTheNextTick() {
    until(1000 * TICK);
    wheel.add(START, "late");

    until(1001 * TICK);

    assertThat(come).containsExactly("late");
  }

  @Test
  void whatIsBeyondItsReachWaitsInTheLastSlot() {
    long years = Duration.ofDays(365 * 20).toNanos();
    wheel.add(START + years, "in twenty years");

    until(years - 1);
    assertThat(come).isEmpty();
    until(years + TICK);
    assertThat(come).containsExactly("in twenty years");
  }

  @Test
  void whatIsDueMayAddMore() {
    wheel.add(START + TICK, "first");

    wheel.advance(START + 500 * TICK, item -> {
      come.add(item);
      if (come.size() < 4) {
        wheel.add(START + 5 * TICK, "after " + item);
      }
    });

    assertThat(come)
        .containsExactly("first", "after first", "after after first", "after after after first");
  }

  /** One thing that is done with the wheel. */
  private record Deed(long lot, long away) {}

  @Property(tries = 300)
  void itDoesAsAListWould(
      @ForAll @Size(max = 200) List<@LongRange(min = 0, max = Long.MAX_VALUE) Long> lots) {
    TimerWheel<Integer> tried = new TimerWheel<>(START);
    Map<Integer, Long> model = new HashMap<>();
    Map<Integer, Integer> numbers = new HashMap<>();
    List<Integer> due = new ArrayList<>();
    long now = 0;
    int named = 0;
    for (long lot : lots) {
      Deed deed = new Deed(lot % 3, (lot / 3) % (1L << (30 + lot % 25)));
      if (deed.lot() == 0) {
        model.put(named, now + deed.away());
        numbers.put(named, tried.add(START + now + deed.away(), named));
        named++;
      } else if (deed.lot() == 1 && !model.isEmpty()) {
        int taken = model.keySet().iterator().next();
        model.remove(taken);
        tried.remove(numbers.get(taken));
      } else {
        now += deed.away() / 2;
        due.clear();
        tried.advance(START + now, due::add);
        long present = now;
        for (int item : due) {
          assertThat(model.remove(item)).as("not early, and once").isLessThanOrEqualTo(present);
        }
        assertThat(model.values()).allMatch(at -> at > present - TICK);
      }
      assertThat(tried.size()).isEqualTo(model.size());
      OptionalLong next = tried.next();
      long soonest = model.values().stream().min(Comparator.naturalOrder()).orElse(-1L);
      assertThat(next.isPresent()).isEqualTo(soonest >= 0);
      if (next.isPresent()) {
        assertThat(next.getAsLong() - START)
            .as("in time for the soonest, and to come")
            .isLessThanOrEqualTo(Math.max(soonest, now) + 2 * TICK)
            .isGreaterThan(now - TICK);
      }
    }
  }
}
