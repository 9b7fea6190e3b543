package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.exception.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeletedPoolsTest {
  private static final PoolName WEB = new PoolName("web");

  private final ArrayDeque<Runnable> work = new ArrayDeque<>();
  private final List<Duration> waits = new ArrayList<>();
  private final ArrayDeque<Optional<Duration>> answers = new ArrayDeque<>();
  private int erasures;
  private boolean broken;
  private final DeletedPools deletions = new DeletedPools(
      work::add,
      (later, wait) -> {
        waits.add(wait);
        work.add(later);
      },
      name -> {
        erasures++;
        if (broken) {
          throw new StoreException("the disk is full");
        }
        return answers.isEmpty() ? Optional.empty() : answers.remove();
      });

  private void run() {
    work.remove().run();
  }

  @Test
  void a_pool_whose_records_are_being_removed_is_not_removed_twice_at_once() {
    deletions.add(WEB);
    deletions.add(WEB);

    assertThat(work).hasSize(1);
  }

  @Test
  void a_pool_that_is_gone_is_forgotten_so_that_another_of_its_name_can_go_too() {
    deletions.add(WEB);
    run();
    deletions.add(WEB);
    run();

    assertThat(erasures).isEqualTo(2);
    assertThat(waits).isEmpty();
  }

  @Test
  void a_pool_that_has_to_wait_is_removed_later_and_only_then_forgotten() {
    answers.add(Optional.of(Duration.ofMinutes(1)));
    deletions.add(WEB);
    run();
    deletions.add(WEB);
    assertThat(waits).containsExactly(Duration.ofMinutes(1));
    assertThat(work).hasSize(1);
    run();
    deletions.add(WEB);

    assertThat(work).hasSize(1);
    assertThat(erasures).isEqualTo(2);
  }

  @Test
  void a_store_that_fails_is_tried_again_in_a_moment() {
    broken = true;
    deletions.add(WEB);
    run();
    broken = false;
    run();

    assertThat(waits).containsExactly(Duration.ofSeconds(5));
    assertThat(erasures).isEqualTo(2);
    assertThat(work).isEmpty();
  }
}
