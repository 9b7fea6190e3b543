package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.ConfigVersion;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rollback takes launch templates out of the stored versions of a configuration, and keeps the one that it needs. */
@Timeout(120)
class RollbackInJavaTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final ImmediateCloud cloud = new ImmediateCloud();

  @TempDir
  private Path data;

  private static PoolConfig web(String userData, int maxSize) {
    return PoolConfig.named("web", "here", maxSize)
        .launch(LaunchConfig.builder().userData(Secret.of(userData)).build())
        .listInterval(Duration.ofMillis(20), Duration.ofMillis(50))
        .launchesPerHour(1000)
        .terminationsPerHour(1000)
        .missingListsUntilGone(2)
        .build();
  }

  private CloudAdapter open(PoolConfig pool) {
    return CloudAdapter.builder()
        .provider(cloud)
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(pool)
        .dataDirectory(data)
        .open();
  }

  private static RefreshState state(MachinePool pool) {
    return pool.refreshStatus().orElseThrow().state();
  }

  private static boolean isHeld(PoolView view) {
    return view.alarms().stream().anyMatch(alarm -> alarm.code() == Alarm.Code.TEMPLATE_HELD);
  }

  @Test
  void the_version_that_a_rollback_needs_is_kept_as_long_as_it_does() throws InterruptedException {
    try (CloudAdapter adapter = open(web("good", 20))) {
      MachinePool web = adapter.defaultPool();
      web.setDesiredSize(2);
      web.await(PoolView::settled, SOON);
    }
    try (CloudAdapter adapter = open(web("bad", 20))) {
      MachinePool web = adapter.defaultPool();
      web.await(view -> view.drifted() == 2, SOON);
      web.refresh(RefreshRequest.defaults());
      web.await(view -> state(web) == RefreshState.SUCCEEDED, SOON);
      web.controlRefresh(RefreshControl.ROLLBACK, WriteOptions.none());
      web.await(view -> state(web) == RefreshState.ROLLED_BACK, SOON);
      web.await(view -> view.settled() && view.drifted() == 0 && isHeld(view), SOON);
      PoolAdministration pools = adapter.administration();
      for (int i = 1; i <= 21; i++) {
        pools.update(
            web("bad", 20 + i), pools.pool("web").orElseThrow().version(), ConfigAuthor.file());
      }
      List<Long> kept =
          pools.versions("web").stream().map(ConfigVersion::version).toList();
      assertThat(kept).hasSize(21).endsWith(4L, 1L);
      web.await(RollbackInJavaTest::isHeld, SOON);

      pools.update(web("good", 41), 23, ConfigAuthor.file());
      web.await(view -> !isHeld(view) && view.settled() && view.drifted() == 0, SOON);
      pools.update(web("good", 42), 24, ConfigAuthor.file());
      assertThat(pools.versions("web")).hasSize(20);
    }
  }
}
