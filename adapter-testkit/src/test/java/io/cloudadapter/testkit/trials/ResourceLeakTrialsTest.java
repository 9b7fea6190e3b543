package io.cloudadapter.testkit.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.testkit.run.RuleViolation;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What counts as left over by failed calls, and what a busy machine does by itself. */
class ResourceLeakTrialsTest {
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger batches = new AtomicInteger();

  @Test
  void threads_that_a_stall_of_the_machine_added_once_are_no_leak() {
    assertThatCode(() -> require(5, 20, 20)).doesNotThrowAnyException();
    assertThat(batches).as("batches of failed calls").hasValue(2);
  }

  @Test
  void a_count_that_stays_is_judged_after_one_batch() {
    require(5, 15);

    assertThat(batches).as("batches of failed calls").hasValue(1);
  }

  @Test
  void what_each_failed_call_leaves_is_found() {
    assertThatThrownBy(() -> require(25, 112, 199))
        .isInstanceOf(RuleViolation.class)
        .hasMessageContaining("199 threads are open after 200 more failed calls, 112 were before");
  }

  @Test
  void what_one_in_fifteen_failed_calls_leaves_is_found() {
    assertThatThrownBy(() -> require(5, 18, 31)).isInstanceOf(RuleViolation.class);
  }

  private void require(int first, Integer... after) {
    open.set(first);
    Iterator<Integer> then = Arrays.asList(after).iterator();
    ResourceLeakTrials.requireNoGrowth(
        () -> {
          batches.incrementAndGet();
          open.set(then.next());
        },
        List.of(new ResourceLeakTrials.OpenResources("threads", open::get)),
        Duration.ZERO);
  }
}
