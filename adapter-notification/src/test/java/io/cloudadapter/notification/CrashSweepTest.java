package io.cloudadapter.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationKind;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Histories at random, with crashes before and after each write and each message, failures of receiver and store, and
 * nothing that is lost or sent in the wrong order.
 */
class CrashSweepTest {
  private static final List<String> CODES = List.of("CLOUD", "QUOTA", "HOOK");

  @Property(tries = 300)
  void each_chosen_event_arrives_and_the_receiver_ends_up_with_the_alarms_that_stand(
      @ForAll long seed) {
    Random random = new Random(seed);
    ReceiverWorld world = new ReceiverWorld(ReceiverWorld.alarmsAnd(PoolEventKind.MACHINE_DIED));
    List<String> expected = new ArrayList<>();
    world.look();
    for (int i = 0; i < 60; i++) {
      happen(world, random, expected);
      world.channel.before = trouble(world, random);
      world.channel.fails = random.nextInt(4) == 0 ? Optional.of(Kind.TIMEOUT) : Optional.empty();
      world.passQuickly(Duration.ofSeconds(random.nextInt(400)));
      world.context.storeFails = random.nextInt(8) == 0;
      if (random.nextInt(5) == 0) {
        world.restart();
      }
    }
    world.context.storeFails = false;
    world.channel.before = message -> {};
    world.channel.fails = Optional.empty();
    for (int i = 0; i < 20; i++) {
      world.passQuickly(Duration.ofMinutes(6));
    }

    assertThat(ids(world.channel.arrived)).as("seed " + seed).containsAll(expected);
    assertThat(standing(world.channel.arrived))
        .as("seed " + seed)
        .isEqualTo(world.pool.standing.keySet());
    sameIdSameContent(world.channel.attempts);
  }

  private static void happen(ReceiverWorld world, Random random, List<String> expected) {
    String code = CODES.get(random.nextInt(CODES.size()));
    switch (random.nextInt(4)) {
      case 0 -> {
        if (world.pool.standing.containsKey(code)) {
          world.clear(code);
        } else {
          world.raise(code);
        }
      }
      case 1 ->
        expected.add(FakeSource.id(world.event(PoolEventKind.MACHINE_DIED, "" + random.nextInt())));
      case 2 -> world.event(PoolEventKind.MACHINE_LAUNCHED, "x");
      default -> {}
    }
  }

  /** The store may fail just after a message has arrived, or is about to. */
  private static java.util.function.Consumer<NotificationMessage> trouble(
      ReceiverWorld world, Random random) {
    boolean fails = random.nextInt(3) == 0;
    return message -> world.context.storeFails = fails;
  }

  private static Set<String> ids(List<NotificationMessage> messages) {
    Set<String> ids = new HashSet<>();
    messages.forEach(message -> message.notifications().forEach(one -> ids.add(one.id())));
    return ids;
  }

  /** What a receiver believes that drops what it has seen before, by the id. */
  private static Set<String> standing(List<NotificationMessage> messages) {
    Set<String> seen = new HashSet<>();
    Set<String> standing = new HashSet<>();
    for (NotificationMessage message : messages) {
      for (Notification one : message.notifications()) {
        if (!seen.add(one.id()) || !one.alarm()) {
          continue;
        }
        if (one.kind() == NotificationKind.ALARM_CLEARED) {
          assertThat(standing.remove(one.code()))
              .as("a clear without its raise")
              .isTrue();
        } else {
          standing.add(one.code());
        }
      }
    }
    return standing;
  }

  private static void sameIdSameContent(List<NotificationMessage> attempts) {
    Map<String, String> contents = new HashMap<>();
    for (NotificationMessage message : attempts) {
      assertThat(contents.putIfAbsent(message.id(), message.json())).isIn(null, message.json());
    }
  }
}
