package io.cloudadapter.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationKind;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.api.notification.Severity;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MessageSenderTest {
  @Test
  void what_a_channel_throws_beside_errors_of_clouds_is_named_and_not_repeated() {
    FakeContext context = new FakeContext();
    FakeChannel channel = new FakeChannel();
    channel.before = message -> {
      throw new IllegalStateException("cannot log in with swordfish");
    };
    ReceiverConfig receiver = new ReceiverConfig(
        "oncall",
        Optional.empty(),
        new HookTarget("fake", Map.of(), Optional.empty()),
        ReceiverWorld.alarmsAnd(PoolEventKind.SIZE_CHANGED),
        Duration.ZERO,
        Duration.ofMinutes(5),
        Duration.ofHours(4));
    MessageSender sender = new MessageSender(receiver, channel, context.wall(), context.ticker());
    NotificationMessage message = new NotificationMessage(
        "1", "oncall", Optional.empty(), Instant.EPOCH, Instant.EPOCH, List.of(test()), "{}");

    CloudException failed = catchThrowableOfType(CloudException.class, () -> sender.send(message));

    assertThat(failed.kind()).isEqualTo(Kind.UNCLASSIFIED);
    assertThat(failed.getMessage()).contains("IllegalStateException").doesNotContain("swordfish");
    assertThat(failed.toString()).doesNotContain("swordfish");
  }

  private static Notification test() {
    return new Notification(
        "1",
        NotificationKind.TEST,
        Severity.INFO,
        Optional.empty(),
        Optional.empty(),
        "TEST",
        Instant.EPOCH,
        Instant.EPOCH,
        "a test",
        Optional.empty());
  }
}
