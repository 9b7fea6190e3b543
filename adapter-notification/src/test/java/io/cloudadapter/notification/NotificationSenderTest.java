package io.cloudadapter.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.NotificationChannel;
import io.cloudadapter.spi.config.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole library that sends. */
class NotificationSenderTest {
  @TempDir
  private Path directory;

  private final Semaphore arrivals = new Semaphore(0);
  private final FakeChannel channel = new FakeChannel();

  private static ReceiverConfig receiver(String name, Map<String, String> parameters) {
    return new ReceiverConfig(
        name,
        Optional.empty(),
        new HookTarget("fake", parameters, Optional.empty()),
        ReceiverWorld.alarmsAnd(PoolEventKind.SIZE_CHANGED),
        Duration.ZERO,
        Duration.ZERO,
        Duration.ofHours(4));
  }

  private CloudAdapter open(NotificationSender sender) {
    return CloudAdapter.builder()
        .dataDirectory(directory)
        .account(new AccountConfig("lab", "simulated", Map.of()))
        .pool(PoolConfig.named("web", "lab", 5).build())
        .task(sender)
        .open();
  }

  private void arrived() throws InterruptedException {
    assertThat(arrivals.tryAcquire(60, TimeUnit.SECONDS))
        .as("a message arrives")
        .isTrue();
  }

  @Test
  void a_pool_that_is_created_while_it_runs_notifies_too() throws Exception {
    channel.before = message -> {
      if (message.pool().map(PoolName::value).equals(Optional.of("jobs"))) {
        arrivals.release();
      }
    };
    NotificationSender sender =
        new NotificationSender(List.of(receiver("oncall", Map.of())), List.of(channel));
    try (sender;
        CloudAdapter adapter = open(sender)) {
      MachinePool jobs = adapter.createPool(PoolConfig.named("jobs", "lab", 5).build());
      boolean came = false;
      // What happened before the pool was met is not sent.
      for (int size = 1; !came && size < 30; size++) {
        jobs.setDesiredSize(size % 4);
        came = arrivals.tryAcquire(2, TimeUnit.SECONDS);
      }
      assertThat(came).as("a message about the pool arrives").isTrue();
    }
  }

