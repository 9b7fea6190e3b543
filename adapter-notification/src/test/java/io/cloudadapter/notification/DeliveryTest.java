package io.cloudadapter.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationKind;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.api.notification.Severity;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a receiver gets, and when. */
class DeliveryTest {
  private final ReceiverWorld world = new ReceiverWorld(NotificationFilter.allAlarms());

  @Test
  void an_alarm_is_sent_again_while_it_stands_and_its_end_once() {
    world.look();
    world.raise("CLOUD");
    world.pass(Duration.ofMinutes(1));
    assertThat(world.channel.summaries()).containsExactly("ALARM_RAISED CLOUD");

    world.passQuickly(ReceiverWorld.REPEAT);
    world.passQuickly(ReceiverWorld.REPEAT);
    world.clear("CLOUD");
    world.pass(Duration.ofMinutes(1));
    world.passQuickly(ReceiverWorld.REPEAT);

    assertThat(world.channel.summaries())
        .containsExactly(
            "ALARM_RAISED CLOUD",
            "ALARM_REPEATED CLOUD",
            "ALARM_REPEATED CLOUD",
            "ALARM_CLEARED CLOUD");
    assertThat(world.channel.notifications().stream().map(Notification::id))
        .containsExactly(
            FakeSource.GENERATION + "-1",
            FakeSource.GENERATION + "-1-1",
            FakeSource.GENERATION + "-1-2",
            FakeSource.GENERATION + "-2");
    assertThat(world.channel.notifications().get(3).since())
        .as("the beginning of what has ended")
        .isEqualTo(FakeContext.BEGIN);
  }

  @Test
  void what_happens_within_the_wait_is_one_message_and_the_next_keeps_the_interval() {
    world.look();
    world.raise("CLOUD");
    world.pass(Duration.ofSeconds(20));
    world.raise("QUOTA");
    world.pass(Duration.ofSeconds(20));
    assertThat(world.channel.arrived).hasSize(1);
    assertThat(world.channel.summaries())
        .containsExactly("ALARM_RAISED CLOUD", "ALARM_RAISED QUOTA");

    world.raise("HOOK");
    world.pass(ReceiverWorld.INTERVAL.minusSeconds(20));
    assertThat(world.channel.arrived).hasSize(1);
    world.pass(Duration.ofSeconds(20));
    assertThat(world.channel.arrived).hasSize(2);
  }

  @Test
  void a_critical_alarm_does_not_wait_for_the_interval_after_a_less_severe_message() {
    world.look();
    world.raise("QUOTA");
    world.pass(Duration.ofSeconds(40));
    assertThat(world.channel.summaries()).containsExactly("ALARM_RAISED QUOTA");

    world.raise("CLOUD");
    world.pass(Duration.ofSeconds(40));
    assertThat(world.channel.summaries())
        .containsExactly("ALARM_RAISED QUOTA", "ALARM_RAISED CLOUD");

    world.clear("CLOUD");
    world.raise("BAD_LAUNCH");
    world.pass(ReceiverWorld.INTERVAL.minusMinutes(1));
    assertThat(world.channel.arrived)
        .as("critical ones keep the interval among themselves")
        .hasSize(2);
    world.pass(Duration.ofMinutes(1));
    assertThat(world.channel.arrived).hasSize(3);
  }

  @Test
  void an_alarm_that_ends_before_it_was_sent_is_counted_and_not_sent() {
    world.look();
    world.raise("CLOUD");
    world.pass(Duration.ofSeconds(5));
    world.clear("CLOUD");
    world.pass(Duration.ofMinutes(10));

    assertThat(world.channel.attempts).isEmpty();
    assertThat(world.health.status().settled()).isEqualTo(1);
    assertThat(world.health.status().waiting()).isZero();
  }

  @Test
  void an_alarm_that_is_back_before_its_end_was_sent_stands_on_for_the_receiver() {
    world.look();
    world.raise("CLOUD");
    world.pass(Duration.ofMinutes(1));
    world.clear("CLOUD");
    world.raise("CLOUD");
    world.pass(Duration.ofMinutes(10));

    assertThat(world.channel.summaries()).containsExactly("ALARM_RAISED CLOUD");
    assertThat(world.health.status().settled()).isEqualTo(1);
  }

