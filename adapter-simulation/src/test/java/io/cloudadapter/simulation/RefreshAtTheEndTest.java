package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.AutomaticRefreshConfig;
import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionWindow;
import io.cloudadapter.core.config.PoolConfig;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A refresh that a pool has started by itself, and that waits for its window, is left alone when the time is over. */
class RefreshAtTheEndTest {

  @Test
  void aPoolComesToRestWithARefreshThatWaitsForItsWindowOfNextWeek() {
    AtomicReference<Optional<RefreshStatus>> last = new AtomicReference<>(Optional.empty());
    DisruptionConfig weekly = DisruptionConfig.none()
        .with(
            "weekly",
            DisruptionWindow.of(
                CronSchedule.of("0 3 * * 2", ZoneOffset.UTC), Duration.ofMinutes(5)));
    PoolConfig config = PoolConfig.named("web", "here", 10)
        .initialSize(10)
        .disruption(weekly)
        .automaticRefresh(AutomaticRefreshConfig.none()
            .withMaxInstanceLifetime(Duration.ofHours(1))
            .withPercentPerDay(100))
        .build();

    SimulationReport report = Simulation.of(config)
        .length(Duration.ofHours(6))
        .every(Duration.ofMinutes(1), pool -> last.set(pool.refreshStatus()))
        .run();

    assertThat(report.violation()).as(report.story()).isEmpty();
    assertThat(last.get()).hasValueSatisfying(refresh -> {
      assertThat(refresh.cause()).isEqualTo(RefreshCause.LIFETIME);
      assertThat(refresh.state().active()).isTrue();
      assertThat(refresh.remaining()).isPositive();
    });
  }
}
