package io.cloudadapter.clusterautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.fake.kubernetes.ApiStandIn;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The cluster around Cluster Autoscaler in the tests: its nodes join, its pods get places, and lose them. */
class ClusterStandInTest {
  @Test
  void a_pod_gets_a_node_when_a_machine_runs_and_loses_it_with_the_machine() throws IOException {
    try (ApiStandIn api = ApiStandIn.start()) {
      ClusterStandIn cluster = new ClusterStandIn(api.objects());
      cluster.want(2);
      cluster.look(Set.of());
      assertThat(api.objects().keys("pods")).hasSize(2);
      assertThat(cluster.running()).isZero();

      cluster.look(Set.of("cloudadapter://lab/workers/i-1"));
      assertThat(cluster.nodes()).isEqualTo(1);
      assertThat(cluster.running()).isEqualTo(1);

      cluster.look(Set.of());
      assertThat(cluster.nodes()).isZero();
      assertThat(cluster.running()).isZero();
      assertThat(api.objects().keys("pods")).hasSize(2);

      cluster.want(0);
      cluster.look(Set.of());
      assertThat(api.objects().keys("pods")).isEmpty();
    }
  }
}