  @Test
  void a_new_receiver_gets_the_alarms_that_stand_and_no_old_event() {
    world.pool.raise("CLOUD", FakeContext.BEGIN.minusSeconds(100));
    world.pool.clear("CLOUD", FakeContext.BEGIN.minusSeconds(90));
    world.pool.raise("QUOTA", FakeContext.BEGIN.minusSeconds(80));

    world.pass(Duration.ofMinutes(1));

    assertThat(world.channel.summaries()).containsExactly("ALARM_RAISED QUOTA");
    assertThat(world.channel.notifications().get(0).since())
        .isEqualTo(FakeContext.BEGIN.minusSeconds(80));
  }

  @Test
  void only_what_a_filter_lets_through_is_sent() {
    ReceiverWorld picky = new ReceiverWorld(new NotificationFilter(
        Set.of(),
        Optional.of(Set.of("CLOUD", "PROTECTED")),
        Set.of(PoolEventKind.MACHINE_DIED, PoolEventKind.SIZE_CHANGED),
        Severity.WARNING));
    picky.look();
    picky.raise("QUOTA");
    picky.raise("PROTECTED");
    picky.raise("CLOUD");
    picky.event(PoolEventKind.SIZE_CHANGED, "x");
    picky.event(PoolEventKind.MACHINE_DIED, "x");
    picky.event(PoolEventKind.MACHINE_LAUNCHED, "x");
    picky.pass(Duration.ofMinutes(1));

    assertThat(picky.channel.summaries())
        .containsExactlyInAnyOrder("ALARM_RAISED CLOUD", "EVENT MACHINE_DIED");
  }

  @Test
  void a_receiver_that_is_down_gets_the_same_message_at_growing_intervals() {
    world.look();
    world.channel.fails = Optional.of(Kind.UNAVAILABLE);
    world.raise("CLOUD");
    world.pass(Duration.ofMinutes(3));

    assertThat(world.channel.attempts).hasSize(5);
    assertThat(world.channel.attempts.stream().map(NotificationMessage::id).distinct())
        .hasSize(1);
    assertThat(world.health.status().failing()).isTrue();
    assertThat(world.health.status().error()).isEqualTo("UNAVAILABLE: the receiver fails");

    world.channel.fails = Optional.empty();
    world.raise("QUOTA");
    world.pass(Duration.ofMinutes(15));
    assertThat(world.channel.summaries())
        .containsExactly("ALARM_RAISED CLOUD", "ALARM_RAISED QUOTA");
    assertThat(world.health.status().failing()).isFalse();
  }

  @Test
  void a_pause_that_the_receiver_asks_for_is_kept() {
    world.look();
    world.channel.before = message -> {
      if (world.channel.attempts.size() == 1) {
        throw CloudException.of(Kind.THROTTLED, CloudException.Effect.NONE, "too many")
            .retryAfter(Duration.ofMinutes(2))
            .build();
      }
    };
    world.raise("CLOUD");
    world.pass(Duration.ofMinutes(2));
    assertThat(world.channel.attempts).hasSize(1);
    world.pass(Duration.ofMinutes(1));
    assertThat(world.channel.arrived).hasSize(1);
  }

  @Test
  void a_crash_between_sending_and_recording_sends_the_same_message_again() {
    world.look();
    world.raise("CLOUD");
    world.channel.before = message -> world.context.storeFails = true;
    world.pass(Duration.ofMinutes(1));
    world.context.storeFails = false;
    world.channel.before = message -> {};
    world.raise("QUOTA");
    world.restart();
    world.pass(Duration.ofMinutes(10));

    NotificationMessage first = world.channel.arrived.get(0);
    assertThat(world.channel.arrived.get(1)).isEqualTo(first);
    assertThat(world.channel.summaries()).endsWith("ALARM_RAISED QUOTA").hasSize(3);
  }

  @Test
  void a_store_that_fails_has_no_message_sent_again_and_again() {
    world.look();
    world.raise("CLOUD");
    world.channel.before = message -> world.context.storeFails = true;
    world.pass(Duration.ofMinutes(10));
    world.context.storeFails = false;
    world.channel.before = message -> {};
    world.raise("QUOTA");
    world.pass(Duration.ofMinutes(10));

    assertThat(world.channel.summaries())
        .containsExactly("ALARM_RAISED CLOUD", "ALARM_RAISED QUOTA");
  }

  @Test
  void a_restart_sends_nothing_again_that_was_recorded() {
    world.look();
    world.raise("CLOUD");
    world.pass(Duration.ofMinutes(1));
    world.restart();
    world.pass(Duration.ofMinutes(10));
    world.clear("CLOUD");
    world.pass(Duration.ofMinutes(10));

    assertThat(world.channel.summaries())
        .containsExactly("ALARM_RAISED CLOUD", "ALARM_CLEARED CLOUD");
  }

