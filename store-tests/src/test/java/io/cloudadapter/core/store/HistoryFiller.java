package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.history.PoolHistory;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.RecordChange;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.ledger.StandingRecords;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Fills the history of a pool until it has been at its bound of bytes for long, and looks into the store at times: the
 * entries of the history take no more than the bound, by the store's own account.
 */
public final class HistoryFiller {
  private static final PoolConfig POOL = PoolConfig.named("web", "here", 1000).build();
  private static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");
  private static final String MACHINE = """
      {"id":"%s","status":"LIVE","state":"RUNNING","end":"NOT_ENDED","serviceState":"IN_SERVICE",
       "serviceSince":"2026-01-01T00:00:00Z","isProtected":false,"ran":true,"profile":1,
       "launchTime":"2026-01-01T00:00:00Z","boundAt":"2026-01-01T00:00:00Z"}
      """;

  /** The bytes of the entries of the history in a store, as an observer of it counts them. */
  public interface Observer {
    /** Keys and values. */
    long bytes();
  }

  private final StateStore store;
  private final long bound;
  private final int atOnce;
  private final Random random = new Random(7);
  private long truncations;
  private long written;

  /**
   * A filler.
   *
   * @param store what has the history
   * @param bound the most bytes
   * @param atOnce how many events a transaction has
   */
  public HistoryFiller(StateStore store, long bound, int atOnce) {
    this.store = store;
    this.bound = bound;
    this.atOnce = atOnce;
  }

  /** Counts in the store itself. */
  public static Observer in(StateStore store) {
    return () -> store.range("events/").entries().stream()
        .mapToLong(entry -> (long) entry.key().length() + entry.bytes().length)
        .sum();
  }

  /** Writes events until the oldest have gone several times, and looks into the store meanwhile. */
  public void fill(Observer observer, int commitsBetweenLooks) {
    LeaderFence lead = LeaderFence.take(store, "pools/web/", 1).orElseThrow();
    PoolHistory history = PoolHistory.open(
        store,
        POOL,
        new HistoryBounds(Duration.ofDays(42), bound),
        1,
        random,
        StandingRecords::none);
    int commits = 0;
    long greatest = 0;
    // What is compressed later is written twice, so that only a truncation shows that the bound was
    // met.
    while (written < 3 * bound || (truncations < 3 && written < 40 * bound)) {
      Instant now = BEGIN.plusSeconds(commits);
      commit(lead, history.record(changes(), now));
      commit(lead, history.tidy(now));
      commits++;
      assertThat(history.bytes()).as("by its own account").isLessThanOrEqualTo(bound);
      if (commits % commitsBetweenLooks == 0) {
        long found = observer.bytes();
        assertThat(found).as("after %s commits", commits).isLessThanOrEqualTo(bound);
        greatest = Math.max(greatest, found);
      }
    }
    assertThat(observer.bytes()).isEqualTo(history.bytes()).isLessThanOrEqualTo(bound);
    assertThat(greatest).as("it has come near its bound").isGreaterThan(bound / 2);
    assertThat(truncations).as("the oldest events have gone").isPositive();
  }

  private void commit(LeaderFence lead, PoolHistory.Recorded recorded) {
    if (recorded.writes().isEmpty()) {
      return;
    }
    recorded
        .writes()
        .forEach((key, value) -> written += value.map(bytes -> bytes.length).orElse(0));
    truncations += recorded.events().stream()
        .filter(event -> event.kind() == PoolEventKind.HISTORY_TRUNCATED)
        .count();
    assertThat(lead.commit(List.of(Map.copyOf(recorded.writes()))).committed()).isTrue();
  }

  /** Of machines with names that hardly compress. */
  private List<RecordChange> changes() {
    List<RecordChange> changes = new ArrayList<>(atOnce);
    for (int i = 0; i < atOnce; i++) {
      byte[] name = new byte[24];
      random.nextBytes(name);
      MachineRecord before = RecordCodec.read(
          "machine",
          MACHINE.formatted("i-" + HexFormat.of().formatHex(name)).getBytes(StandardCharsets.UTF_8),
          MachineRecord.class);
      changes.add(new RecordChange.Machine(
          before, before.edit(edit -> edit.isProtected = true), 0, Optional.empty()));
    }
    return changes;
  }
}
