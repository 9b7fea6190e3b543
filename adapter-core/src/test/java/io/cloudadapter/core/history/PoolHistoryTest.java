package io.cloudadapter.core.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.StandingRecords;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the history of a pool keeps, and what a reader gets of it. */
class PoolHistoryTest {
  private static final PoolConfig CONFIG = PoolConfig.named("web", "here", 10).build();
  private static final Duration RETENTION = Duration.ofDays(42);
  private static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");

  private final StateStore store = new MemoryStore();
  private final Random random = new Random(7);
  private final List<PoolEvent> acknowledged = new ArrayList<>();
  private Instant now = BEGIN;
  private long limit = 1 << 20;
  private StandingRecords standing = StandingRecords.none();
  private long epoch = 1;
  private LeaderFence lead = LeaderFence.take(store, "pools/web/", epoch).orElseThrow();
  private PoolHistory history = open();

  private PoolHistory open() {
    return PoolHistory.open(
        store, CONFIG, new HistoryBounds(RETENTION, limit), epoch, random, () -> standing);
  }

  private void restart() {
    epoch++;
    lead = LeaderFence.take(store, "pools/web/", epoch).orElseThrow();
    history = open();
  }

  private void commit(PoolHistory.Recorded recorded) {
    if (!recorded.writes().isEmpty()) {
      assertThat(recorded.writes().size()).isLessThan(Transaction.MAX_OPERATIONS);
      assertThat(lead.commit(List.of(recorded.writes())).committed()).isTrue();
      acknowledged.addAll(recorded.events());
    }
  }

  /** An alarm begins or ends. */
  private PoolHistory.Recorded alarm(String words, boolean stands) {
    now = now.plusSeconds(1);
    List<Alarm> alarms = stands ? List.of(new Alarm(Alarm.Code.QUOTA, words, now)) : List.of();
    return history.observe(alarms, true, now);
  }

  private List<PoolEvent> read(PoolEventQuery query) {
    List<PoolEvent> all = new ArrayList<>();
    HistoryReader reader = new HistoryReader(store, CONFIG.name());
    PoolEventPage page = reader.read(query);
    all.addAll(page.events());
    while (page.more()) {
      page = reader.read(query.after(page.cursor()));
      all.addAll(page.events());
    }
    return all;
  }

  private long bytes() {
    return store.range("events/web/").entries().stream()
        .mapToLong(entry -> entry.key().length() + (long) entry.bytes().length)
        .sum();
  }

  @Test
  void an_event_is_read_as_it_was_published() {
    commit(alarm("no more cores", true));
    commit(alarm("", false));

    assertThat(read(PoolEventQuery.all())).isEqualTo(acknowledged);
    assertThat(acknowledged)
        .extracting(PoolEvent::kind)
        .containsExactly(
            PoolEventKind.LEADERSHIP_TAKEN,
            PoolEventKind.ALARM_RAISED,
            PoolEventKind.ALARM_CLEARED);
    assertThat(acknowledged).extracting(PoolEvent::sequence).containsExactly(1L, 2L, 3L);
  }

