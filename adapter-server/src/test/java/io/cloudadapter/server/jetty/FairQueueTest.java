package io.cloudadapter.server.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.jetty.FairQueue.Offer;
import io.cloudadapter.server.jetty.FairQueue.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Tasks of many callers wait in turn, and one caller holds back no other. */
class FairQueueTest {
  private final List<String> displaced = new ArrayList<>();
  private final List<String> done = new ArrayList<>();

  private Task task(String caller, String name) {
    return new Task(
        caller, caller.equals("admin"), () -> done.add(name), () -> displaced.add(name));
  }

  private void drain(FairQueue queue) {
    for (Optional<Task> next = queue.poll(); next.isPresent(); next = queue.poll()) {
      next.get().work().run();
    }
  }

  @Test
  void callersAreServedInTurn() {
    FairQueue queue = new FairQueue(100);
    for (int i = 0; i < 3; i++) {
      queue.offer(task("noisy", "n" + i));
    }
    queue.offer(task("b", "b0"));
    queue.offer(task("c", "c0"));
    queue.offer(task("b", "b1"));

    drain(queue);

    assertThat(done).containsExactly("n0", "b0", "c0", "n1", "b1", "n2");
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void aFullQueueHasAPlaceForACallerWithFewerTasks() {
    FairQueue queue = new FairQueue(4);
    for (int i = 0; i < 4; i++) {
      assertThat(queue.offer(task("noisy", "n" + i))).isEqualTo(Offer.ADDED);
    }
    assertThat(queue.offer(task("noisy", "n4"))).isEqualTo(Offer.REFUSED);

    assertThat(queue.offer(task("operator", "resize"))).isEqualTo(Offer.REPLACED);

    assertThat(displaced).containsExactly("n3");
    drain(queue);
    assertThat(done).containsExactly("n0", "resize", "n1", "n2");
  }

  @Test
  void urgentTasksGoFirstAndHaveTheirOwnPlaces() {
    FairQueue queue = new FairQueue(2);
    queue.offer(task("noisy", "n0"));
    queue.offer(task("noisy", "n1"));

    assertThat(queue.offer(task("admin", "a0"))).isEqualTo(Offer.ADDED);
    assertThat(queue.offer(task("admin", "a1"))).isEqualTo(Offer.ADDED);
    assertThat(queue.offer(task("admin", "a2"))).isEqualTo(Offer.REFUSED);

    assertThat(displaced).isEmpty();
    drain(queue);
    assertThat(done).containsExactly("a0", "a1", "n0", "n1");
  }

  @Test
  void callersWithEquallyManyTasksDisplaceNoOther() {
    FairQueue queue = new FairQueue(2);
    queue.offer(task("a", "a0"));
    queue.offer(task("b", "b0"));

    assertThat(queue.offer(task("c", "c0"))).isEqualTo(Offer.REFUSED);
    assertThat(displaced).isEmpty();
  }

  /** No order of offers loses a task or doubles one. */
  @Property(tries = 200)
  void everyTaskIsDoneOrDisplacedOrRefusedOnce(
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 5) Integer> offers,
      @ForAll @IntRange(min = 1, max = 20) int places) {
    displaced.clear();
    done.clear();
    FairQueue queue = new FairQueue(places);
    int refused = 0;
    int added = 0;
    Map<Integer, Integer> count = new HashMap<>();
    for (int caller : offers) {
      String name = caller + "-" + count.merge(caller, 1, Integer::sum);
      Offer offer = queue.offer(task("c" + caller, name));
      refused += offer == Offer.REFUSED ? 1 : 0;
      added += offer == Offer.ADDED ? 1 : 0;
    }
    drain(queue);

    assertThat(done).doesNotHaveDuplicates().hasSize(added);
    assertThat(done.size() + displaced.size() + refused).isEqualTo(offers.size());
    assertThat(done).noneMatch(displaced::contains);
  }
}
