package io.cloudadapter.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationKind;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.api.notification.Severity;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mails to a mail server on this machine. */
class MailChannelTest {
  private static final Instant AT = Instant.parse("2026-11-29T02:03:04Z");

  private final GreenMail server =
      new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
  private final MailChannel channel = new MailChannel();

  @BeforeEach
  void start() {
    server.start();
  }

  @AfterEach
  void stop() {
    channel.close();
    server.stop();
  }

  private static Notification alarm(NotificationKind kind, String code, Severity severity) {
    return new Notification(
        "ab-1-" + code,
        kind,
        severity,
        Optional.of(new PoolName("web")),
        Optional.empty(),
        code,
        AT,
        AT,
        "the cloud cannot be listed: größe\r\nX-Injected: yes",
        Optional.empty());
  }

  private static NotificationMessage message(Notification... notifications) {
    return new NotificationMessage(
        "0b7e0d5c-0000-3000-8000-000000000001",
        "oncall",
        Optional.of(new PoolName("web")),
        AT,
        AT.plusSeconds(60),
        List.of(notifications),
        "{}");
  }

  private static NotificationMessage one() {
    return message(alarm(NotificationKind.ALARM_RAISED, "CLOUD", Severity.CRITICAL));
  }

  private HookTarget target(String... namesAndValues) {
    return target(server.getSmtp().getPort(), Optional.empty(), namesAndValues);
  }

  private static HookTarget target(int port, Optional<Secret> secret, String... namesAndValues) {
    Map<String, String> parameters = new TreeMap<>(Map.of(
        "host", "127.0.0.1",
        "port", Integer.toString(port),
        "tls", "off",
        "from", "Pools <pools@example.org>",
        "to", "ann@example.org, bob@example.org"));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      parameters.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new HookTarget("mail", parameters, secret);
  }

  private Kind kindOf(HookTarget target) {
    return catchThrowableOfType(
            CloudException.class, () -> channel.send(one(), target, call(Duration.ofSeconds(20))))
        .kind();
  }

  private static FakeCall call(Duration time) {
    return new FakeCall(time);
  }

  @Test
  void a_mail_arrives_at_each_recipient_with_the_worst_in_its_subject() throws Exception {
    channel.send(
        message(
            alarm(NotificationKind.ALARM_CLEARED, "QUOTA", Severity.WARNING),
            alarm(NotificationKind.ALARM_RAISED, "CLOUD", Severity.CRITICAL)),
        target(),
        call(Duration.ofSeconds(20)));

    MimeMessage[] mails = server.getReceivedMessages();
    assertThat(mails).hasSize(2);
    assertThat(mails[0].getSubject()).isEqualTo("[critical] pool web: alarm CLOUD, and 1 more");
    assertThat(mails[0].getMessageID())
        .isEqualTo("<0b7e0d5c-0000-3000-8000-000000000001@cloudadapter>");
    assertThat(mails[0].getHeader("Auto-Submitted")).containsExactly("auto-generated");
    assertThat(mails[0].getSentDate()).isEqualTo(AT);
    assertThat(mails[0].getHeader("X-Injected")).isNull();
    assertThat((String) mails[0].getContent())
        .contains("2026-11-29T02:03:04Z  critical  alarm CLOUD")
        .contains("    the cloud cannot be listed: größe  X-Injected: yes")
        .contains("    runbook docs/reference/alarms.md#cloud")
        .contains("warning  alarm QUOTA is over")
        .contains("id ab-1-CLOUD");
  }

  @Test
  void a_mail_that_is_sent_again_has_the_same_id() throws Exception {
    channel.send(one(), target(), call(Duration.ofSeconds(20)));
    channel.send(one(), target(), call(Duration.ofSeconds(20)));

    assertThat(List.of(server.getReceivedMessages()).stream()
            .map(GreenMailUtil::getWholeMessage)
            .map(mail -> mail.replaceAll("(?s)^.*Message-ID: ", ""))
            .distinct())
        .hasSize(1);
  }

  @Test
  void a_user_signs_in() {
    server.setUser("ann@example.org", "ann", "right-password");

    channel.send(
        one(),
        target(server.getSmtp().getPort(), Optional.of(Secret.of("right-password")), "user", "ann"),
        call(Duration.ofSeconds(20)));
    CloudException refused = catchThrowableOfType(
        CloudException.class,
        () -> channel.send(
            one(),
            target(
                server.getSmtp().getPort(),
                Optional.of(Secret.of("wrong-password")),
                "user",
                "ann"),
            call(Duration.ofSeconds(20))));

    assertThat(server.getReceivedMessages()).isNotEmpty();
    assertThat(refused.kind()).isEqualTo(Kind.UNAUTHENTICATED);
    assertThat(refused).hasMessageNotContaining("password-").hasNoCause();
  }

  @Test
  void nothing_is_sent_in_the_clear_unless_that_is_configured() {
    assertThat(kindOf(target("tls", "starttls"))).isEqualTo(Kind.UNAVAILABLE);
    assertThat(server.getReceivedMessages()).isEmpty();
  }

  @Test
  void a_server_that_is_not_there_is_unavailable() {
    int port = server.getSmtp().getPort();
    server.stop();

    assertThat(kindOf(target(port, Optional.empty()))).isEqualTo(Kind.UNAVAILABLE);
  }

  @Test
  void a_silent_server_is_waited_for_no_longer_than_the_call_lasts() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HookTarget target = target(silent.getLocalPort(), Optional.empty());

      assertThatThrownBy(() -> channel.send(one(), target, call(Duration.ofMillis(200))))
          .isInstanceOf(CloudException.class);
    }
  }

  @Test
  void a_call_that_is_cancelled_ends() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      FakeCall call = call(Duration.ofMinutes(5));
      CompletableFuture<Void> sending = CompletableFuture.runAsync(
          () -> channel.send(one(), target(silent.getLocalPort(), Optional.empty()), call));
      silent.accept();
      call.cancel();

      assertThat(sending)
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableThat()
          .withStackTraceContaining("was cancelled");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "host | '' | host is missing: the name or address of the mail server",
        "host | 'a b' | host must be a name or an address, was a b",
        "port | 0 | port must be 1 to 65535, was 0",
        "tls | yes | tls must be starttls, tls or off, was yes",
        "from | ann | from must be mail addresses such as ops@example.org",
        "from | 'a@b.c, d@e.f' | from must be one address, was a@b.c, d@e.f",
        "to | '' | to is missing: the addresses of the recipients, with commas",
        "user | ann | secret is missing: the password of the user",
        "form | x | form is unknown; did you mean from?",
        "ca | /nowhere.pem | ca /nowhere.pem cannot be read: there is no such file",
      })
  void a_wrong_target_is_refused_with_what_is_allowed(String name, String value, String message) {
    assertThatThrownBy(() -> channel.check(target(name, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void a_password_needs_encryption_unless_the_server_is_on_this_machine() {
    assertThatThrownBy(() -> channel.check(
            target(25, Optional.of(Secret.of("x")), "user", "ann", "host", "mail.example.org")))
        .hasMessage("tls must be starttls or tls where a user signs in, was off");
    assertThatThrownBy(() -> channel.check(target(25, Optional.of(Secret.of("x")))))
        .hasMessage("user is missing: whose password the secret is");
  }
}
