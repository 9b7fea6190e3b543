package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ListenerQueueTest {
  private final ManualExecutor.Threads threads = new ManualExecutor.Threads();
  private final List<Long> seen = new ArrayList<>();
  private final List<PoolException> ends = new ArrayList<>();
  private final List<ListenerQueue> removed = new ArrayList<>();
  private final ListenerQueue queue =
      new ListenerQueue(view -> seen.add(view.revision()), ends::add, threads, removed::add);

  private static PoolView view(long revision) {
    return new PoolView(
        new PoolName("web"),
        Instant.EPOCH,
        revision,
        0,
        PoolStatus.ACTIVE,
        List.of(),
        List.of(),
        ListStatus.RECENT);
  }

  private void deliver() {
    while (!threads.waiting.isEmpty()) {
      threads.waiting.remove().run();
    }
  }

  /** Each number is a burst of so many views before the listener's thread runs. */
  @Property(tries = 100)
  void keepsTheOrderAndTheNewestAndCountsWhatItDrops(
      @ForAll @Size(max = 8) List<@IntRange(max = 150) Integer> bursts) {
    seen.clear();
    long dropped = queue.dropped();
    List<Long> expected = new ArrayList<>();
    long revision = 0;
    long lost = 0;
    for (int burst : bursts) {
      for (int i = 0; i < burst; i++) {
        queue.offer(view(++revision));
        assertThat(threads.waiting).hasSize(1);
      }
      long kept = Math.min(burst, ListenerQueue.CAPACITY);
      lost += burst - kept;
      LongStream.rangeClosed(revision - kept + 1, revision).forEach(expected::add);
      deliver();
    }

    assertThat(seen).isEqualTo(expected);
    assertThat(queue.dropped() - dropped).isEqualTo(lost);
  }

  @Test
  void theEndComesAfterTheLastViewAndOnce() {
    PoolException why = new PoolException(PoolException.Reason.UNAVAILABLE, "closed", "");
    queue.offer(view(1));
    queue.end(why);
    queue.end(why);
    queue.offer(view(2));
    assertThat(ends).isEmpty();
    deliver();

    assertThat(seen).containsExactly(1L);
    assertThat(ends).containsExactly(why);
    assertThat(removed).containsExactly(queue);
  }

  @Test
  void aClosedQueueDeliversNothing() {
    queue.offer(view(1));
    queue.close();
    deliver();
    queue.offer(view(2));
    deliver();

    assertThat(seen).isEmpty();
    assertThat(removed).containsExactly(queue);
  }
}
