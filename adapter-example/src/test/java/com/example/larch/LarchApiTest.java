package com.example.larch;

import static io.cloudadapter.fake.RawServer.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.fake.RawServer;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LarchApiTest {
  private static final MachineId MACHINE = new MachineId("m-1");

  /** A server that grants tokens as Larch does, and gives the test's answers to everything else. */
  private static RawServer cloud(Function<String, String> answers) {
    String token = reply("200 OK", "{\"token\":\"t\",\"expiresIn\":3600}");
    return new RawServer(line -> line.contains("/v1/token") ? token : answers.apply(line));
  }

  @Test
  void theLoginAsksTheBudgetToo() {
    try (RawServer cloud = cloud(path -> reply("200 OK", "{\"id\":\"acct-7\"}"))) {
      MachineProvider provider = LarchFixture.open(cloud.url());
      FakeCall call = FakeCall.patient();

      assertThat(provider.identity(call)).isEqualTo("acct-7");

      assertThat(call.acquired).containsExactly(RequestKind.READ, RequestKind.READ);
      provider.close();
    }
  }

  @Test
  void onlyLarchsOwnWordsProveThatNothingWasDone() {
    String larch = "{\"code\":\"%s\",\"message\":\"no\"}";
    assertAnswer(reply("409 No", larch.formatted("BUSY")), Kind.CONFLICT, Effect.NONE);
    assertAnswer(reply("418 No", larch.formatted("NEW")), Kind.UNCLASSIFIED, Effect.UNKNOWN);
    assertAnswer(reply("503 No", larch.formatted("UNAVAILABLE")), Kind.UNAVAILABLE, Effect.UNKNOWN);
    assertAnswer(reply("404 No", "<html>"), Kind.UNCLASSIFIED, Effect.UNKNOWN);
    assertAnswer(reply("404 No", larch.formatted("NO_SUCH_PATH")), Kind.NOT_FOUND, Effect.NONE);
    assertAnswer(reply("502 No", "<html>"), Kind.UNAVAILABLE, Effect.UNKNOWN);
    assertAnswer(reply("200 OK", "<html>"), Kind.UNCLASSIFIED, Effect.UNKNOWN);
    assertAnswer("garbage\r\n\r\n", Kind.UNAVAILABLE, Effect.UNKNOWN);
    assertAnswer(
        "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n",
        Kind.UNCLASSIFIED,
        Effect.UNKNOWN);
    CloudException slow = assertAnswer(
        "HTTP/1.1 429 Slow\r\nRetry-After: 7\r\nContent-Length: 35\r\n\r\n"
            + "{\"code\":\"SLOW_DOWN\",\"message\":\"no\"}",
        Kind.THROTTLED,
        Effect.NONE);
    assertThat(slow.retryAfter()).contains(Duration.ofSeconds(7));
    CloudException dated = assertAnswer(
        "HTTP/1.1 503 No\r\nDate: Sat, 21 Nov 2026 09:59:30 GMT\r\n"
            + "Retry-After: Sat, 21 Nov 2026 10:00:00 GMT\r\nContent-Length: 0\r\n\r\n",
        Kind.UNAVAILABLE,
        Effect.UNKNOWN);
    assertThat(dated.retryAfter()).contains(Duration.ofSeconds(30));
  }

  private static CloudException assertAnswer(String answer, Kind kind, Effect effect) {
    try (RawServer cloud = cloud(path -> answer)) {
      MachineProvider provider = LarchFixture.open(cloud.url());
      CloudException error = error(() -> provider.terminate(MACHINE, FakeCall.patient()));
      assertThat(error.kind()).as(answer).isEqualTo(kind);
      assertThat(error.effect()).as(answer).isEqualTo(effect);
      assertThat(cloud.seen).containsOnlyOnce("DELETE /v1/machines/m-1?disk=delete HTTP/1.1");
      provider.close();
      return error;
    }
  }

  @Test
  void whatIsNoListIsAnError() {
    assertNoList(path -> reply("200 OK", "<html>"));
    assertNoList(path -> reply("200 OK", "{}"));
    assertNoList(path -> reply("200 OK", "{\"machines\":[]} trailing"));
    assertNoList(path -> reply("404 No", "{\"code\":\"NO_SUCH_PATH\",\"message\":\"no\"}"));
    assertNoList(path -> reply("200 OK", "{\"machines\":[],\"next\":7}"));
    assertNoList(path -> "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"machines\":[]}");
    assertNoList(path -> "HTTP/1.1 200 OK\r\n\r\n{\"machines\":[");
    assertNoList(path -> reply("200 OK", "{\"machines\":[],\"next\":\"again\"}"));
  }

  private static void assertNoList(Function<String, String> answers) {
    try (RawServer cloud = cloud(answers)) {
      MachineProvider provider = LarchFixture.open(cloud.url());
      CloudException error = error(
          () -> provider.list(ListQuery.all(LarchFixture.WEB), machine -> {}, FakeCall.patient()));
      assertThat(error.effect()).isEqualTo(Effect.NONE);
      provider.close();
    }
  }

  @Test
  void aRowThatCannotBeReadIsAGap() {
    String rows = "{\"machines\":[{\"id\":\"a/b\",\"state\":\"ACTIVE\",\"tags\":{}},"
        + "{\"id\":\"m-2\",\"tags\":{\"ca-pool\":\"web\"}}]}";
    try (RawServer cloud = cloud(path -> reply("200 OK", rows))) {
      MachineProvider provider = LarchFixture.open(cloud.url());
      var seen = new java.util.ArrayList<io.cloudadapter.spi.MachineSighting>();

      var result = provider.list(ListQuery.all(LarchFixture.WEB), seen::add, FakeCall.patient());

      assertThat(result.complete()).isFalse();
      assertThat(seen).singleElement().satisfies(machine -> {
        assertThat(machine.id()).isEqualTo(new MachineId("m-2"));
        assertThat(machine.stateKnown()).isFalse();
      });
      provider.close();
    }
  }

  @Test
  void noErrorTellsASecret() {
    try (RawServer cloud = cloud(path -> "")) {
      MachineProvider provider = LarchFixture.open(cloud.url());
      String secret = com.example.larch.cloud.LarchCloud.SECRET;

      CloudException error = error(() -> provider.terminate(MACHINE, FakeCall.patient()));

      assertThat(error.summary() + error.getCause()).doesNotContain(secret);
      assertThat(LarchFixture.FACTORY
              .config()
              .parse(Map.of("endpoint", "http://x", "user", "u", "secret", secret))
              .toString())
          .doesNotContain(secret);
      provider.close();
    }
  }

  private static CloudException error(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    CloudException error = catchThrowableOfType(CloudException.class, call);
    assertThat(error).as("an error").isNotNull();
    return error;
  }
}
