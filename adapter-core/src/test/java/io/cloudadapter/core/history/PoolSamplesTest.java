package io.cloudadapter.core.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.Transaction;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is kept of a pool's last hour, day and week, and what a reader gets of it. */
class PoolSamplesTest {
  private static final PoolName WEB = new PoolName("web");
  private static final Instant BEGIN = Instant.parse("2026-11-02T00:00:00Z");

  private final MemoryStore store = new MemoryStore();
  private final SampleWriter writer = new SampleWriter(store, WEB);
  private final SampleReader reader = new SampleReader(store, WEB);
  private Instant now = BEGIN;

  private static PoolSample sample(Instant from, int inService, long calls, double seconds) {
    return new PoolSample(from, 9, inService, inService, 1, 2, calls, seconds);
  }

  private void commit(Map<String, Optional<byte[]>> writes) {
    Transaction.Builder transaction = Transaction.builder();
    writes.forEach((key, value) ->
        value.ifPresentOrElse(bytes -> transaction.put(key, bytes), () -> transaction.delete(key)));
    assertThat(store.commit(transaction.build()).committed()).isTrue();
  }

  private void passes(Duration time) {
    for (Instant end = now.plus(time); now.isBefore(end); now = now.plusSeconds(60)) {
      commit(writer.add(List.of(sample(now, (int) (now.getEpochSecond() / 60 % 7), 10, 0.5))));
    }
  }

  private List<PoolSample> read(SampleSpan span) {
    return reader.read(span, now).samples();
  }

  private long bytes() {
    return store.range("samples/web/").entries().stream()
        .mapToLong(entry -> entry.key().length() + (long) entry.bytes().length)
        .sum();
  }

  @Test
  void each_span_has_samples_of_its_own_length_up_to_the_present() {
    passes(Duration.ofHours(26).plusMinutes(25));

    assertThat(read(SampleSpan.HOUR)).hasSize(60);
    assertThat(read(SampleSpan.HOUR).get(59).from()).isEqualTo(now.minusSeconds(60));
    List<PoolSample> day = read(SampleSpan.DAY);
    assertThat(day).hasSize(145);
    assertThat(day).extracting(PoolSample::from).isSorted().doesNotHaveDuplicates();
    assertThat(day.get(143).launched()).isEqualTo(10);
    assertThat(day.get(144).launched()).as("five minutes of ten have passed").isEqualTo(5);
    List<PoolSample> week = read(SampleSpan.WEEK);
    assertThat(week).hasSize(27);
    assertThat(week.get(0).from()).isEqualTo(BEGIN);
    assertThat(week.get(26).launched()).isEqualTo(25);
  }

  @Test
  void a_longer_sample_has_the_sums_the_fewest_machines_and_the_mean_of_its_calls() {
    commit(writer.add(List.of(
        sample(BEGIN, 5, 30, 1.0),
        sample(BEGIN.plusSeconds(60), 2, 0, 0),
        sample(BEGIN.plusSeconds(120), 4, 10, 3.0))));
    now = BEGIN.plusSeconds(180);

    PoolSample fold = read(SampleSpan.DAY).get(0);

    assertThat(fold.inService()).isEqualTo(4);
    assertThat(fold.leastInService()).isEqualTo(2);
    assertThat(fold.launched()).isEqualTo(3);
    assertThat(fold.launchFailures()).isEqualTo(6);
    assertThat(fold.cloudCalls()).isEqualTo(40);
    assertThat(fold.secondsPerCall()).isEqualTo(1.5, within(1e-9));
  }

  @Test
  void what_is_kept_has_a_bound_however_long_the_pool_is_kept() {
    passes(Duration.ofDays(9));

    assertThat(read(SampleSpan.HOUR)).hasSize(60);
    assertThat(read(SampleSpan.DAY)).hasSize(144);
    assertThat(read(SampleSpan.WEEK)).hasSize(168);
    assertThat(bytes()).isLessThan(14_000);
    assertThat(store.range("samples/web/").entries()).hasSize(3);
  }

  @Test
  void most_minutes_write_the_hour_alone() {
    passes(Duration.ofMinutes(61));

    Map<String, Optional<byte[]>> writes = writer.add(List.of(sample(now, 1, 0, 0)));

    assertThat(writes.keySet()).containsExactly("samples/web/hour");
    assertThat(writes.get("samples/web/hour").orElseThrow()).hasSize(1 + 60 * 36);
  }

  @Test
  void samples_stay_over_restarts_and_a_time_without_any_is_a_gap() {
    passes(Duration.ofMinutes(90));
    now = now.plus(Duration.ofHours(5));
    commit(new SampleWriter(store, WEB).add(List.of(sample(now, 3, 0, 0))));
    now = now.plusSeconds(60);

    assertThat(read(SampleSpan.HOUR)).hasSize(1);
    assertThat(read(SampleSpan.DAY)).hasSize(10);
    assertThat(read(SampleSpan.WEEK))
        .extracting(PoolSample::from)
        .containsExactly(BEGIN, BEGIN.plus(Duration.ofHours(1)), BEGIN.plus(Duration.ofHours(6)));
    assertThat(read(SampleSpan.WEEK).get(1).launched())
        .as("half an hour until the end")
        .isEqualTo(30);
  }

  @Test
  void a_clock_that_was_wrong_leaves_no_samples_of_the_future() {
    passes(Duration.ofMinutes(30));
    Instant right = now;
    now = now.plus(Duration.ofDays(3));
    passes(Duration.ofMinutes(90));
    now = right;
    passes(Duration.ofMinutes(30));

    assertThat(read(SampleSpan.HOUR))
        .extracting(PoolSample::from)
        .isSorted()
        .allMatch(from -> from.isBefore(now));
    assertThat(reader.read(SampleSpan.WEEK, now.plus(Duration.ofDays(4))).samples())
        .extracting(PoolSample::from)
        .containsExactly(BEGIN);
  }

  @Test
  void what_is_damaged_is_none_and_is_written_anew() {
    passes(Duration.ofMinutes(5));
    commit(Map.of("samples/web/hour", Optional.of(new byte[] {1, 2, 3})));
    assertThat(read(SampleSpan.HOUR)).isEmpty();

    passes(Duration.ofMinutes(2));

    assertThat(read(SampleSpan.HOUR)).hasSize(2);
  }

  @Test
  void the_samples_of_a_pool_that_nothing_keeps_go_after_a_week() {
    passes(Duration.ofMinutes(90));

    assertThat(writer.dropOld(now.plus(Duration.ofDays(6)))).isEmpty();
    commit(writer.dropOld(now.plus(Duration.ofDays(8))));

    assertThat(store.range("samples/web/").entries()).isEmpty();
    assertThat(writer.dropOld(now.plus(Duration.ofDays(8)))).isEmpty();
  }

  @Test
  void a_store_that_cannot_be_read_refuses_a_reader_and_costs_a_writer_its_minute() {
    StateStore broken = (StateStore) Proxy.newProxyInstance(
        StateStore.class.getClassLoader(),
        new Class<?>[] {StateStore.class},
        (proxy, method, arguments) -> {
          throw new StoreException("the disk is gone");
        });

    assertThatThrownBy(() -> new SampleReader(broken, WEB).read(SampleSpan.DAY, now))
        .isInstanceOf(PoolException.class)
        .hasMessage("the samples of pool web cannot be read");
    assertThat(new SampleWriter(broken, WEB).add(List.of(sample(now, 1, 0, 0)))).isEmpty();
  }
}