  @Test
  void an_alarm_that_the_configuration_leaves_out_now_is_neither_repeated_nor_cleared() {
    world.look();
    world.raise("CLOUD");
    world.pass(Duration.ofMinutes(1));
    world.restart(
        new NotificationFilter(Set.of(), Optional.of(Set.of("QUOTA")), Set.of(), Severity.INFO));
    world.passQuickly(ReceiverWorld.REPEAT);
    world.clear("CLOUD");
    world.passQuickly(ReceiverWorld.REPEAT);

    assertThat(world.channel.summaries()).containsExactly("ALARM_RAISED CLOUD");
  }

  @Test
  void a_process_that_leads_no_more_sends_nothing() {
    world.look();
    world.raise("CLOUD");
    world.context.leads = false;
    world.pass(Duration.ofMinutes(10));

    assertThat(world.channel.attempts).isEmpty();
  }

  @Test
  void a_process_that_loses_the_lead_in_the_midst_of_a_message_sends_no_more_of_it() {
    world.look();
    world.raise("CLOUD");
    world.raise("QUOTA");
    world.channel.before = message -> {
      world.context.leads = false;
      throw CloudException.of(Kind.INVALID, CloudException.Effect.NONE, "status 400")
          .build();
    };
    world.pass(Duration.ofMinutes(10));

    assertThat(world.channel.attempts).hasSize(1);
  }

  @Test
  void dropped_events_lead_to_one_notification_and_alarms_are_compared() {
    ReceiverWorld chosen = new ReceiverWorld(ReceiverWorld.alarmsAnd(PoolEventKind.MACHINE_DIED));
    chosen.raise("HOOK");
    chosen.pass(Duration.ofMinutes(1));
    chosen.channel.fails = Optional.of(Kind.UNAVAILABLE);
    chosen.pool.clear("HOOK", chosen.context.now);
    chosen.pool.raise("CLOUD", chosen.context.now);
    IntStream.range(0, 20).forEach(i -> chosen.event(PoolEventKind.MACHINE_DIED, "n" + i));
    chosen.pass(Duration.ofMinutes(1));
    chosen.pool.drop(10);
    chosen.restart();
    chosen.channel.fails = Optional.empty();
    chosen.pass(Duration.ofMinutes(10));

    List<String> sent = chosen.channel.summaries();
    assertThat(sent).containsOnlyOnce("EVENTS_LOST EVENTS_LOST");
    assertThat(sent).containsOnlyOnce("ALARM_CLEARED HOOK").containsOnlyOnce("ALARM_RAISED CLOUD");
    assertThat(sent.stream().filter("EVENT MACHINE_DIED"::equals)).hasSize(13);
    assertThat(chosen.health.status().lost()).isEqualTo(9);
  }

  @Test
  void an_alarm_that_went_with_dropped_events_is_cleared_once_the_pool_has_listed_its_cloud() {
    world.look();
    world.raise("HOOK");
    world.pass(Duration.ofMinutes(1));
    world.pool.clear("HOOK", world.context.now);
    world.pool.drop(2);
    world.pool.complete = false;
    world.restart();
    world.pass(Duration.ofMinutes(10));
    assertThat(world.channel.summaries()).doesNotContain("ALARM_CLEARED HOOK");

    world.pool.complete = true;
    world.pass(Duration.ofMinutes(10));
    assertThat(world.channel.summaries()).containsOnlyOnce("ALARM_CLEARED HOOK");
  }

  @Test
  void a_store_that_fails_while_a_gap_is_noted_delays_the_rest_only() {
    world.look();
    world.raise("CLOUD");
    world.raise("QUOTA");
    world.pool.drop(1);
    world.context.storeFails = true;
    world.pass(Duration.ofMinutes(5));
    world.context.storeFails = false;
    world.pass(Duration.ofMinutes(10));

    assertThat(world.channel.summaries())
        .containsExactlyInAnyOrder(
            "EVENTS_LOST EVENTS_LOST", "ALARM_RAISED CLOUD", "ALARM_RAISED QUOTA");
  }

