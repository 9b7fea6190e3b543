package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.cloudadapter.aws.cloud.FakeAws;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.NotificationChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChannelsTest {
  private static final Instant SINCE = Instant.parse("2026-11-22T10:00:00Z");
  private static final String TOKEN = new UUID(1, 2).toString();

  private final AwsFixture scene = new AwsFixture();

  @AfterEach
  void close() {
    scene.close();
  }

  private static HookTarget queue(String name) {
    return new HookTarget(
        "sqs",
        Map.of("queue", "https://sqs.eu-north-1.amazonaws.com/" + FakeAws.ACCOUNT + "/" + name),
        Optional.empty());
  }

  private static HookTarget topic(String name) {
    return new HookTarget(
        "sns",
        Map.of("topic", "arn:aws:sns:eu-north-1:" + FakeAws.ACCOUNT + ":" + name),
        Optional.empty());
  }

  private HookChannel channel(HookTarget target) {
    return scene.provider.channels().stream()
        .filter(each -> each.channel().equals(target.channel()))
        .findFirst()
        .orElseThrow();
  }

  private void send(HookTarget target, int attempt) {
    HookMessage message = new HookMessage(
        new UUID(1, 2),
        new PoolName("web"),
        new MachineId("i-0a1b2c3d"),
        LifecycleTransition.TERMINATE,
        "drain",
        SINCE,
        SINCE.plus(Duration.ofMinutes(5)),
        "odd: \uffff",
        attempt);
    channel(target).send(message, target, FakeCall.patient());
  }

  @Test
  void aQueueGetsTheMessageAndItsTokenBesideIt() {
    scene.cloud.makeQueue("hooks");

    send(queue("hooks"), 1);

    FakeAws.Message came = scene.cloud.queued("hooks").get(0);
    assertThat(came.body())
        .startsWith("{\"lifecycle_action_token\":\"" + TOKEN + "\"")
        .contains("\"resource_id\":\"i-0a1b2c3d\"")
        .endsWith("\"attempt\":1}");
    assertThat(came.attributes()).isEqualTo(Map.of("lifecycle_action_token", TOKEN));
  }

  @Test
  void aFifoQueueKeepsAMessageThatComesTwiceOnce() {
    scene.cloud.makeQueue("hooks.fifo");

    send(queue("hooks.fifo"), 1);
    send(queue("hooks.fifo"), 2);

    assertThat(scene.cloud.queued("hooks.fifo")).singleElement().satisfies(came -> {
      assertThat(came.group()).contains("i-0a1b2c3d");
      assertThat(came.deduplication()).contains(TOKEN);
    });
  }

  @Test
  void aFifoTopicDoesSoToo() {
    scene.cloud.makeTopic("hooks.fifo");

    send(topic("hooks.fifo"), 1);
    send(topic("hooks.fifo"), 2);

    assertThat(scene.cloud.published("hooks.fifo")).singleElement().satisfies(came -> {
      assertThat(came.group()).contains("i-0a1b2c3d");
      assertThat(came.attributes()).isEqualTo(Map.of("lifecycle_action_token", TOKEN));
    });
  }

  private void notify(HookTarget target, String id) {
    NotificationChannel channel = (NotificationChannel) channel(target);
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
    channel.send(
        new NotificationMessage(
            id,
            "queue",
            one.pool(),
            SINCE,
            SINCE.plusSeconds(60),
            List.of(one),
            "{\"id\":\"" + id + "\"}"),
        target,
        FakeCall.patient());
  }

  @Test
  void queuesAndTopicsGetNotificationsWithTheirIdBesideThem() {
    scene.cloud.makeQueue("alarms.fifo");
    scene.cloud.makeTopic("alarms");

    notify(queue("alarms.fifo"), TOKEN);
    notify(queue("alarms.fifo"), TOKEN);
    notify(topic("alarms"), TOKEN);

    assertThat(scene.cloud.queued("alarms.fifo")).singleElement().satisfies(came -> {
      assertThat(came.body()).isEqualTo("{\"id\":\"" + TOKEN + "\"}");
      assertThat(came.attributes()).isEqualTo(Map.of("id", TOKEN));
      assertThat(came.group()).contains("web");
      assertThat(came.deduplication()).contains(TOKEN);
    });
    assertThat(scene.cloud.published("alarms"))
        .singleElement()
        .satisfies(came -> assertThat(came.attributes()).isEqualTo(Map.of("id", TOKEN)));
  }

  @Test
  void whatIsNotThereIsNotFound() {
    for (HookTarget target : List.of(queue("none"), topic("none"))) {
      assertThatThrownBy(() -> send(target, 1)).isInstanceOfSatisfying(CloudException.class, e -> {
        assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND);
        assertThat(e.requestId()).isPresent();
      });
    }
  }

  @Test
  void anAddressThatIsNoneIsRefusedAtOnceAndNotShown() {
    HookTarget odd = new HookTarget(
        "sqs", Map.of("queue", "https://example.org/a-secret-path"), Optional.empty());

    assertThatThrownBy(() -> channel(odd).check(odd))
        .hasMessage("queue must be the URL of a queue, such as"
            + " https://sqs.eu-north-1.amazonaws.com/111122223333/hooks, was another text, of 33"
            + " characters");
  }

  @Test
  void aTopicOfAnotherServiceIsRefusedAtOnce() {
    HookTarget odd = new HookTarget(
        "sns", Map.of("topic", "arn:aws:sqs:eu-north-1:111122223333:hooks"), Optional.empty());

    assertThatThrownBy(() -> channel(odd).check(odd))
        .hasMessageContaining("topic must be the ARN of a topic")
        .hasMessageContaining("was \"arn:aws:sqs:eu-north-1:111122223333:hooks\"");
  }

  @Test
  void aSecretIsRefusedBecauseItIsNeverChecked() {
    HookTarget secret = topic("hooks").with(Secret.of("a secret of some length"));

    assertThatThrownBy(() -> channel(secret).check(secret))
        .hasMessage("secret must be left out: the account's credentials open the topic");
  }

  /** What docs/how-to/aws.md tells people to write. */
  @Test
  void thePassageOfThePageReachesBoth() throws IOException {
    scene.cloud.makeQueue("drains.fifo");
    scene.cloud.makeTopic("drains");
    List<MatchResult> targets = Pattern.compile(
            "channel: (\\w+)\n +target: \\{(\\w+): \"([^\"]+)\"}")
        .matcher(Files.readString(Path.of("../docs/how-to/aws.md")))
        .results()
        .toList();

    for (MatchResult each : targets) {
      HookTarget target =
          new HookTarget(each.group(1), Map.of(each.group(2), each.group(3)), Optional.empty());
      channel(target).check(target);
      send(target, 1);
    }

    assertThat(scene.cloud.queued("drains.fifo")).hasSize(1);
    assertThat(scene.cloud.published("drains")).hasSize(1);
  }
}
