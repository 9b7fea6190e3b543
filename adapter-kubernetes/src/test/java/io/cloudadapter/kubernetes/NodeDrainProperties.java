package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.hook.LifecycleTransition;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** What holds for each drain, in any order of outages, lost replies, refusals and restarts. */
class NodeDrainProperties {
  private static final Duration LIMIT = Duration.ofMinutes(20);

  /** One pod, and how many of its evictions a budget refuses. */
  record DrawnPod(String controller, boolean emptyDir, boolean finished, int refusals) {}

  /** The settings of a drain. */
  record Drawn(
      List<DrawnPod> pods, boolean force, boolean emptyDir, boolean delete, boolean linger) {}

  /** What happens between two steps. */
  enum Move {
    STEP,
    AWAY,
    BACK,
    LOST_REPLY,
    RESTART,
    POD_ENDS
  }

  @Provide
  Arbitrary<Drawn> drains() {
    Arbitrary<DrawnPod> pod = Combinators.combine(
            Arbitraries.of("", "ReplicaSet", "DaemonSet", "StatefulSet"),
            Arbitraries.of(true, false),
            Arbitraries.frequencyOf(
                Tuple.of(5, Arbitraries.just(false)), Tuple.of(1, Arbitraries.just(true))),
            Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.integers().between(0, 4)),
                Tuple.of(1, Arbitraries.just(100_000))))
        .as(DrawnPod::new);
    Arbitrary<Boolean> flag = Arbitraries.of(true, false);
    return Combinators.combine(pod.list().ofMaxSize(5), flag, flag, flag, flag).as(Drawn::new);
  }

  @Provide
  Arbitrary<List<Move>> moves() {
    return Arbitraries.frequencyOf(
            Tuple.of(8, Arbitraries.just(Move.STEP)), Tuple.of(5, Arbitraries.of(Move.class)))
        .list()
        .ofMaxSize(60);
  }

  private static DrainStory story(Drawn drawn) {
    DrainStory story = new DrainStory(
        LifecycleTransition.TERMINATE,
        Duration.ofMinutes(1),
        LIMIT,
        "force",
        "" + drawn.force(),
        "deleteEmptydirData",
        "" + drawn.emptyDir(),
        "deleteAtTimeout",
        "" + drawn.delete());
    story.cluster.podsLinger = drawn.linger();
    story.cluster.node("n1", "i-1");
    for (int i = 0; i < drawn.pods().size(); i++) {
      DrawnPod pod = drawn.pods().get(i);
      String name = "p" + i;
      story.cluster.pod(
          "n1",
          new Pod(
              "default",
              name,
              "uid-" + name,
              pod.controller(),
              false,
              pod.emptyDir(),
              pod.finished(),
              false));
      story.cluster.budgets.put(name, pod.refusals());
    }
    return story;
  }

  private static void move(DrainStory story, Move move) {
    switch (move) {
      case STEP -> story.step();
      case AWAY -> story.cluster.away = true;
      case BACK -> story.cluster.away = false;
      case LOST_REPLY -> story.cluster.lostReplies = 1;
      case RESTART -> story.restart();
      case POD_ENDS -> endOne(story);
    }
    if (story.isDone()) {
      story.restart();
    }
  }

  /** The kubelet lets go of one pod that ends. */
  private static void endOne(DrainStory story) {
    story.cluster.pods.get("n1").stream()
        .filter(Pod::ending)
        .findFirst()
        .ifPresent(story.cluster::end);
  }

  /** While its machine may run, a Node object goes only if no pod is left that could be started twice. */
  private static void checkNode(DrainStory story, Set<Pod> before) {
    if (!story.cluster.nodes.containsKey("n1")) {
      assertThat(before).as("pods on a node that was deleted").allMatch(Pod::isSpared);
    }
  }

  @Property(tries = 400)
  void a_drain_ends_in_time_spares_what_it_must_and_leaves_nothing(
      @ForAll("drains") Drawn drawn, @ForAll("moves") List<Move> moves) {
    DrainStory story = story(drawn);
    for (Move move : moves) {
      move(story, move);
      checkNode(story, new HashSet<>(story.cluster.pods.get("n1")));
    }
    story.cluster.away = false;
    story.cluster.lostReplies = 0;
    for (int i = 0; i < 2000 && story.pool.waits(); i++) {
      story.step();
      endOne(story);
      checkNode(story, new HashSet<>(story.cluster.pods.get("n1")));
    }

    assertThat(story.pool.end).as("it is the drain that ends the hook").isEqualTo("completed");
    assertThat(story.pool.passed()).isLessThanOrEqualTo(LIMIT);
    for (int i = 0; i < drawn.pods().size(); i++) {
      DrawnPod pod = drawn.pods().get(i);
      boolean spared = pod.controller().equals("DaemonSet") || pod.finished();
      boolean held =
          (pod.controller().isEmpty() && !drawn.force()) || (pod.emptyDir() && !drawn.emptyDir());
      if (spared || held) {
        assertThat(story.cluster.done).doesNotContain("evict p" + i);
      }
      if (spared || !drawn.delete()) {
        assertThat(story.cluster.done).doesNotContain("delete pod p" + i);
      }
    }

    story.pool.machineEnds();
    story.restart();
    story.steps(Duration.ofMinutes(5));
    assertThat(story.cluster.messages).isEmpty();
    assertThat(story.cluster.nodes).isEmpty();
  }
}