  @Test
  void a_notification_that_is_refused_again_and_again_holds_up_no_other() {
    ReceiverWorld chosen = new ReceiverWorld(ReceiverWorld.alarmsAnd(PoolEventKind.MACHINE_DIED));
    chosen.look();
    chosen.channel.before = message -> {
      if (message.json().contains("MACHINE_DIED bad")) {
        throw CloudException.of(Kind.INVALID, CloudException.Effect.NONE, "status 400")
            .build();
      }
    };
    chosen.event(PoolEventKind.MACHINE_DIED, "a");
    chosen.event(PoolEventKind.MACHINE_DIED, "bad");
    chosen.event(PoolEventKind.MACHINE_DIED, "b");
    chosen.pass(Duration.ofMinutes(30));

    assertThat(chosen.channel.notifications().stream().map(Notification::message))
        .containsExactly("MACHINE_DIED a", "MACHINE_DIED b");
    assertThat(chosen.health.status().refused()).isEqualTo(1);
    assertThat(chosen.health.status().failures()).isEqualTo(MessageParts.MOST_REFUSALS - 1);
  }

  @Test
  void a_storm_of_events_comes_in_messages_of_bounded_length() {
    ReceiverWorld chosen = new ReceiverWorld(ReceiverWorld.alarmsAnd(PoolEventKind.MACHINE_DIED));
    chosen.look();
    List<String> ids = IntStream.range(0, 1_000)
        .mapToObj(i -> chosen.event(PoolEventKind.MACHINE_DIED, "n" + i))
        .map(FakeSource::id)
        .toList();
    chosen.pass(Duration.ofMinutes(1));

    assertThat(chosen.channel.notifications().stream().map(Notification::id)).isEqualTo(ids);
    assertThat(chosen.channel.arrived).hasSize(1_000 / SourceDelivery.MOST_EVENTS);
    assertThat(chosen.channel.arrived)
        .allSatisfy(
            message -> assertThat(message.json()).hasSizeLessThan(NotificationMessage.MOST_BYTES));
  }

  @Test
  void a_cursor_moves_with_events_that_do_not_matter() {
    world.look();
    IntStream.range(0, 100).forEach(i -> world.event(PoolEventKind.MACHINE_DIED, "n" + i));
    int before = world.context.writes;
    world.pass(Duration.ofMinutes(11));
    world.pool.drop(99);
    world.restart();
    world.pass(Duration.ofMinutes(1));

    assertThat(world.context.writes - before).isEqualTo(1);
    assertThat(world.channel.attempts).as("no gap").isEmpty();
  }

  @Test
  void a_receiver_that_forgets_gets_all_that_stands_again_and_again() {
    Duration each = Duration.ofMinutes(1);
    ReceiverWorld manager = new ReceiverWorld(NotificationFilter.allAlarms(), each, true);
    manager.look();
    manager.raise("CLOUD");
    manager.pass(Duration.ofSeconds(1));
    assertThat(manager.channel.summaries()).as("at once").containsExactly("ALARM_RAISED CLOUD");
    NotificationMessage first = manager.channel.arrived.get(0);
    assertThat(first.expires()).isEqualTo(first.time().plus(each.multipliedBy(4)));

    int writes = manager.context.writes;
    manager.pass(Duration.ofMinutes(5));
    assertThat(manager.channel.arrived).hasSize(6);
    assertThat(manager.context.writes).as("repetitions write nothing").isEqualTo(writes);

    manager.restart();
    manager.pass(Duration.ofSeconds(1));
    assertThat(manager.channel.arrived).as("a new leader sends at once").hasSize(7);

    manager.clear("CLOUD");
    manager.pass(Duration.ofMinutes(30));
    assertThat(manager.channel.notifications().stream()
            .filter(one -> one.kind() == NotificationKind.ALARM_CLEARED))
        .as("for 15 minutes, once a minute")
        .hasSizeBetween(15, 17);
  }

  @Test
  void a_repeated_fact_is_another_notification() {
    ReceiverWorld chosen = new ReceiverWorld(ReceiverWorld.alarmsAnd(PoolEventKind.LAUNCH_FAILED));
    chosen.look();
    PoolEvent event = chosen.event(PoolEventKind.LAUNCH_FAILED, "QUOTA");
    chosen.pass(Duration.ofMinutes(1));

    Notification one = chosen.channel.notifications().get(0);
    assertThat(one.event()).contains(event);
    assertThat(one.severity()).isEqualTo(Severity.WARNING);
    assertThat(chosen.channel.arrived.get(0).json())
        .contains("\"code\":\"LAUNCH_FAILED\"")
        .contains("\"details\":{\"n\":\"1\"}");
  }
}
