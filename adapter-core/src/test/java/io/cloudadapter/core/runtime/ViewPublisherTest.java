package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ViewPublisherTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private final ViewPublisher publisher = new ViewPublisher(Runnable::run);

  private static PoolView view(long revision) {
    return new PoolView(
        new PoolName("web"), Instant.EPOCH, revision, 0, PoolStatus.ACTIVE, List.of(), List.of());
  }

  /** As the pool's own thread does before it answers a question. */
  private boolean publishMeanwhile(PoolView next) {
    try {
      CompletableFuture.runAsync(() -> publisher.publish(next)).get(20, TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException stuck) {
      return false;
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_wish_may_ask_the_pool_which_publishes_a_view_before_it_answers() throws Exception {
    publisher.publish(view(1));

    assertThat(publisher.await(now -> publishMeanwhile(view(2)), LONG)).contains(view(1));
  }

  @Test
  void a_view_that_comes_while_a_wish_is_tried_is_not_missed() throws Exception {
    publisher.publish(view(1));

    assertThat(publisher.await(
            now -> now.revision() > 1 || (publishMeanwhile(view(2)) && false), LONG))
        .contains(view(2));
  }

  @Test
  void a_wait_that_is_over_returns_nothing() throws Exception {
    publisher.publish(view(1));

    assertThat(publisher.await(now -> now.revision() > 1, Duration.ofNanos(1))).isEmpty();
  }
}
