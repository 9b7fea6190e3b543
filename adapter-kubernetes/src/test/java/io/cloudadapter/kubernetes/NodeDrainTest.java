package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.hook.LifecycleTransition;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a drain does to a node, and when it completes its hook. */
class NodeDrainTest {

  private static List<String> results(DrainStory story) {
    return story.metrics.all().stream()
        .filter(metric -> metric.name().equals("cloudadapter_node_drains_total"))
        .map(Metric::labels)
        .map(labels -> labels.get("result"))
        .toList();
  }

  @Test
  void a_node_is_cordoned_then_emptied_then_deleted_and_then_the_hook_is_completed() {
    DrainStory story = DrainStory.drain();
    story.cluster.node("n1", "i-1");
    story.cluster.node("n2", "i-2");
    story.cluster.pod("n1", FakeCluster.pod("a", "ReplicaSet", false));
    story.cluster.pod("n1", FakeCluster.pod("b", "StatefulSet", false));
    story.cluster.pod("n2", FakeCluster.pod("c", "ReplicaSet", false));

    story.steps(Duration.ofMinutes(1));

    assertThat(story.cluster.done)
        .containsExactly("cordon n1", "evict a", "evict b", "delete node n1", "remove");
    assertThat(story.pool.end).isEqualTo("completed");
    assertThat(story.cluster.messages).isEmpty();
    assertThat(results(story)).containsExactly("drained");
  }

  @Test
  void pods_of_daemon_sets_static_pods_and_finished_pods_stay() {
    DrainStory story = DrainStory.drain();
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", FakeCluster.pod("agent", "DaemonSet", true));
    story.cluster.pod(
        "n1", new Pod("kube-system", "proxy", "u1", "Node", true, false, false, false));
    story.cluster.pod("n1", new Pod("default", "job", "u2", "Job", false, false, true, false));

    story.steps(Duration.ofMinutes(1));

    assertThat(story.cluster.done).containsExactly("cordon n1", "delete node n1", "remove");
    assertThat(story.pool.end).isEqualTo("completed");
  }

  @Test
  void a_pod_that_a_budget_holds_is_asked_for_again_at_growing_intervals_while_heartbeats_go_out() {
    DrainStory story = DrainStory.drain();
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", FakeCluster.pod("a", "ReplicaSet", false));
    story.cluster.budgets.put("a", 6);

    story.steps(Duration.ofMinutes(30));

    assertThat(story.pool.end).isEqualTo("completed");
    assertThat(story.pool.passed()).isBetween(Duration.ofMinutes(2), Duration.ofMinutes(5));
    assertThat(story.pool.heartbeats).isGreaterThan(5);
    assertThat(story.metrics.all())
        .filteredOn(metric -> metric.name().equals("cloudadapter_node_evictions_refused_total"))
        .extracting(Metric::value)
        .containsExactly(6.0);
  }

  @Test
  void a_pod_without_a_controller_or_with_an_empty_dir_is_evicted_only_if_that_is_configured() {
    DrainStory story = DrainStory.drain("timeout", "2m");
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", FakeCluster.pod("bare", "", false));
    story.cluster.pod("n1", FakeCluster.pod("scratch", "ReplicaSet", true));
    story.steps(Duration.ofMinutes(1));
    assertThat(story.cluster.done).containsExactly("cordon n1");

    DrainStory forced = DrainStory.drain("force", "true", "deleteEmptydirData", "true");
    forced.cluster.node("n1", "i-1");
    forced.cluster.pod("n1", FakeCluster.pod("bare", "", false));
    forced.cluster.pod("n1", FakeCluster.pod("scratch", "ReplicaSet", true));
    forced.steps(Duration.ofMinutes(1));
    assertThat(forced.cluster.done).contains("evict bare", "evict scratch", "delete node n1");
  }

  @Test
  void at_the_time_limit_the_machine_ends_and_the_node_object_goes_after_it() {
    DrainStory story = DrainStory.drain("timeout", "2m");
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", FakeCluster.pod("a", "ReplicaSet", false));
    story.cluster.budgets.put("a", 1000);

    story.steps(Duration.ofMinutes(3));

    assertThat(story.pool.end).isEqualTo("completed");
    assertThat(story.pool.atLimit)
        .contains(
            "pods are left on it: default/a; the eviction of default/a is refused: the budget of a");
    assertThat(story.cluster.nodes).as("its pods would be started twice").containsKey("n1");
    assertThat(story.cluster.messages).isNotEmpty();
    assertThat(results(story)).containsExactly("timed-out");

    story.restart();
    story.steps(Duration.ofMinutes(1));
    assertThat(story.cluster.nodes).containsKey("n1");

    story.pool.machineEnds();
    story.steps(Duration.ofMinutes(1));
    assertThat(story.cluster.nodes).isEmpty();
    assertThat(story.cluster.messages).isEmpty();
  }

