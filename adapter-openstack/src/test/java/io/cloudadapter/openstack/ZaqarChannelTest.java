package io.cloudadapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationKind;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.api.notification.Severity;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.NotificationChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ZaqarChannelTest {
  private static final Instant SINCE = Instant.parse("2026-11-22T10:00:00Z");
  private static final HookTarget HOOKS =
      new HookTarget("zaqar", Map.of("queue", "hooks"), Optional.empty());

  private final OpenStackFixture scene = new OpenStackFixture();
  private final HookChannel zaqar = scene.provider.feature(HookChannel.class).orElseThrow();

  @AfterEach
  void close() {
    scene.close();
  }

  private void send(Duration pause) {
    zaqar.send(
        new HookMessage(
            new UUID(1, 2),
            new PoolName("web"),
            new MachineId("m-1"),
            LifecycleTransition.TERMINATE,
            "drain",
            SINCE,
            SINCE.plus(pause),
            "",
            1),
        HOOKS,
        FakeCall.patient());
  }

  private List<JsonNode> messages() {
    return scene.cloud.messages("hooks");
  }

  @Test
  void aMessageStaysAsLongAsItsPause() {
    send(Duration.ofMinutes(5));

    assertThat(messages().get(0).path("ttl").asInt()).isEqualTo(300);
    assertThat(messages().get(0).path("body").path("resource_id").asText()).isEqualTo("m-1");
  }

  @Test
  void aPauseThatIsTooShortOrTooLongForZaqarIsCutToWhatItTakes() {
    send(Duration.ofSeconds(5));
    send(Duration.ofDays(30));

    assertThat(messages().stream().map(each -> each.path("ttl").asInt()))
        .containsExactly(60, 1_209_600);
  }

  @Test
  void aNotificationIsTheTextThatOtherChannelsCarry() {
    Notification one = new Notification(
        "ab-1",
        NotificationKind.ALARM_RAISED,
        Severity.CRITICAL,
        Optional.of(new PoolName("web")),
        Optional.empty(),
        "CLOUD",
        SINCE,
        SINCE,
        "the cloud cannot be listed",
        Optional.empty());

    ((NotificationChannel) zaqar)
        .send(
            new NotificationMessage(
                "7",
                "queue",
                one.pool(),
                SINCE,
                SINCE.plusSeconds(60),
                List.of(one),
                "{\"id\":\"7\"}"),
            HOOKS,
            FakeCall.patient());

    assertThat(messages().get(0).path("body").asText()).isEqualTo("{\"id\":\"7\"}");
    assertThat(messages().get(0).path("ttl").asInt()).isEqualTo(1_209_600);
  }

  @Test
  void aCloudWithoutZaqarSaysSo() {
    scene.cloud.without("messaging");

    assertThatThrownBy(() -> send(Duration.ofMinutes(5)))
        .isInstanceOfSatisfying(CloudException.class, e -> {
          assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED);
          assertThat(e).hasMessageContaining("messaging");
        });
  }

  @Test
  void aQueueThatZaqarWouldRefuseIsRefusedAtOnce() {
    HookTarget odd = new HookTarget("zaqar", Map.of("queue", "our hooks"), Optional.empty());

    assertThatThrownBy(() -> zaqar.check(odd))
        .hasMessage("queue must be a name of 1 to 64 letters, digits, _ and -, was \"our hooks\"");
  }

  @Test
  void aSecretIsRefusedBecauseItIsNeverChecked() {
    assertThatThrownBy(() -> zaqar.check(HOOKS.with(Secret.of("a secret of some length"))))
        .hasMessageContaining("secret must be left out");
  }
}
