package io.cloudadapter.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Work beside the pools. */
class LeaderTaskTest {
  /** A task that keeps what it may use. */
  private static final class Recorder implements LeaderTask {
    final List<LeaderContext> begun = new ArrayList<>();
    final List<String> ended = new ArrayList<>();
    List<ConfigError> faults = List.of();

    @Override
    public List<ConfigError> faults(Map<String, List<HookChannel>> channels) {
      assertThat(channels).containsOnlyKeys("here");
      return faults;
    }

    @Override
    public Running start(LeaderContext context) {
      begun.add(context);
      return new Running() {
        @Override
        public List<Metric> metrics() {
          return List.of(new Metric("task_runs", "help", Metric.Type.GAUGE, Map.of(), 1));
        }

        @Override
        public void close() {
          ended.add(context.pools().defaultPool().name().value());
        }
      };
    }
  }

  private final Recorder task = new Recorder();
  private final MemoryStore store = new MemoryStore();

  private CloudAdapter.Builder builder() {
    return CloudAdapter.builder()
        .inMemory()
        .provider(new ImmediateCloud())
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 5).build())
        .task(task);
  }

  @Test
  void a_task_runs_as_long_as_the_pools_are_kept_and_its_metrics_are_among_theirs() {
    try (CloudAdapter adapter = builder().open()) {
      assertThat(task.begun).hasSize(1);
      assertThat(task.ended).isEmpty();
      assertThat(adapter.metrics()).anyMatch(metric -> metric.name().equals("task_runs"));
    }
    assertThat(task.ended).containsExactly("web");
  }

  @Test
  void the_next_leader_reads_what_a_task_has_stored_and_the_former_one_writes_no_more() {
    try (CloudAdapter first = builder().openOver(store)) {
      LeaderContext former = task.begun.get(0);
      assertThat(former.read("t/a")).isEmpty();
      former.write("t/a", "one".getBytes(UTF_8));
      assertThat(former.leads()).isTrue();

      try (CloudAdapter second = builder().openOver(store.reopen())) {
        LeaderContext next = task.begun.get(1);
        assertThat(next.read("t/a")).hasValue("one".getBytes(UTF_8));
        assertThatThrownBy(() -> former.write("t/a", "late".getBytes(UTF_8)))
            .isInstanceOfSatisfying(
                PoolException.class,
                refused ->
                    assertThat(refused.reason()).isEqualTo(PoolException.Reason.UNAVAILABLE));
        assertThat(next.read("t/a")).hasValue("one".getBytes(UTF_8));
        assertThat(second.all()).hasSize(first.all().size());
      }
    }
  }

  @Test
  void a_fault_of_a_task_refuses_the_configuration() {
    task.faults = List.of(new ConfigError("task.key", "must be right, was wrong"));

    assertThatThrownBy(() -> builder().open())
        .isInstanceOf(ConfigException.class)
        .hasMessage("task.key: must be right, was wrong");
    assertThat(task.begun).isEmpty();
  }
}