  @Test
  void at_the_time_limit_pods_are_deleted_against_their_budgets_if_that_is_configured() {
    DrainStory story =
        DrainStory.drain("timeout", "2m", "deleteAtTimeout", "true", "gracePeriod", "20s");
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", FakeCluster.pod("a", "ReplicaSet", false));
    story.cluster.pod("n1", FakeCluster.pod("bare", "", false));
    story.cluster.budgets.put("a", 1000);

    story.steps(Duration.ofMinutes(3));

    assertThat(story.cluster.done)
        .containsExactly(
            "cordon n1", "delete pod a", "delete pod bare", "delete node n1", "remove");
    assertThat(story.pool.passed()).isBetween(Duration.ofMinutes(2), Duration.ofSeconds(150));
    assertThat(results(story)).containsExactly("forced");
    assertThat(story.pool.atLimit).contains("the pods that were left have been deleted");
  }

  @Test
  void pods_that_do_not_go_after_their_deletion_hold_the_machine_for_their_grace_period_only() {
    DrainStory story =
        DrainStory.drain("timeout", "2m", "deleteAtTimeout", "true", "gracePeriod", "20s");
    story.cluster.podsLinger = true;
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", FakeCluster.pod("a", "ReplicaSet", false));

    story.steps(Duration.ofSeconds(160));

    assertThat(story.pool.end).isEqualTo("completed");
    assertThat(story.cluster.nodes).containsKey("n1");
    assertThat(story.cluster.done).containsOnlyOnce("delete pod a");
  }

  @Test
  void without_a_time_of_its_own_a_drain_ends_shortly_before_the_limit_of_its_hook() {
    DrainStory story = new DrainStory(
        LifecycleTransition.TERMINATE, Duration.ofMinutes(1), Duration.ofMinutes(10));
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", FakeCluster.pod("a", "ReplicaSet", false));
    story.cluster.budgets.put("a", 1000);

    story.steps(Duration.ofMinutes(10));

    assertThat(story.pool.end).isEqualTo("completed");
    assertThat(results(story)).containsExactly("timed-out");
  }

  @Test
  void a_machine_that_never_joined_ends_at_once_but_not_before_the_nodes_were_listed() {
    DrainStory story = DrainStory.drain();
    story.cluster.current = false;
    story.steps(Duration.ofSeconds(20));
    assertThat(story.pool.waits()).isTrue();

    story.cluster.current = true;
    story.steps(Duration.ofSeconds(5));

    assertThat(story.pool.end).isEqualTo("completed");
    assertThat(results(story)).containsExactly("no-node");
  }

  @Test
  void a_node_of_an_old_list_is_touched_only_once_the_list_is_new() {
    DrainStory story = DrainStory.drain();
    story.cluster.node("n1", "i-1");
    story.cluster.current = false;
    story.steps(Duration.ofSeconds(20));
    assertThat(story.cluster.done).as("it may be another by now").isEmpty();

    story.cluster.current = true;
    story.steps(Duration.ofSeconds(5));
    assertThat(story.cluster.done).containsExactly("cordon n1", "delete node n1", "remove");
  }

  @Test
  void a_cluster_that_is_away_is_asked_until_the_time_limit_and_then_the_machine_ends() {
    DrainStory story = DrainStory.drain("timeout", "5m");
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", FakeCluster.pod("a", "ReplicaSet", false));
    story.cluster.away = true;

    story.steps(Duration.ofMinutes(4));
    assertThat(story.pool.waits()).isTrue();
    assertThat(story.pool.heartbeats).isGreaterThan(8);
    story.steps(Duration.ofMinutes(2));

    assertThat(story.pool.end).isEqualTo("completed");
    assertThat(results(story)).containsExactly("timed-out");
  }

  @Test
  void heartbeats_follow_the_time_that_the_pool_grants_and_end_at_the_limit_of_the_hook() {
    DrainStory story = new DrainStory(
        LifecycleTransition.TERMINATE, Duration.ofMinutes(1), Duration.ofMinutes(10));
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", FakeCluster.pod("bare", "", false));

    story.steps(Duration.ofMinutes(9));
    assertThat(story.pool.heartbeats).as("one each 20 s, and a step each 2 s").isBetween(24, 28);
    story.pool.leap(Duration.ofHours(2));
    story.steps(Duration.ofSeconds(50));
    assertThat(story.pool.waits()).isTrue();
    assertThat(story.pool.heartbeats).isBetween(26, 31);
  }

