package io.cloudadapter.core.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.keeper.TestRecords;
import io.cloudadapter.core.ledger.RecordChange;
import io.cloudadapter.core.ledger.StandingRecords;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which events stay when the oldest are dropped, since they explain what is there. */
class KeptEventsTest {
  private static final PoolConfig CONFIG = PoolConfig.named("web", "here", 10).build();
  private static final Duration RETENTION = Duration.ofDays(42);

  private final StateStore store = new MemoryStore();
  private final Random random = new Random(7);
  private final HistoryReader reader = new HistoryReader(store, CONFIG.name());
  private final Set<String> living = new HashSet<>();
  private final LeaderFence lead = LeaderFence.take(store, "pools/web/", 1).orElseThrow();
  private Instant now = Instant.parse("2026-11-01T00:00:00Z");
  private boolean stands;

  private PoolHistory open(long limit) {
    return PoolHistory.open(
        store,
        CONFIG,
        new HistoryBounds(RETENTION, limit),
        1,
        random,
        () -> new StandingRecords(false, living, Set.of(), Set.of()));
  }

  private List<PoolEvent> commit(PoolHistory.Recorded recorded) {
    if (!recorded.writes().isEmpty()) {
      assertThat(lead.commit(List.of(recorded.writes())).committed()).isTrue();
    }
    return recorded.events();
  }

  private void joins(PoolHistory history, String id) {
    living.add(id);
    commit(history.record(
        List.of(new RecordChange.Machine(
            null, TestRecords.machine(id, edit -> {}), 0, Optional.empty())),
        now));
  }

  /** An alarm begins or ends, and the history is kept small. */
  private List<PoolEvent> passes(PoolHistory history) {
    now = now.plusSeconds(1);
    stands = !stands;
    List<Alarm> alarms =
        stands ? List.of(new Alarm(Alarm.Code.QUOTA, "word " + random.nextLong(), now)) : List.of();
    List<PoolEvent> events = new ArrayList<>(commit(history.observe(alarms, true, now)));
    events.addAll(commit(history.tidy(now)));
    return events;
  }

  private List<PoolEvent> read(PoolEventQuery query) {
    List<PoolEvent> all = new ArrayList<>();
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

  private List<String> joined() {
    return read(PoolEventQuery.all().kinds(PoolEventKind.MACHINE_ATTACHED)).stream()
        .map(event -> event.machine().map(MachineId::value).orElse(""))
        .toList();
  }

  @Test
  void how_a_machine_came_stays_as_long_as_it_lives() {
    PoolHistory history = open(1 << 20);
    joins(history, "m-1");
    joins(history, "m-2");
    passes(history);
    now = now.plus(RETENTION).plusSeconds(10);
    living.remove("m-2");
    passes(history);
    passes(history);

    assertThat(joined()).containsExactly("m-1");
    assertThat(read(PoolEventQuery.all().machine(new MachineId("m-1")))).hasSize(1);

    living.remove("m-1");
    for (int i = 0; i < 2 * HistoryPages.COMPRESSED_AT_ONCE; i++) {
      passes(history);
    }
    assertThat(joined()).isEmpty();
  }

  @Test
  void an_alarm_stays_as_long_as_it_stands() {
    PoolHistory history = open(1 << 20);
    List<Alarm> alarms = List.of(new Alarm(Alarm.Code.QUOTA, "no more cores", now));
    commit(history.observe(alarms, true, now));
    joins(history, "m-1");
    now = now.plus(RETENTION).plusSeconds(10);
    joins(history, "m-2");
    commit(history.tidy(now));

    assertThat(read(PoolEventQuery.all().kinds(PoolEventKind.ALARM_RAISED)))
        .singleElement()
        .satisfies(event -> assertThat(event.message()).isEqualTo("no more cores"));
    assertThat(open(1 << 20).observe(alarms, true, now).events()).isEmpty();
  }

  @Test
  void what_stays_is_read_page_by_page_without_gap_or_repetition() {
    PoolHistory history = open(1 << 20);
    for (int i = 0; i < 5; i++) {
      joins(history, "m-" + i);
      passes(history);
    }
    now = now.plus(RETENTION).plusSeconds(10);
    passes(history);
    passes(history);

    List<PoolEvent> whole = read(PoolEventQuery.all());
    assertThat(whole.size()).isGreaterThan(7);
    assertThat(read(PoolEventQuery.all().limit(1))).isEqualTo(whole);
    long oldest = reader.read(PoolEventQuery.all()).oldest().orElseThrow();
    assertThat(whole.get(0).sequence()).isLessThan(oldest);
    String generation = reader.read(PoolEventQuery.all()).cursor().substring(0, 17);
    assertThatThrownBy(() -> reader.read(PoolEventQuery.all().after(generation + "2")))
        .isInstanceOfSatisfying(
            PoolException.class, e -> assertThat(e.reason()).isEqualTo(PoolException.Reason.GONE));
  }

  @Test
  void what_stays_takes_a_quarter_of_the_bytes_and_what_goes_for_that_is_told() {
    long limit = 40_000;
    PoolHistory history = open(limit);
    List<PoolEvent> events = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      joins(history, "machine-" + random.nextLong());
      events.addAll(passes(history));
      assertThat(bytes()).isLessThanOrEqualTo(limit);
    }

    assertThat(events)
        .anySatisfy(event -> assertThat(event.details()).containsKeys("first", "last", "lost"));
    assertThat(store.range("events/web/kept/").entries().stream()
            .mapToLong(entry -> entry.key().length() + (long) entry.bytes().length)
            .sum())
        .isBetween(limit / 8, limit / 4);
    assertThat(events).noneMatch(event -> event.kind() == PoolEventKind.EVENTS_LOST);
  }
}
