package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.PoolConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a change of a pool's configuration does to drains that are under way. */
class NodeReloadTest extends NodeHooksScenario {
  /** Pools of the file cannot be changed by the library. */
  private static final PoolConfig OTHER =
      PoolConfig.named("other", "lab", 1).initialSize(0).build();

  private static boolean isFollowed(CloudAdapter adapter) {
    return adapter.metrics().stream()
        .anyMatch(metric -> metric.name().equals("cloudadapter_kubernetes_up"));
  }

  @Test
  void a_cluster_that_no_hook_leads_to_any_more_is_followed_until_its_messages_are_removed()
      throws Exception {
    objects.slowPods(true);
    try (CloudAdapter adapter = open(OTHER)) {
      MachinePool pool = adapter.createPool(pool(1, drain(Duration.ofMinutes(5))));
      MachineId leaving = join(pool, 1).get(0).id();
      pool.setDesiredSize(0);
      until("the pod ends", () -> !standIn.requests("POST", "/eviction").isEmpty());

      adapter.updatePool(pool(1), 1);
      objects.endPod("app-" + leaving.value());
      pool.answerHook(pool.hooks().get(0).token(), HookResult.CONTINUE);

      until("the message is removed", () -> objects.keys("secrets").isEmpty());
      until("the cluster is left alone", () -> !isFollowed(adapter));
      pool.await(view -> isGone(view, leaving), PATIENCE);
    }
  }

  @Test
  void a_setting_that_changes_takes_effect_for_a_drain_under_way() throws Exception {
    try (CloudAdapter adapter = open(OTHER)) {
      MachinePool pool = adapter.createPool(pool(1, drain(Duration.ofMinutes(5))));
      MachineId leaving = join(pool, 1).get(0).id();
      objects.pod("bare", node(leaving), "");
      pool.setDesiredSize(0);
      until("its other pod is evicted", () -> !evicted().isEmpty());

      adapter.updatePool(pool(1, drain(Duration.ofMinutes(5), "force", "true")), 1);
      pool.await(view -> isGone(view, leaving), PATIENCE);

      assertThat(evicted()).containsExactly("app-" + leaving.value(), "bare");
      assertThat(objects.keys("nodes")).isEmpty();
    }
  }

  @Test
  void a_drain_under_way_goes_on_after_the_timeout_of_its_hook_is_raised() throws Exception {
    Duration timeout = Duration.ofSeconds(2);
    try (CloudAdapter adapter = open(OTHER)) {
      MachinePool pool = adapter.createPool(pool(1, drain(timeout)));
      MachineId leaving = join(pool, 1).get(0).id();
      objects.pod("bare", node(leaving), "");
      pool.setDesiredSize(0);
      until("its other pod is evicted", () -> !evicted().isEmpty());

      adapter.updatePool(pool(1, drain(Duration.ofMinutes(5))), 1);
      until(
          "the drain waits for three time-outs",
          () -> pool.hooks().stream()
              .anyMatch(
                  hook -> hook.deadline().isAfter(hook.since().plus(timeout.multipliedBy(4)))));

      objects.endPod("bare");
      pool.await(view -> isGone(view, leaving), PATIENCE);
      assertThat(objects.keys("nodes")).as("the drain itself has ended").isEmpty();
    }
  }
}