  @Test
  void a_receiver_that_hangs_delays_neither_the_pool_nor_another_receiver() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    channel.before = message -> {
      if (message.receiver().equals("hangs")) {
        await(end);
      } else {
        arrivals.release();
      }
    };
    NotificationSender sender = new NotificationSender(
        List.of(receiver("hangs", Map.of()), receiver("oncall", Map.of())), List.of(channel));
    try (sender;
        CloudAdapter adapter = open(sender)) {
      for (int size = 1; size <= 3; size++) {
        adapter.defaultPool().setDesiredSize(size);
        arrived();
      }
      assertThat(channel.arrived.stream().filter(one -> one.receiver().equals("hangs")))
          .isEmpty();
    } finally {
      end.countDown();
    }
  }

  private static void await(CountDownLatch end) {
    boolean interrupted = false;
    while (end.getCount() > 0) {
      try {
        end.await();
      } catch (InterruptedException ignored) {
        interrupted = true; // A channel that ignores all that it is asked.
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void what_happens_after_a_restart_is_sent_and_nothing_twice() throws Exception {
    channel.before = message -> arrivals.release();
    for (int size = 1; size <= 2; size++) {
      NotificationSender sender =
          new NotificationSender(List.of(receiver("oncall", Map.of())), List.of(channel));
      try (sender;
          CloudAdapter adapter = open(sender)) {
        assertThat(sender.test("oncall")).isNotEmpty();
        arrived();
        adapter.defaultPool().setDesiredSize(size);
        arrived();
        assertThat(sender.receivers())
            .singleElement()
            .satisfies(status -> assertThat(status.name()).isEqualTo("oncall"));
        assertThat(adapter.metrics())
            .anyMatch(metric -> metric.name().equals("cloudadapter_notifications_sent_total"));
      }
    }
    assertThat(channel.summaries().stream().filter("EVENT SIZE_CHANGED"::equals))
        .hasSize(2);
  }

  @Test
  void the_others_are_notified_of_a_receiver_that_fails_and_of_its_recovery() {
    FakeContext context = new FakeContext();
    ReceiverHealth failing = new ReceiverHealth("pager", "fake");
    SourceDelivery delivery = new SourceDelivery(
        new ReceiverSource(List.of(failing)),
        new MessageSender(receiver("oncall", Map.of()), channel, context.wall(), context.ticker()),
        context,
        new ReceiverHealth("oncall", "fake"));
    delivery.step();
    failing.failed("x", context.now);
    delivery.step();
    failing.failed("x", context.now);
    failing.failed("x", context.now);
    delivery.step();
    delivery.step();
    failing.sent(1, context.now);
    context.pass(Duration.ofSeconds(1));
    delivery.step();

    assertThat(channel.summaries())
        .containsExactly("ALARM_RAISED RECEIVER_FAILED", "ALARM_CLEARED RECEIVER_FAILED");
    assertThat(channel.notifications().get(0).receiver()).contains("pager");
  }

  @Test
  void a_test_that_does_not_arrive_fails_with_the_reason() {
    NotificationSender sender =
        new NotificationSender(List.of(receiver("oncall", Map.of())), List.of(channel));
    assertThatThrownBy(() -> sender.test("oncall"))
        .isInstanceOf(PoolException.class)
        .hasMessage("this process does not send notifications at present");
    try (sender;
        CloudAdapter adapter = open(sender)) {
      assertThat(adapter.all()).hasSize(1);
      channel.fails = Optional.of(Kind.UNAUTHENTICATED);
      assertThatThrownBy(() -> sender.test("oncall"))
          .isInstanceOf(PoolException.class)
          .hasMessage(
              "receiver oncall has not taken the test: UNAUTHENTICATED: the receiver fails");
      assertThatThrownBy(() -> sender.test("pager"))
          .isInstanceOf(PoolException.class)
          .hasMessage("there is no receiver \"pager\"");
    }
  }

  @Test
  void a_wrong_receiver_is_refused_with_its_key_its_value_and_what_is_allowed() {
    ReceiverConfig elsewhere = new ReceiverConfig(
        "queue",
        Optional.of("prod"),
        new HookTarget("sqs", Map.of(), Optional.empty()),
        NotificationFilter.allAlarms(),
        Duration.ZERO,
        Duration.ZERO,
        Duration.ofHours(4));
    ReceiverConfig unknown = new ReceiverConfig(
        "pigeon",
        Optional.empty(),
        new HookTarget("pigeon", Map.of(), Optional.empty()),
        NotificationFilter.allAlarms(),
        Duration.ZERO,
        Duration.ZERO,
        Duration.ofHours(4));
    NotificationSender sender = new NotificationSender(
        List.of(elsewhere, unknown, receiver("oncall", Map.of("wrong", "1"))), List.of(channel));

    assertThatThrownBy(() -> open(sender))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "notifications.receivers.queue.account: must be an account that a pool lives in, was prod;"
                + " there are lab")
        .hasMessageContaining(
            "notifications.receivers.pigeon.channel: must be one that is there, was pigeon; there are"
                + " fake")
        .hasMessageContaining(
            "notifications.receivers.oncall.target: wrong is unknown; no parameters are allowed");
    NotificationChannel same = channel;
    assertThatThrownBy(() -> new NotificationSender(
            List.of(receiver("a", Map.of()), receiver("a", Map.of())), List.of(same)))
        .hasMessage("name must be of one receiver only, was of two: a");
    assertThatThrownBy(() -> receiver("A", Map.of())).hasMessageContaining("name must be");
  }
}
