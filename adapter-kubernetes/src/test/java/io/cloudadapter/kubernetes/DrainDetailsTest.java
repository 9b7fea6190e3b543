package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.hook.LifecycleTransition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a drain or a join does when the cluster changes or refuses in the middle of a step. */
class DrainDetailsTest {
  private static Pod pod(String name) {
    return FakeCluster.pod(name, "ReplicaSet", false);
  }

  @Test
  void a_list_that_arrives_during_a_step_does_not_make_the_one_before_current() {
    DrainStory story = DrainStory.drain();
    story.cluster.current = false;
    story.pool.meanwhile = () -> {
      if (!story.cluster.current) {
        story.cluster.node("n1", "i-1");
        story.cluster.pod("n1", pod("a"));
        story.cluster.current = true;
      }
    };

    story.step();
    assertThat(story.pool.end).as("the machine has a node with a pod").isEmpty();

    story.steps(Duration.ofMinutes(1));
    assertThat(story.cluster.done)
        .containsExactly("cordon n1", "evict a", "delete node n1", "remove");
  }

  @Test
  void a_list_that_arrives_after_the_end_of_the_machine_still_has_its_node_deleted() {
    DrainStory story = DrainStory.drain("timeout", "2m");
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", pod("a"));
    story.cluster.budgets.put("a", 1000);
    story.steps(Duration.ofMinutes(3));
    Node node = story.cluster.nodes.remove("n1");
    story.cluster.current = false;
    story.pool.machineEnds();
    story.pool.meanwhile = () -> {
      if (story.cluster.nodes.isEmpty()) {
        story.pool.meanwhile = () -> {
          story.cluster.nodes.put("n1", node);
          story.cluster.current = true;
        };
      }
    };

    story.steps(Duration.ofMinutes(1));

    assertThat(story.cluster.done).contains("delete node n1");
    assertThat(story.cluster.messages).isEmpty();
  }

  @Test
  void a_wake_does_not_take_a_node_for_ready_that_an_old_list_shows() {
    DrainStory story =
        new DrainStory(LifecycleTransition.WAKE, Duration.ofMinutes(5), Duration.ofHours(1));
    story.cluster.node("n1", "i-1");
    story.cluster.current = false;
    story.steps(Duration.ofSeconds(10));
    assertThat(story.pool.end).as("it shows the node before the stop").isEmpty();

    story.cluster.current = true;
    story.step();
    assertThat(story.pool.end).isEqualTo("completed");
  }

  @Test
  void a_wake_looks_again_if_the_node_to_uncordon_is_another_one() {
    DrainStory story =
        new DrainStory(LifecycleTransition.WAKE, Duration.ofMinutes(5), Duration.ofHours(1));
    story.cluster.node("n1", "i-1");
    story.cluster.cordon(story.cluster.nodes.get("n1"));
    story.cluster.replaced.add("n1");
    story.steps(Duration.ofSeconds(10));
    assertThat(story.pool.end).isEmpty();

    story.cluster.replaced.clear();
    story.step();
    assertThat(story.cluster.done).contains("uncordon n1");
    assertThat(story.pool.end).isEqualTo("completed");
  }

  @Test
  void heartbeats_go_out_while_pods_that_are_deleted_at_the_limit_end() {
    DrainStory story = new DrainStory(
        LifecycleTransition.TERMINATE,
        Duration.ofSeconds(30),
        Duration.ofHours(1),
        "timeout",
        "2m",
        "gracePeriod",
        "60s",
        "deleteAtTimeout",
        "true");
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", pod("a"));
    story.cluster.budgets.put("a", 1000);
    story.steps(Duration.ofSeconds(118));
    story.cluster.podsLinger = true;
    story.steps(Duration.ofSeconds(50));
    assertThat(story.cluster.done).contains("delete pod a");
    assertThat(story.pool.end).as("its pod has a minute to end").isEmpty();

    story.steps(Duration.ofSeconds(30));
    assertThat(story.pool.end).isEqualTo("completed");
  }

  @Test
  void a_pod_whose_eviction_is_denied_does_not_keep_the_others() {
    DrainStory story = DrainStory.drain();
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", pod("a"));
    story.cluster.pod("n1", pod("b"));
    story.cluster.denied.add("a");
    story.steps(Duration.ofMinutes(1));
    assertThat(story.cluster.done).containsExactly("cordon n1", "evict b");
    assertThat(story.pool.waits()).isTrue();

    story.cluster.denied.clear();
    story.steps(Duration.ofMinutes(1));
    assertThat(story.pool.end).isEqualTo("completed");
  }

  @Test
  void a_pod_whose_deletion_at_the_limit_is_denied_does_not_keep_the_others() {
    DrainStory story = DrainStory.drain("timeout", "1m", "deleteAtTimeout", "true");
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", FakeCluster.pod("a", "", false));
    story.cluster.pod("n1", FakeCluster.pod("b", "", false));
    story.cluster.denied.add("a");

    story.steps(Duration.ofMinutes(3));

    assertThat(story.cluster.done).containsOnlyOnce("delete pod b");
    assertThat(story.pool.end).isEqualTo("completed");
    assertThat(story.cluster.nodes).containsKey("n1");
  }

  @Test
  void pods_of_a_successor_with_the_name_of_the_node_stay() {
    DrainStory story = DrainStory.drain();
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", pod("successors"));
    story.cluster.replaced.add("n1");
    story.steps(Duration.ofMinutes(1));
    assertThat(story.cluster.done).isEmpty();
    assertThat(story.pool.waits()).as("a new list has to say that it is gone").isTrue();

    story.cluster.nodes.clear();
    story.cluster.node("n1", "i-2");
    story.steps(Duration.ofMinutes(1));
    assertThat(story.cluster.done).containsExactly("remove");
    assertThat(story.pool.end).isEqualTo("completed");
  }

  @Test
  void a_machine_ends_within_two_seconds_of_the_time_limit_though_the_api_server_hangs() {
    DrainStory story = DrainStory.drain("timeout", "2m");
    story.afterError = Duration.ofSeconds(30);
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", pod("a"));
    story.cluster.budgets.put("a", 1000);
    story.steps(Duration.ofSeconds(90));
    story.cluster.hangs = true;
    while (story.pool.waits()) {
      story.step();
    }
    assertThat(story.pool.passed())
        .isBetween(Duration.ofSeconds(120), Duration.ofSeconds(122).plus(NodeDrain.POLL));
    assertThat(story.pool.end).isEqualTo("completed");
    assertThat(story.pool.atLimit)
        .contains("the API server cannot be asked: the API server is away");

    story.cluster.hangs = false;
    story.steps(Duration.ofSeconds(30));
    assertThat(story.cluster.answered).as("the next process learns of it").hasSize(1);
    story.restart();
    story.pool.machineEnds();
    story.steps(Duration.ofMinutes(1));
    assertThat(story.cluster.nodes).isEmpty();
  }

  @Test
  void pods_are_deleted_at_the_time_limit_though_an_error_has_the_drain_pause() {
    DrainStory story = DrainStory.drain("timeout", "2m", "deleteAtTimeout", "true");
    story.afterError = Duration.ofSeconds(30);
    story.cluster.node("n1", "i-1");
    story.cluster.pod("n1", pod("a"));
    story.cluster.denied.add("a");
    story.steps(Duration.ofSeconds(119));
    story.cluster.denied.clear();
    while (!story.cluster.done.contains("delete pod a")) {
      story.step();
    }
    assertThat(story.pool.passed()).isLessThanOrEqualTo(Duration.ofSeconds(122));
  }
}
