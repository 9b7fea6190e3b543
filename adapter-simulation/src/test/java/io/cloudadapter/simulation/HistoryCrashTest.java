package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.history.HistoryReader;
import io.cloudadapter.core.history.PoolHistory;
import io.cloudadapter.core.ledger.StandingRecords;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.simulation.disk.SimulatedDisk;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whether a history survives what happens to its disk: steps that fail, a full disk, killed processes and power loss,
 * at any write. A counter in the ledger rises with each event, in the same transaction, so that half of one shows.
 */
class HistoryCrashTest {
  private static final int STORIES = 150;
  private static final int LIVES = 5;
  private static final Duration RETENTION = Duration.ofDays(42);
  private static final long LIMIT = 1 << 20;
  private static final String COUNTER = "pools/web/counter";
  private static final PoolConfig CONFIG = PoolConfig.named("web", "here", 10).build();

  static LongStream stories() {
    return LongStream.rangeClosed(1, STORIES);
  }

  /** One pool's alarm that begins and ends, over several lives of its process. */
  private static final class Story {
    final SimulatedDisk disk = new SimulatedDisk();
    final Random random;
    Instant now = Instant.parse("2026-11-28T00:00:00Z");
    long acknowledged;
    long written;
    long epoch;
    boolean stands;

    Story(long seed) {
      random = new Random(seed);
    }

    void live() {
      epoch++;
      disk.capacity(Long.MAX_VALUE);
      try (EmbeddedStore store = EmbeddedStore.builder(disk, random)
          .executor(Runnable::run)
          .reserve(4_096)
          .compactAbove(16 * 1024)
          .open()) {
        check(store);
        LeaderFence lead = LeaderFence.take(store, "pools/web/", epoch).orElseThrow();
        PoolHistory history = PoolHistory.open(
            store,
            CONFIG,
            new HistoryBounds(RETENTION, LIMIT),
            epoch,
            random,
            StandingRecords::none);
        if (random.nextBoolean()) {
          disk.failStep(disk.steps() + 1 + random.nextInt(400));
        } else if (random.nextInt(3) == 0) {
          disk.capacity(disk.used() + random.nextInt(20_000));
        }
        for (int i = random.nextInt(150); i > 0; i--) {
          now = now.plusSeconds(1);
          stands = !stands;
          List<Alarm> alarms =
              stands ? List.of(new Alarm(Alarm.Code.QUOTA, "alarm " + now, now)) : List.of();
          if (!commit(lead, history.observe(alarms, true, now), true)
              || !commit(lead, history.tidy(now), false)) {
            break;
          }
        }
      } catch (StoreException e) {
        // The disk fails while the store is opened; the next life opens it.
      }
      if (random.nextBoolean()) {
        disk.losePower(random);
      } else {
        disk.killProcess();
      }
    }

    private boolean commit(LeaderFence lead, PoolHistory.Recorded recorded, boolean counts) {
      if (recorded.writes().isEmpty()) {
        return true;
      }
      written = acknowledged + recorded.events().size();
      Map<String, Optional<byte[]>> counter = counts
          ? Map.of(COUNTER, Optional.of(Long.toString(written).getBytes(StandardCharsets.UTF_8)))
          : Map.of();
      CommitResult result = lead.commit(List.of(counter, recorded.writes()));
      if (result.committed()) {
        acknowledged = written;
      }
      return result.committed();
    }

    /** All that was acknowledged is there, once and in order, and what was in doubt whole or not at all. */
    void check(EmbeddedStore store) {
      List<PoolEvent> events = new ArrayList<>();
      PoolEventQuery query = PoolEventQuery.all().limit(40);
      PoolEventPage page;
      do {
        page = new HistoryReader(store, CONFIG.name()).read(query);
        events.addAll(page.events());
        query = query.after(page.cursor());
      } while (page.more());
      for (int i = 0; i < events.size(); i++) {
        assertThat(events.get(i).sequence()).isEqualTo(i + 1L);
        assertThat(events.get(i).kind()).isNotEqualTo(PoolEventKind.EVENTS_LOST);
      }
      assertThat((long) events.size()).isIn(acknowledged, written);
      long counted =
          store.get(COUNTER).map(entry -> Long.parseLong(entry.text())).orElse(0L);
      assertThat(counted).isEqualTo(events.size());
      acknowledged = events.size();
      written = acknowledged;
      stands = !events.isEmpty()
          && events.stream()
              .filter(event -> event.code().isPresent())
              .reduce((first, second) -> second)
              .filter(event -> event.kind() == PoolEventKind.ALARM_RAISED)
              .isPresent();
    }
  }

  @ParameterizedTest
  @MethodSource("stories")
  void no_acknowledged_event_is_lost_or_doubled_by_what_happens_to_the_disk(long seed) {
    Story story = new Story(seed);
    for (int life = 0; life < LIVES; life++) {
      story.live();
    }
    assertThat(story.epoch).isEqualTo(LIVES);
  }
}
