package io.cloudadapter.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationKind;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.api.notification.Severity;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.fake.FreePort;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Notifications over HTTP: to webhooks, and to an Alertmanager. */
class NotificationsTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_614_265_330);
  private static final String ID = "0b7e0d5c-0000-3000-8000-000000000001";

  @TempDir
  private Path directory;

  private final WebhookChannel webhook = new WebhookChannel(() -> NOW);
  private final AlertmanagerChannel alertmanager = new AlertmanagerChannel();

  @AfterEach
  void close() {
    webhook.close();
    alertmanager.close();
  }

  private static Notification alarm(NotificationKind kind, Instant since, Instant time) {
    return new Notification(
        "ab-1",
        kind,
        Severity.CRITICAL,
        Optional.of(new PoolName("web")),
        Optional.empty(),
        "CLOUD",
        since,
        time,
        "the cloud \"cannot\" be listed",
        Optional.empty());
  }

  private static NotificationMessage message(Instant expires, Notification... notifications) {
    return new NotificationMessage(
        ID,
        "oncall",
        Optional.of(new PoolName("web")),
        NOW,
        expires,
        List.of(notifications),
        "{\"id\":\"" + ID + "\",\"notifications\":[]}");
  }

  private static NotificationMessage raised() {
    return message(NOW.plusSeconds(240), alarm(NotificationKind.ALARM_RAISED, NOW, NOW));
  }

  private static HookTarget manager(URI url, Optional<Secret> secret) {
    return new HookTarget(
        "alertmanager", Map.of("url", url.toString(), "allowPrivate", "true"), secret);
  }

  @Test
  void a_webhook_gets_the_json_with_its_id_and_a_signature_over_these_very_bytes() {
    Secret secret = Secret.of("a secret of some length");
    try (HttpReceiver receiver = HttpReceiver.answering(204)) {
      webhook.send(raised(), receiver.target().with(secret), FakeCall.patient());

      HttpReceiver.Heard heard = receiver.heard.get(0);
      assertThat(heard.body()).isEqualTo(raised().json());
      assertThat(heard.headers().getFirst("webhook-id")).isEqualTo(ID);
      assertThat(heard.headers().getFirst("webhook-signature"))
          .isEqualTo(WebhookSignature.of(
              secret, ID, NOW.getEpochSecond(), heard.body().getBytes(StandardCharsets.UTF_8)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400,INVALID",
    "401,UNAUTHENTICATED",
    "410,NOT_FOUND",
    "429,THROTTLED",
    "503,UNAVAILABLE"
  })
  void an_answer_that_is_no_success_means_that_it_has_not_arrived(int status, Kind kind) {
    try (HttpReceiver receiver = HttpReceiver.answering(status)) {
      CloudException failed = catchThrowableOfType(
          CloudException.class,
          () -> webhook.send(raised(), receiver.target(), FakeCall.patient()));

      assertThat(failed.kind()).isEqualTo(kind);
      assertThat(failed).hasMessageNotContaining("s3cr3t");
    }
  }

  @Test
  void an_alertmanager_gets_alerts_that_are_known_by_their_labels_and_end_by_themselves() {
    try (HttpReceiver receiver = HttpReceiver.answering(200)) {
      alertmanager.send(
          message(
              NOW.plusSeconds(240),
              alarm(NotificationKind.ALARM_REPEATED, NOW, NOW.plusSeconds(60)),
              alarm(NotificationKind.ALARM_CLEARED, NOW, NOW.plusSeconds(70)),
              alarm(NotificationKind.EVENTS_LOST, NOW, NOW)),
          manager(receiver.url(), Optional.of(Secret.of("t0ken"))),
          FakeCall.patient());

      HttpReceiver.Heard heard = receiver.heard.get(0);
      assertThat(heard.path()).isEqualTo("/hooks/s3cr3t/api/v2/alerts");
      assertThat(heard.headers().getFirst("Authorization")).isEqualTo("Bearer t0ken");
      String alert = "{\"labels\":{\"alertname\":\"CLOUD\",\"job\":\"cloudadapter\","
          + "\"severity\":\"critical\",\"pool\":\"web\"},"
          + "\"annotations\":{\"summary\":\"the cloud \\\"cannot\\\" be listed\","
          + "\"runbook\":\"docs/reference/alarms.md#cloud\"},"
          + "\"startsAt\":\"2021-02-25T15:02:10Z\",\"endsAt\":\"";
      assertThat(heard.body())
          .isEqualTo("[" + alert + "2021-02-25T15:06:10Z\"}," + alert + "2021-02-25T15:03:20Z\"}]");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://10.0.0.7:9093 | true | |",
        "https://alerts.example.org/am/ | false | t0ken |",
        "http://localhost:9093 | true | t0ken |",
        "http://10.0.0.7:9093 | false | | url must begin with https",
        "http://alerts.example.org | false | | url must begin with https",
        "https://10.0.0.7:9093 | false | | url must not name a private address without allowPrivate",
        "http://10.0.0.7:9093 | true | t0ken | secret must be left out, or url must begin with https",
        "ftp://10.0.0.7 | true | | url must begin with https, was ftp",
      })
  void an_alertmanager_may_have_plain_http_at_a_private_address_that_is_allowed(
      String url, String allowPrivate, String token, String problem) {
    Map<String, String> parameters =
        new TreeMap<>(Map.of("url", url, "allowPrivate", allowPrivate));
    HookTarget target =
        new HookTarget("alertmanager", parameters, Optional.ofNullable(token).map(Secret::of));
    if (problem == null) {
      alertmanager.check(target);
    } else {
      assertThatThrownBy(() -> alertmanager.check(target)).hasMessageStartingWith(problem);
    }
  }

  @Test
  void a_real_alertmanager_takes_alarms_and_their_ends() throws Exception {
    int port = FreePort.onLoopback();
    Process process = start(port);
    try {
      URI base = URI.create("http://127.0.0.1:" + port);
      awaitReady(process, base);
      Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
      Instant since = now.minusSeconds(100);
      Instant expires = now.plusSeconds(240);
      HookTarget target = manager(base, Optional.empty());
      NotificationMessage raised =
          message(expires, alarm(NotificationKind.ALARM_RAISED, since, since));

      alertmanager.send(raised, target, FakeCall.patient());
      alertmanager.send(raised, target, FakeCall.patient());
      assertThat(get(base, "/api/v2/alerts").split("\"fingerprint\"", -1)).hasSize(2);
      assertThat(get(base, "/api/v2/alerts"))
          .contains("\"alertname\":\"CLOUD\"", "\"pool\":\"web\"", "\"severity\":\"critical\"")
          .contains("\"endsAt\":\"" + expires.toString().replace("Z", ".000Z"));

      alertmanager.send(
          message(expires, alarm(NotificationKind.ALARM_CLEARED, since, now.minusSeconds(1))),
          target,
          FakeCall.patient());
      assertThat(get(base, "/api/v2/alerts")).isEqualTo("[]\n");

      CloudException refused = catchThrowableOfType(
          CloudException.class,
          () -> alertmanager.send(
              message(now.minusSeconds(500), alarm(NotificationKind.ALARM_RAISED, since, since)),
              target,
              FakeCall.patient()));
      assertThat(refused.kind()).as("an end before the beginning").isEqualTo(Kind.INVALID);
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  private Process start(int port) throws IOException {
    Path config = directory.resolve("alertmanager.yml");
    Files.writeString(config, "route: {receiver: none}\nreceivers: [{name: none}]\n");
    for (String command : List.of("alertmanager", "prometheus-alertmanager")) {
      try {
        return new ProcessBuilder(
                command,
                "--config.file=" + config,
                "--storage.path=" + directory.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port,
                "--cluster.listen-address=")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
      } catch (IOException missing) {
        // The other name is tried.
      }
    }
    assertThat(Boolean.getBoolean("alertmanager.required"))
        .as("alertmanager must be on the path")
        .isFalse();
    return Assumptions.abort("there is no alertmanager here");
  }

  private void awaitReady(Process process, URI base) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (true) {
      try {
        get(base, "/-/ready");
        return;
      } catch (IOException notYet) {
        assertThat(process.isAlive())
            .as(Files.readString(directory.resolve("log")))
            .isTrue();
        assertThat(System.nanoTime() - deadline).as("it is ready").isNegative();
        LockSupport.parkNanos(20_000_000);
      }
    }
  }

  private static String get(URI base, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(base.resolve(path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
