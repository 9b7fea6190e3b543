package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolListener;
import io.cloudadapter.api.PoolSubscription;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.event.EventCaller;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.HistoryConfig;
import io.cloudadapter.core.config.PoolConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that reads what has happened to its pool. */
class PoolEventsTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir
  private Path directory;

  private final ImmediateCloud cloud = new ImmediateCloud();

  private CloudAdapter open() {
    return CloudAdapter.builder()
        .dataDirectory(directory)
        .provider(cloud)
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 20)
            .listInterval(Duration.ofMillis(20), Duration.ofMillis(50))
            .missingListsUntilGone(2)
            .build())
        .open();
  }

  private static List<PoolEvent> of(MachinePool pool, PoolEventKind kind) {
    return pool.events(PoolEventQuery.all().kinds(kind)).events();
  }

  @Test
  void a_resize_is_told_with_its_caller_and_what_followed_from_it() throws InterruptedException {
    try (CloudAdapter adapter = open()) {
      MachinePool web = adapter.defaultPool();
      web.setDesiredSize(2, WriteOptions.none().caller("ann").from("rest", "r-1"));
      web.await(view -> view.settled() && view.desiredSize() == 2, SOON);

      PoolEvent sized = of(web, PoolEventKind.SIZE_CHANGED).get(0);
      assertThat(sized.caller())
          .contains(new EventCaller("ann", "rest", Optional.of("r-1"), Optional.empty()));
      assertThat(sized.message()).isEqualTo("desired size 2, was 0");
      assertThat(of(web, PoolEventKind.LAUNCH_REQUESTED))
          .isNotEmpty()
          .allSatisfy(launch -> assertThat(launch.cause()).hasValue(sized.sequence()));
      assertThat(of(web, PoolEventKind.MACHINE_LAUNCHED)).hasSize(2);
      assertThat(of(web, PoolEventKind.MACHINE_IN_SERVICE)).hasSize(2);
    }
  }

  @Test
  void a_terminated_machine_is_linked_with_the_one_in_its_place() throws InterruptedException {
    try (CloudAdapter adapter = open()) {
      MachinePool web = adapter.defaultPool();
      web.setDesiredSize(1);
      MachineId first = web.await(view -> view.settled() && view.machines().size() == 1, SOON)
          .machines()
          .get(0)
          .id();
      web.terminate(first, false, WriteOptions.none().caller("bob"));
      web.await(
          view -> view.settled()
              && view.machines().stream().noneMatch(machine -> machine.id().equals(first)),
          SOON);

      PoolEvent decided = of(web, PoolEventKind.TERMINATION_DECIDED).get(0);
      assertThat(decided.machine()).contains(first);
      assertThat(decided.caller().map(EventCaller::principal)).contains("bob");
      List<PoolEvent> launched = of(web, PoolEventKind.MACHINE_LAUNCHED);
      assertThat(launched).hasSize(2);
      assertThat(launched.get(1).replaces()).containsExactly(first);
      assertThat(of(web, PoolEventKind.LAUNCH_REQUESTED).get(1).cause())
          .hasValue(decided.sequence());
    }
  }

  @Test
  void the_history_goes_on_after_a_restart() throws InterruptedException {
    String cursor;
    try (CloudAdapter adapter = open()) {
      MachinePool web = adapter.defaultPool();
      web.setDesiredSize(1);
      web.await(view -> view.settled() && view.desiredSize() == 1, SOON);
      cursor = web.events(PoolEventQuery.all()).cursor();
    }
    try (CloudAdapter adapter = open()) {
      MachinePool web = adapter.defaultPool();
      web.setDesiredSize(2);
      web.await(view -> view.settled() && view.desiredSize() == 2, SOON);

      assertThat(web.events(PoolEventQuery.all().after(cursor)).events())
          .extracting(PoolEvent::kind)
          .contains(PoolEventKind.LEADERSHIP_TAKEN, PoolEventKind.SIZE_CHANGED);
      List<PoolEvent> all = web.events(PoolEventQuery.all()).events();
      for (int i = 0; i < all.size(); i++) {
        assertThat(all.get(i).sequence()).isEqualTo(i + 1L);
      }
    }
  }

  @Test
  void a_listener_gets_each_event_in_order() throws InterruptedException {
    BlockingQueue<PoolEvent> events = new LinkedBlockingQueue<>();
    PoolListener listener = new PoolListener() {
      @Override
      public void viewChanged(PoolView view) {}

      @Override
      public void onEvent(PoolEvent event) {
        events.add(event);
      }
    };
    try (CloudAdapter adapter = open();
        PoolSubscription subscription = adapter.defaultPool().addListener(listener)) {
      adapter.defaultPool().setDesiredSize(1);
      long last = 0;
      PoolEvent event;
      do {
        event = events.poll(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(event).isNotNull();
        assertThat(event.sequence()).isGreaterThan(last);
        last = event.sequence();
      } while (event.kind() != PoolEventKind.MACHINE_IN_SERVICE);
      assertThat(subscription.dropped()).isZero();
    }
  }

  @Test
  void bad_input_is_refused_with_its_field_its_value_and_what_is_allowed() {
    assertThatThrownBy(() -> PoolEventQuery.all().limit(0))
        .hasMessage("limit must be 1 to 1000, was 0");
    assertThatThrownBy(() -> PoolEventQuery.all().after("7"))
        .hasMessageContaining("after must be the cursor of an earlier page")
        .hasMessageEndingWith("was 7");
    assertThatThrownBy(() -> new HistoryConfig(Duration.ofDays(42), 100L << 20))
        .hasMessage("history.maxBytes must be 1048576 to 67108864, was 104857600");
    assertThatThrownBy(() -> new HistoryConfig(Duration.ofMinutes(1), 1L << 20))
        .hasMessage("history.retention must be 1h to 3650d, was 1m");
  }
}