  @Test
  void another_process_goes_on_and_does_nothing_twice() {
    DrainStory story = DrainStory.drain();
    story.cluster.podsLinger = true;
    story.cluster.node("n1", "i-1");
    Pod pod = FakeCluster.pod("a", "ReplicaSet", false);
    story.cluster.pod("n1", pod);
    story.step();
    story.restart();
    story.step();
    story.restart();
    assertThat(story.cluster.done).containsExactly("cordon n1", "evict a");

    story.cluster.end(pod);
    story.cluster.lostReplies = 1;
    story.step();
    story.restart();
    story.steps(Duration.ofMinutes(1));

    assertThat(story.cluster.done)
        .containsExactly("cordon n1", "evict a", "delete node n1", "remove");
    assertThat(story.pool.end).isEqualTo("completed");
  }

  @Test
  void a_hook_that_ended_by_itself_leaves_the_node_alone() {
    DrainStory story = DrainStory.drain();
    story.cluster.node("n1", "i-1");
    story.pool.pass(Duration.ofMinutes(2));
    story.pool.machineEnds();

    story.steps(Duration.ofMinutes(1));

    assertThat(story.pool.end).isEqualTo("timed out");
    assertThat(story.cluster.done)
        .as("the machine may have been detached")
        .containsExactly("remove");
  }

  @Test
  void
      a_machine_that_returns_to_the_warm_pool_keeps_its_node_object_and_is_uncordoned_when_it_wakes() {
    DrainStory story =
        new DrainStory(LifecycleTransition.WARM_RETURN, Duration.ofMinutes(1), Duration.ofHours(1));
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", FakeCluster.pod("a", "ReplicaSet", false));
    story.steps(Duration.ofMinutes(1));
    assertThat(story.cluster.done).containsExactly("cordon n1", "evict a", "remove");

    DrainStory wake =
        new DrainStory(LifecycleTransition.WAKE, Duration.ofMinutes(1), Duration.ofHours(1));
    wake.cluster.nodes.putAll(story.cluster.nodes);
    wake.steps(Duration.ofMinutes(1));
    assertThat(wake.cluster.done).containsExactly("uncordon n1", "remove");
    assertThat(wake.pool.end).isEqualTo("completed");
  }

  @Test
  void a_new_machine_enters_service_once_its_node_is_ready_and_its_hook_gets_no_heartbeat() {
    DrainStory story =
        new DrainStory(LifecycleTransition.LAUNCH, Duration.ofMinutes(5), Duration.ofHours(1));
    story.steps(Duration.ofMinutes(1));
    story.cluster.nodes.put(
        "n1", new Node("n1", "u", "cloudadapter://lab/web/i-1", List.of(), false, false, false));
    story.steps(Duration.ofMinutes(1));
    assertThat(story.pool.waits()).isTrue();
    assertThat(story.cluster.done).isEmpty();

    story.cluster.node("n1", "i-1");
    story.steps(Duration.ofSeconds(5));

    assertThat(story.pool.end).isEqualTo("completed");
    assertThat(story.pool.heartbeats).isZero();
    assertThat(story.cluster.done).containsExactly("remove");
  }

  @Test
  void a_node_without_a_provider_id_is_found_by_address_or_name_only_if_that_is_configured() {
    Node bare = new Node("i-1", "u", "", List.of("10.0.0.7"), true, false, false);
    for (String fallback : List.of("none", "name", "address")) {
      DrainStory story = DrainStory.drain("fallback", fallback);
      story.pool.addresses("10.0.0.7");
      story.cluster.nodes.put("i-1", bare);
      story.steps(Duration.ofMinutes(1));
      assertThat(story.cluster.nodes.isEmpty()).as(fallback).isEqualTo(!fallback.equals("none"));
    }
  }

  @Test
  void a_node_of_another_machine_of_the_pool_is_not_taken_for_its_address() {
    DrainStory story = DrainStory.drain("fallback", "address");
    story.pool.addresses("10.0.0.7");
    story.cluster.nodes.put(
        "n2",
        new Node("n2", "u", "cloudadapter://lab/web/i-2", List.of("10.0.0.7"), true, false, false));
    story.steps(Duration.ofMinutes(1));

    assertThat(story.cluster.nodes).containsKey("n2");
    assertThat(results(story)).containsExactly("no-node");
  }
}
