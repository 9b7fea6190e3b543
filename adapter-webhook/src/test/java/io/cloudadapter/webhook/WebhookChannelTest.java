package io.cloudadapter.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages over HTTP. */
class WebhookChannelTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_614_265_330);
  private static final UUID TOKEN = UUID.fromString("5e3f5a4e-7c5b-4b0e-9a2b-0d9f3f1e8c11");

  @TempDir
  Path directory;

  private final WebhookChannel webhook = new WebhookChannel(() -> NOW);

  @AfterEach
  void close() {
    webhook.close();
  }

  private static HookMessage message(int attempt) {
    return new HookMessage(
        TOKEN,
        new PoolName("web"),
        new MachineId("i-1"),
        LifecycleTransition.TERMINATE,
        "drain",
        NOW,
        NOW.plusSeconds(60),
        "queue \"7\"",
        attempt);
  }

  private CloudException fails(HookTarget target) {
    return fails(target, FakeCall.patient());
  }

  private CloudException fails(HookTarget target, FakeCall call) {
    CloudException error =
        catchThrowableOfType(CloudException.class, () -> webhook.send(message(1), target, call));
    assertThat(error).as("it has not arrived").isNotNull();
    for (Throwable each = error; each != null; each = each.getCause()) {
      assertThat(each.toString())
          .as("the path of a URL may be a secret")
          .doesNotContain("s3cr3t")
          .doesNotContain(TOKEN.toString());
    }
    return error;
  }

  @Test
  void postsWhatTheMachineIsAboutToDo() {
    try (HttpReceiver receiver = HttpReceiver.answering(204)) {
      webhook.send(message(1), receiver.target(), FakeCall.patient());

      assertThat(receiver.heard).hasSize(1);
      HttpReceiver.Heard heard = receiver.heard.get(0);
      assertThat(heard.path()).isEqualTo("/hooks/s3cr3t");
      assertThat(heard.headers().getFirst("Content-Type")).isEqualTo("application/json");
      assertThat(heard.body())
          .startsWith("{\"lifecycle_action_token\":\"" + TOKEN + "\",\"node_id\":\"")
          .contains("\"resource_id\":\"i-1\",\"lifecycle_transition_type\":\"termination\"")
          .contains("\"metadata\":\"queue \\\"7\\\"\"")
          .endsWith("\"attempt\":1}");
    }
  }

  @Test
  void givesAMessageOneIdHoweverOftenItComes() {
    try (HttpReceiver receiver = HttpReceiver.answering(200)) {
      webhook.send(message(1), receiver.target(), FakeCall.patient());
      webhook.send(message(2), receiver.target(), FakeCall.patient());

      assertThat(receiver.heard)
          .extracting(heard -> heard.headers().getFirst("webhook-id"))
          .hasSize(2)
          .doesNotContain(TOKEN.toString())
          .satisfies(ids -> assertThat(ids.get(0)).isEqualTo(ids.get(1)));
    }
  }

  @Test
  void signsAsStandardWebhooksHasIt() {
    String signature = WebhookSignature.of(
        Secret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        NOW.getEpochSecond(),
        "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8));

    assertThat(signature).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void signsWhatItSendsIfItHasASecret() {
    try (HttpReceiver receiver = HttpReceiver.answering(200)) {
      Secret secret = Secret.of("a secret of some length");
      webhook.send(message(1), receiver.target().with(secret), FakeCall.patient());

      HttpReceiver.Heard heard = receiver.heard.get(0);
      assertThat(heard.headers().getFirst("webhook-timestamp")).isEqualTo("1614265330");
      assertThat(heard.headers().getFirst("webhook-signature"))
          .isEqualTo(WebhookSignature.of(
              secret,
              heard.headers().getFirst("webhook-id"),
              1_614_265_330,
              heard.body().getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Test
  void followsNoRedirect() {
    try (HttpReceiver other = HttpReceiver.answering(200);
        HttpReceiver receiver =
            HttpReceiver.answering(307, Map.of("Location", other.url().toString()))) {
      CloudException error = fails(receiver.target());

      assertThat(error.kind()).isEqualTo(Kind.NOT_FOUND);
      assertThat(error).hasMessageContaining("307; redirects are not followed");
      assertThat(other.heard).isEmpty();
    }
  }

  @Test
  void tellsByTheStatusWhatIsWrong() {
    Map<Integer, Kind> kinds = Map.of(
        400, Kind.INVALID,
        401, Kind.UNAUTHENTICATED,
        403, Kind.DENIED,
        404, Kind.NOT_FOUND,
        410, Kind.NOT_FOUND,
        429, Kind.THROTTLED,
        500, Kind.UNAVAILABLE);
    kinds.forEach((status, kind) -> {
      try (HttpReceiver receiver = HttpReceiver.answering(status)) {
        CloudException error = fails(receiver.target());
        assertThat(error.kind()).isEqualTo(kind);
        assertThat(error).hasMessageContaining("answered with status " + status);
      }
    });
  }

  @Test
  void keepsTheReceiversWishForAPause() {
    try (HttpReceiver receiver = HttpReceiver.answering(429, Map.of("Retry-After", "7"))) {
      assertThat(fails(receiver.target()).retryAfter()).hasValue(Duration.ofSeconds(7));
    }
  }

  @Test
  void sendsNothingOnceItsCallIsOver() {
    try (HttpReceiver receiver = HttpReceiver.answering(200)) {
      FakeCall cancelled = FakeCall.patient();
      cancelled.cancel();
      FakeCall late = new FakeCall(Duration.ZERO);

      assertThat(fails(receiver.target(), cancelled).kind()).isEqualTo(Kind.CANCELLED);
      assertThat(fails(receiver.target(), cancelled).effect()).isEqualTo(Effect.NONE);
      assertThat(fails(receiver.target(), late).kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(fails(receiver.target(), late).effect()).isEqualTo(Effect.NONE);
      webhook.send(message(1), receiver.target(), FakeCall.patient());
      assertThat(receiver.heard).hasSize(1);
    }
  }

  @Test
  void waitsForANameNoLongerThanItsCallAndLetsOthersPass() throws Exception {
    CountDownLatch found = new CountDownLatch(1);
    WebhookChannel looking = new WebhookChannel(() -> NOW, host -> {
      if (host.endsWith(".example")) {
        awaited(found);
      }
      return InetAddress.getAllByName(host);
    });
    try (HttpReceiver receiver = HttpReceiver.answering(200)) {
      List<CompletableFuture<Void>> waiting = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        HookTarget lost = HookTarget.webhook(URI.create("https://" + i + ".example/hooks/s3cr3t"));
        waiting.add(CompletableFuture.runAsync(
            () -> looking.send(message(1), lost, new FakeCall(Duration.ofSeconds(2))),
            task -> new Thread(task, "waiting").start()));
      }
      looking.send(message(1), receiver.target(), FakeCall.patient());
      assertThat(receiver.heard).hasSize(1);
      assertThat(found.getCount()).isOne();
      for (CompletableFuture<Void> one : waiting) {
        assertThat(one.handle((done, failed) -> failed).get(120, TimeUnit.SECONDS))
            .hasCauseInstanceOf(CloudException.class)
            .hasMessageContaining("did not answer in time");
      }
    } finally {
      found.countDown();
      looking.close();
    }
  }

  private static void awaited(CountDownLatch latch) {
    try {
      assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void reportsThatNoMachineIsThere() {
    HookTarget target;
    try (HttpReceiver receiver = HttpReceiver.answering(200)) {
      target = receiver.target();
    }

    assertThat(fails(target).kind()).isEqualTo(Kind.UNAVAILABLE);
  }

  @Test
  void tellsThatAReceiverHungUp() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> hangsUp = CompletableFuture.runAsync(() -> {
        try (Socket accepted = socket.accept()) {
          assertThat(accepted.getInputStream().read()).isEqualTo('P');
          accepted.shutdownOutput();
        } catch (IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      });

      CloudException error = fails(at(socket));

      assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(error).hasMessageContaining("cannot be reached: ");
      hangsUp.join();
    }
  }

  @Test
  void waitsNoLongerThanItsCallFromAReceiverThatIsSilent() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      FakeCall call = new FakeCall(Duration.ofMillis(200));

      assertThat(fails(at(silent), call).kind()).isEqualTo(Kind.TIMEOUT);
    }
  }

  @Test
  void endsWhenItsCallIsCancelled() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      FakeCall call = FakeCall.patient();
      Thread canceller = new Thread(() -> {
        try (Socket accepted = silent.accept()) {
          assertThat(accepted.getInputStream().read()).isEqualTo('P');
          call.cancel();
        } catch (IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      });
      canceller.start();

      assertThat(fails(at(silent), call).kind()).isEqualTo(Kind.CANCELLED);
    }
  }

  @Test
  void needsTheStatusOnlyOfAReceiverThatGoesOnAndOn() throws Exception {
    try (ServerSocket endless = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
        try (Socket accepted = endless.accept()) {
          // A reply that comes before its question is thrown away with its connection.
          assertThat(accepted.getInputStream().read()).isEqualTo('P');
          byte[] reply = "HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\nand"
              .getBytes(StandardCharsets.US_ASCII);
          accepted.getOutputStream().write(reply);
          while (accepted.getInputStream().read() >= 0) {
            // Until the other side has closed.
          }
        } catch (IOException e) {
          // Or broken off.
        }
      });

      webhook.send(message(1), at(endless), FakeCall.patient());
      written.get();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"100 Continue", "102 Processing", "103 Early Hints"})
  void waitsForTheReplyAfterOnesThatComeBetween(String interim) throws Exception {
    try (ServerSocket chatty = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
        try (Socket accepted = chatty.accept()) {
          assertThat(accepted.getInputStream().read()).isEqualTo('P');
          byte[] reply = ("HTTP/1.1 " + interim + "\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII);
          accepted.getOutputStream().write(reply);
          while (accepted.getInputStream().read() >= 0) {
            // Until the other side has closed.
          }
        } catch (IOException e) {
          // Or broken off.
        }
      });

      webhook.send(message(1), at(chatty), FakeCall.patient());
      written.get();
    }
  }

  @Test
  void checksWhomItIsToldToTrust() throws IOException {
    Map<String, String> known = Map.of("url", "https://hooks.example/x");
    Path none = directory.resolve("none.pem");
    assertThatThrownBy(() -> webhook.check(trusting(known, none)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ca " + none + " cannot be read: there is no such file");
    Path empty = Files.writeString(directory.resolve("empty.pem"), "");
    assertThatThrownBy(() -> webhook.check(trusting(known, empty)))
        .hasMessage("ca " + empty + " cannot be read: it holds no certificate");
  }

  private static HookTarget trusting(Map<String, String> known, Path ca) {
    Map<String, String> more = new HashMap<>(known);
    more.put("ca", ca.toString());
    return new HookTarget(HookTarget.WEBHOOK, more, Optional.empty());
  }

  private static HookTarget at(ServerSocket socket) {
    return new HookTarget(
        HookTarget.WEBHOOK,
        Map.of(
            "url",
            "http://127.0.0.1:" + socket.getLocalPort() + "/hooks/s3cr3t",
            "allowPrivate",
            "true"),
        Optional.empty());
  }

  @Test
  void connectsToNoNameThatMeansAPrivateAddress() {
    HookTarget target = new HookTarget(
        HookTarget.WEBHOOK, Map.of("url", "https://inside.example/hooks/s3cr3t"), Optional.empty());
    WebhookChannel fooled =
        new WebhookChannel(() -> NOW, host -> InetAddress.getAllByName("127.0.0.1"));
    fooled.check(target); // A name is looked up when it is connected to, not before.

    assertThatThrownBy(() -> fooled.send(message(1), target, FakeCall.patient()))
        .isInstanceOf(CloudException.class)
        .hasMessageContaining("inside.example has private addresses only");
    fooled.close();
  }

  @Test
  void trustsWhomItIsToldToTrust() throws Exception {
    TestCertificate certificate = TestCertificate.forHost("localhost");
    Path ca = Files.writeString(directory.resolve("ca.pem"), certificate.pem());
    try (HttpReceiver receiver = HttpReceiver.secured(certificate.tls())) {
      CloudException error = fails(receiver.target());
      assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(error)
          .hasMessageEndingWith("cannot be reached: its certificate is not trusted: unable to find"
              + " valid certification path to requested target; check the configured authorities,"
              + " and the names in the certificate");

      webhook.send(message(1), receiver.target(Map.of("ca", ca.toString())), FakeCall.patient());
      assertThat(receiver.heard).hasSize(1);
    }
  }

  @Test
  void trustsNoCertificateOfAnotherName() throws Exception {
    TestCertificate certificate = TestCertificate.forHost("elsewhere.example");
    Path ca = Files.writeString(directory.resolve("ca.pem"), certificate.pem());
    try (HttpReceiver receiver = HttpReceiver.secured(certificate.tls())) {
      CloudException error = fails(receiver.target(Map.of("ca", ca.toString())));
      assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(error)
          .hasMessageContaining("its certificate is not trusted: No subject alternative")
          .hasMessageContaining(
              "check the configured authorities, and the names in the certificate");
      assertThat(receiver.heard).isEmpty();
    }
  }

  @Test
  void tellsOfAFileOfAuthoritiesThatIsNone() throws IOException {
    Path ca = Files.writeString(directory.resolve("ca.pem"), "nothing");
    try (HttpReceiver receiver = HttpReceiver.answering(200)) {
      assertThat(fails(receiver.target(Map.of("ca", ca.toString()))))
          .hasMessageContaining("ca.pem cannot be read");
    }
  }
}