  @Test
  void a_process_that_dies_before_its_commit_leaves_no_hole() {
    commit(alarm("no more cores", true));
    alarm("", false);
    restart();
    commit(alarm("", false));

    assertThat(read(PoolEventQuery.all())).isEqualTo(acknowledged);
    assertThat(acknowledged).extracting(PoolEvent::sequence).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void an_alarm_that_still_stands_after_a_restart_is_not_raised_again() {
    commit(alarm("no more cores", true));
    restart();
    commit(alarm("no more cores", true));

    assertThat(read(PoolEventQuery.all().kinds(PoolEventKind.ALARM_RAISED))).hasSize(1);
  }

  @Test
  void a_changed_configuration_is_an_event_of_the_next_process() {
    commit(alarm("no more cores", true));
    PoolConfig larger = PoolConfig.named("web", "here", 20).build();
    lead = LeaderFence.take(store, "pools/web/", 2).orElseThrow();
    history = PoolHistory.open(
        store, larger, new HistoryBounds(RETENTION, limit), 2, random, () -> standing);
    commit(alarm("no more cores", true));

    assertThat(read(PoolEventQuery.all().kinds(PoolEventKind.CONFIGURATION_CHANGED)))
        .singleElement()
        .satisfies(event -> assertThat(event.details())
            .containsEntry("maxSize.before", "10")
            .containsEntry("maxSize.after", "20"));
  }

  @Test
  void a_changed_configuration_is_told_however_long_ago_the_last_process_began() {
    for (int i = 0; i < 2_500; i++) {
      commit(alarm("word " + i, i % 2 == 0));
      commit(history.tidy(now));
    }
    PoolConfig larger = PoolConfig.named("web", "here", 20).build();
    lead = LeaderFence.take(store, "pools/web/", 2).orElseThrow();
    history = PoolHistory.open(
        store, larger, new HistoryBounds(RETENTION, limit), 2, random, () -> standing);
    commit(alarm("no more cores", true));

    assertThat(read(PoolEventQuery.all().kinds(PoolEventKind.CONFIGURATION_CHANGED)))
        .hasSize(1);
  }

  @Test
  void no_event_is_lost_or_doubled_over_compressions_restarts_and_lost_commits() {
    for (int i = 0; i < 600; i++) {
      PoolHistory.Recorded recorded = alarm("word " + i, i % 2 == 0);
      if (random.nextInt(10) == 0) {
        restart(); // The commit never came.
      } else {
        commit(recorded);
        commit(history.tidy(now));
      }
    }

    assertThat(read(PoolEventQuery.all())).isEqualTo(acknowledged);
    assertThat(acknowledged.size()).isGreaterThan(500);
    for (int i = 0; i < acknowledged.size(); i++) {
      assertThat(acknowledged.get(i).sequence()).isEqualTo(i + 1L);
    }
    assertThat(store.range("events/web/").entries()).hasSizeLessThan(80);
  }

  @Test
  void a_history_stays_within_its_bytes_and_says_what_it_dropped() {
    limit = 8_000;
    restart();
    for (int i = 0; i < 2_000; i++) {
      commit(alarm("word " + random.nextLong(), i % 2 == 0));
      commit(history.tidy(now));
      assertThat(bytes()).isLessThanOrEqualTo(limit);
    }

    List<PoolEvent> kept = read(PoolEventQuery.all());
    assertThat(kept).isNotEmpty();
    long next = kept.get(0).sequence();
    for (PoolEvent event : kept) {
      assertThat(event.firstSequence()).isEqualTo(next);
      next = event.sequence() + 1;
    }
    PoolEvent marker = kept.stream()
        .filter(event -> event.kind() == PoolEventKind.HISTORY_TRUNCATED)
        .reduce((first, second) -> second)
        .orElseThrow();
    assertThat(marker.details()).containsKeys("first", "last");
    assertThat(marker.code()).contains("SIZE");
  }

  @Test
  void a_history_that_gets_a_smaller_share_is_brought_within_it() {
    limit = 400_000;
    restart();
    for (int i = 0; i < 5_000; i++) {
      commit(alarm("word " + random.nextLong() + random.nextLong(), i % 2 == 0));
      commit(history.tidy(now));
    }
    limit = bytes() / 8;
    restart();
    for (int i = 0; i < 100 && bytes() > limit; i++) {
      commit(history.tidy(now));
    }

    assertThat(bytes()).isLessThanOrEqualTo(limit);
    commit(alarm("again", true));
    assertThat(acknowledged.get(acknowledged.size() - 1).message()).isEqualTo("again");
    assertThat(read(PoolEventQuery.all().kinds(PoolEventKind.EVENTS_LOST))).isEmpty();
  }

  @Test
  void events_that_are_too_old_go() {
    commit(alarm("no more cores", true));
    now = now.plus(RETENTION).plusSeconds(10);
    commit(alarm("", false));
    commit(history.tidy(now));

    assertThat(read(PoolEventQuery.all()))
        .extracting(PoolEvent::kind)
        .containsExactly(PoolEventKind.ALARM_CLEARED, PoolEventKind.HISTORY_TRUNCATED);
  }

  @Test
  void a_cursor_resumes_without_gap_or_repetition_and_one_of_the_past_is_gone() {
    limit = 8_000;
    restart();
    HistoryReader reader = new HistoryReader(store, CONFIG.name());
    commit(alarm("first", true));
    String old = reader.read(PoolEventQuery.all()).cursor();
    commit(alarm("", false));

    assertThat(reader.read(PoolEventQuery.all().after(old)).events())
        .extracting(PoolEvent::kind)
        .containsExactly(PoolEventKind.ALARM_CLEARED);

    for (int i = 0; i < 500; i++) {
      commit(alarm("word " + random.nextLong(), i % 2 == 0));
    }
    assertThatThrownBy(() -> reader.read(PoolEventQuery.all().after(old)))
        .isInstanceOfSatisfying(
            PoolException.class, e -> assertThat(e.reason()).isEqualTo(PoolException.Reason.GONE));
    assertThatThrownBy(() -> reader.read(PoolEventQuery.all().after("0000000000000007-1")))
        .hasMessage("the cursor belongs to another history of the pool");
  }

  @Test
  void an_entry_that_cannot_be_read_is_a_gap_that_is_told() {
    commit(alarm("no more cores", true));
    commit(alarm("", false));
    String broken = HistoryEntry.key(CONFIG.name(), 1);
    assertThat(store.commit(Transaction.builder().put(broken, "rot").build()).committed())
        .isTrue();
    commit(alarm("again", true));
    restart();
    commit(alarm("again", true));

    assertThat(read(PoolEventQuery.all()))
        .extracting(PoolEvent::kind)
        .containsExactly(
            PoolEventKind.ALARM_CLEARED,
            PoolEventKind.ALARM_RAISED,
            PoolEventKind.LEADERSHIP_TAKEN,
            PoolEventKind.EVENTS_LOST);
  }

  @Test
  void a_cloud_whose_words_are_endless_is_cut() {
    commit(alarm("x".repeat(5_000) + "\nsecond line", true));

    assertThat(acknowledged.get(1).message()).hasSize(PoolEvent.MOST_MESSAGE);
  }

  @Test
  void what_does_not_fit_is_counted_and_stops_nothing() {
    limit = 900;
    restart();
    assertThat(alarm("x".repeat(1_000), true).writes()).isEmpty();
    limit = 100_000;
    PoolHistory.Recorded later = alarm("", false);
    assertThat(later.events()).isEmpty();
  }
}
