package io.cloudadapter.core.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.core.config.HistoryConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.StandingRecords;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whether the bounds of all histories hold for pools that are not configured any more. */
class UnconfiguredHistoriesTest {
  private static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");
  private static final HistoryConfig WHOLE =
      new HistoryConfig(Duration.ofDays(42), HistoryConfig.LEAST_BYTES);

  private final StateStore store = new MemoryStore();
  private final Random random = new Random(7);

  private void fill(String pool, int events) {
    PoolHistory history = PoolHistory.open(
        store,
        PoolConfig.named(pool, "here", 10).build(),
        HistoryBounds.share(WHOLE, 1),
        1,
        random,
        StandingRecords::none);
    LeaderFence lead = LeaderFence.take(store, "pools/" + pool + "/", 1).orElseThrow();
    for (int i = 0; i < events; i++) {
      String words = IntStream.range(0, 10)
          .mapToObj(n -> Long.toHexString(random.nextLong()))
          .collect(Collectors.joining(" "));
      List<Alarm> alarms =
          i % 2 == 0 ? List.of(new Alarm(Alarm.Code.QUOTA, words, BEGIN)) : List.of();
      lead.commit(List.of(history.observe(alarms, true, BEGIN).writes()));
      PoolHistory.Recorded tidied = history.tidy(BEGIN);
      if (!tidied.writes().isEmpty()) {
        lead.commit(List.of(tidied.writes()));
      }
    }
  }

  private UnconfiguredHistories configured(String... pools) {
    return new UnconfiguredHistories(
        store,
        WHOLE,
        Set.of(pools).stream().map(PoolName::new).collect(Collectors.toSet()),
        random);
  }

  private long bytes(String prefix) {
    return store.range(prefix).entries().stream()
        .mapToLong(entry -> entry.key().length() + (long) entry.bytes().length)
        .sum();
  }

  @Test
  void a_pool_that_is_no_longer_configured_keeps_no_more_than_its_share() {
    fill("old", 6_000);
    assertThat(bytes("events/old/")).isGreaterThan(WHOLE.maxBytes() / 4);

    UnconfiguredHistories histories = configured("web", "db", "jobs");
    histories.trim(BEGIN);

    assertThat(histories.share().bytes()).isEqualTo(WHOLE.maxBytes() / 4);
    assertThat(bytes("events/old/")).isLessThanOrEqualTo(WHOLE.maxBytes() / 4);
    List<PoolEvent> told = new HistoryReader(store, new PoolName("old"))
        .read(
            PoolEventQuery.all().kinds(PoolEventKind.HISTORY_TRUNCATED).limit(PoolEventQuery.MOST))
        .events();
    assertThat(told).isNotEmpty();
  }

  @Test
  void its_events_go_when_they_are_too_old() {
    fill("old", 300);

    configured("web").trim(BEGIN.plus(WHOLE.retention()).plusSeconds(10));

    assertThat(new HistoryReader(store, new PoolName("old"))
            .read(PoolEventQuery.all())
            .events())
        .extracting(PoolEvent::kind)
        .contains(PoolEventKind.HISTORY_TRUNCATED)
        .hasSizeLessThan(4);
  }

  @Test
  void a_history_with_nothing_to_drop_stays_as_it_is() {
    fill("old", 10);
    long revision = store.revision();

    configured("web").trim(BEGIN);

    assertThat(store.revision()).isEqualTo(revision);
  }

  @Test
  void its_samples_go_when_the_newest_is_older_than_a_week() {
    fill("old", 10);
    PoolName old = new PoolName("old");
    PoolSample minute = new PoolSample(BEGIN, 1, 1, 1, 0, 0, 0, 0);
    LeaderFence lead = LeaderFence.take(store, "pools/old/", 1).orElseThrow();
    lead.commit(List.of(new SampleWriter(store, old).add(List.of(minute))));

    configured("web").trim(BEGIN.plus(Duration.ofDays(6)));
    assertThat(bytes("samples/old/")).isPositive();

    configured("web").trim(BEGIN.plus(Duration.ofDays(8)));
    assertThat(bytes("samples/old/")).isZero();
  }

  @Test
  void itsSamplesGoAlsoIfNoEventIsLeftWhenAServerStarts() {
    PoolName old = new PoolName("old");
    PoolSample minute = new PoolSample(BEGIN, 1, 1, 1, 0, 0, 0, 0);
    LeaderFence lead = LeaderFence.take(store, "pools/old/", 1).orElseThrow();
    lead.commit(List.of(new SampleWriter(store, old).add(List.of(minute))));

    configured("web").trim(BEGIN.plus(Duration.ofDays(8)));

    assertThat(bytes("samples/old/")).isZero();
  }
}
